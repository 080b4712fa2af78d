/** The import page: takes a file, lets people choose columns, makes a dry run, and imports deals or leads. */
import * as CsvFile from "../../../layers/imports/CsvFile.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import type { ImportUpload, State } from "../../../layers/imports/ImportUpload.ts"
import { ImportUploads } from "../../../layers/imports/ImportUploads.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { faultIn } from "../../invocation/AuditEntries.ts"
import * as Authorization from "../../invocation/Authorization.ts"
import * as Choice from "../rules/Choice.ts"
import * as Mapping from "../rules/Mapping.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import type { Html, Part } from "../../surfaces/web/Html.ts"
import * as Faults from "../../surfaces/web/Faults.ts"
import * as PageResponse from "../../surfaces/web/PageResponse.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import * as Upload from "../../surfaces/web/Upload.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import * as ColumnsForm from "./ColumnsForm.ts"
import * as FailedRows from "./FailedRows.ts"
import * as ReceiveUpload from "./ReceiveUpload.ts"
import * as ImportReport from "./ImportReport.ts"
import * as ImportStart from "./ImportStart.ts"
import * as ValuesForm from "./ValuesForm.ts"
import * as ImportProgress from "./ImportProgress.ts"

const { path } = ImportStart

/** Runs an effect in the caller's workspace. */
const inWorkspace = <A, E, R>({ actor }: PageContext, effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Tenant, { workspaceId: actor.workspace.id })

const currentUpload = ({ actor }: PageContext) => Effect.flatMap(ImportUploads, ({ of }) => of(actor.user.id))

const content = (title: Part, body: Html, onward?: string): Content =>
  SettingsFrame.content("Import", {
    title,
    styles: ["imports.css"],
    body,
    ...(onward === undefined ? {} : { continueTo: onward })
  })

const goOn = Effect.fnUntraced(function* (context: PageContext, upload: ImportUpload) {
  const exit = yield* Effect.exit(ImportProgress.goOn(context.actor.user.id, upload))
  if (exit._tag === "Success") return { upload: exit.value, problem: undefined }
  const fault = faultIn(exit.cause)
  return fault === undefined
    ? yield* Effect.failCause(exit.cause)
    : { upload: yield* currentUpload(context), problem: Faults.of(fault) }
})

const choosing = Effect.fnUntraced(function* (context: PageContext, upload: ImportUpload, problem?: Part) {
  const lines = yield* (yield* ImportUploads).lines(upload.id, 0)
  return content(say.imports.whatGoesWhere, ColumnsForm.show(context, upload, lines, problem))
})

const show = Effect.fnUntraced(function* (context: PageContext, refused?: Refused) {
  if (ImportStart.kindsOf(context).length === 0)
    return yield* Authorization.missing(context.actor, "deals:write")
  const found = yield* currentUpload(context)
  if (found === undefined || refused !== undefined) return yield* ImportStart.show(context, refused)
  const { problem, upload } = ImportProgress.isWorking(found)
    ? yield* goOn(context, found)
    : { upload: found, problem: undefined }
  switch (upload?.state) {
    case "choosing":
      return yield* choosing(context, upload)
    case "trying":
    case "importing":
    case "undoing":
      return content(
        upload.state === "trying"
          ? say.imports.trying
          : upload.state === "importing"
            ? say.imports.importing
            : say.imports.takingBack,
        ImportReport.working(context, upload, problem),
        problem === undefined ? path : undefined
      )
    case "tried":
      return content(
        say.imports.whatItWould,
        ImportReport.tried(context, upload, yield* ValuesForm.show(context, upload))
      )
    case "done":
      return content(say.imports.imported, ImportReport.finished(context, upload))
    case "undone":
      return content(say.imports.takenBack, ImportReport.undone(context, upload))
    default:
      return yield* ImportStart.show(context)
  }
})

const receive = Effect.fnUntraced(function* (context: PageContext, { file, text }: Upload.Upload) {
  const kind = text("kind")
  if (!ImportStart.isKind(kind)) return yield* ReceiveUpload.invalid(say.imports.dealsOrLeads)
  if (!WorkspacePage.may(context, `${kind}:write`))
    return yield* Authorization.missing(context.actor, `${kind}:write`)
  const encoding = CsvFile.encodings.find((name) => name === text("encoding"))
  yield* ReceiveUpload.receive({ user: context.actor.user.id, kind, board: text("board"), encoding }, file)
  return { to: path }
})

/** The file, if the form refers to it. The person may have uploaded another one since. */
const uploadOf = (context: PageContext, { text }: Pick<Refused["form"], "text">) =>
  Effect.map(currentUpload(context), (upload) => (upload?.id === text("upload") ? upload : undefined))

/** Makes a dry run with the selected columns. */
const choose = Effect.fnUntraced(function* (context: PageContext, submission: Pick<Refused["form"], "text">) {
  const upload = yield* uploadOf(context, submission)
  if (upload === undefined) return { to: path }
  const mapping = ColumnsForm.read(upload, submission)
  const { headers, id, kind } = upload
  const problem = Choice.problem(kind, mapping) ?? Mapping.problem(kind, headers, mapping)
  if (problem !== undefined) return yield* choosing(context, { ...upload, mapping }, problem)
  yield* (yield* ImportUploads).enter(context.actor.user.id, id, "trying", ["choosing"], mapping)
  return { to: path }
})

/** Makes another dry run with the stages and owners that the person assigned. */
const mean = Effect.fnUntraced(function* (context: PageContext, submission: Pick<Refused["form"], "text">) {
  const upload = yield* uploadOf(context, submission)
  if (upload?.state === "tried") {
    const mapping = yield* ValuesForm.read(upload, submission)
    yield* (yield* ImportUploads).enter(context.actor.user.id, upload.id, "trying", ["tried"], mapping)
  }
  return { to: path }
})

/** A transition between states of the upload. */
const step = (
  name: string,
  ...[state, from]: [state: "importing" | "choosing" | "undoing", from: ReadonlyArray<State>]
) =>
  WorkspacePage.form(`${path}/${name}`, {
    run: (context, submission) =>
      inWorkspace(
        context,
        Effect.gen(function* () {
          const upload = yield* uploadOf(context, submission)
          if (upload !== undefined)
            yield* (yield* ImportUploads).enter(context.actor.user.id, upload.id, state, from)
          return { to: path }
        })
      )
  })

const failed = Effect.fnUntraced(function* (context: PageContext) {
  const upload = yield* currentUpload(context)
  return upload?.state === "done"
    ? yield* FailedRows.file(context, upload)
    : yield* new PageResponse.Refusal({
        type: "not_found",
        message: say.imports.noFailed
      })
})

export const routes = [
  WorkspacePage.page(path, (context) => inWorkspace(context, show(context))),
  WorkspacePage.formUsing(Upload.using(ReceiveUpload.maxBytes), path, {
    run: (context, upload) => inWorkspace(context, receive(context, upload)),
    again: (context, refused) => inWorkspace(context, show(context, refused))
  }),
  WorkspacePage.form(`${path}/columns`, {
    run: (context, submission) => inWorkspace(context, choose(context, submission))
  }),
  WorkspacePage.form(`${path}/values`, {
    run: (context, submission) => inWorkspace(context, mean(context, submission))
  }),
  step("back", "choosing", ["tried", "trying"]),
  step("run", "importing", ["tried"]),
  step("undo", "undoing", ["done"]),
  WorkspacePage.form(`${path}/end`, {
    run: (context, submission) =>
      inWorkspace(
        context,
        Effect.gen(function* () {
          const upload = yield* uploadOf(context, submission)
          if (upload !== undefined) yield* (yield* ImportUploads).remove(context.actor.user.id, upload.id)
          return { to: path, notice: say.imports.fileDeleted }
        })
      )
  }),
  WorkspacePage.page(`${path}/failed.csv`, (context) => inWorkspace(context, failed(context)))
]
