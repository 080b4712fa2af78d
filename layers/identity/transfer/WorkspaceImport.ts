/**
 * Creates a workspace from an exported one. The whole file is checked first, then written in batches with their progress, so that the same
 * command resumes after a crash. The workspace can't be accessed until all is imported, and is then suspended, so that nothing is sent
 * before an operator has looked at it.
 */
import { Context, Effect, FileSystem, Layer, Result } from "effect"
import type { WorkspaceId } from "../../../schema/Id.ts"
import type { Plan } from "../../../schema/Me.ts"
import { Seals } from "../../audit/Seals.ts"
import { TotalsAudit } from "../../deals/TotalsAudit.ts"
import { BaseUrl } from "../../runtime/BaseUrl.ts"
import * as Sql from "../../database/Sql.ts"
import { Files } from "../../files/Files.ts"
import { now } from "../../runtime/Now.ts"
import { Encryption } from "../../encryption/Encryption.ts"
import { CredentialChanges } from "../CredentialChanges.ts"
import { UnlimitedConnections } from "../rehearsals/UnlimitedConnections.ts"
import { Tenant } from "../Tenant.ts"
import { Refused } from "../Workspaces.ts"
import * as BatchWriter from "./BatchWriter.ts"
import * as Check from "./Check.ts"
import * as Conflicts from "./Conflicts.ts"
import type * as Format from "./Format.ts"
import { kinds } from "./Kinds.ts"
import * as LineReader from "./LineReader.ts"
import * as Passphrase from "./Passphrase.ts"
import * as RecordRows from "./RecordRows.ts"
import type { Ground } from "./RecordWriter.ts"

interface ImportOptions {
  readonly path: string
  /** Null to import without the file's secrets; undefined if the option wasn't given. */
  readonly passphrase: string | null | undefined
  readonly isDry: boolean
}

interface ImportResult {
  readonly workspace: { readonly id: WorkspaceId; readonly name: string; readonly plan: Plan }
  readonly sha256: string
  readonly counts: Format.Counts
  readonly people: ReadonlyArray<Conflicts.Person>
  readonly conflicts: ReadonlyArray<string>
  /** The number of lines written by an interrupted import. */
  readonly resumedFrom: number
}

const invalid = ({ line, message }: LineReader.Unreadable) =>
  new Refused({ code: "invalid_file", message: `Line ${line} ${message}.` })

const sealedFile = new Refused({
  code: "passphrase_missing",
  message:
    "The file's secrets are sealed. Add --passphrase - and give the one it was exported with, or set WORKSPACE_PASSPHRASE; or add --without-secrets to do without webhooks and passwords."
})

export class WorkspaceImport extends Context.Service<
  WorkspaceImport,
  {
    /** A dry run only reports what would be created, and conflicts. */
    readonly run: (options: ImportOptions) => Effect.Effect<ImportResult, Refused>
  }
>()("pipeline/layers/identity/transfer/WorkspaceImport") {
  static readonly layer = Layer.effect(
    WorkspaceImport,
    Effect.gen(function* () {
      const sql = yield* UnlimitedConnections
      const fs = yield* FileSystem.FileSystem
      const files = yield* Files
      const encryption = yield* Encryption
      const base = yield* BaseUrl
      const totals = yield* TotalsAudit
      const seals = yield* Seals
      const { announce } = yield* CredentialChanges

      const columnsHere = Effect.map(
        Effect.forEach(kinds, (kind) =>
          Effect.map(
            RecordRows.columnsOf(sql, kind),
            (columns) => [kind.kind, new Map(columns.map((column) => [column.name, column]))] as const
          )
        ),
        (all): Check.Columns => new Map(all)
      )

      /** Reads and checks the whole file. */
      const read = <E, S>(
        path: string,
        columns: Check.Columns,
        at: string,
        sealerOf: (header: Format.Header) => Effect.Effect<Passphrase.Sealer | undefined, S>,
        visit: (checked: Check.Checked, line: LineReader.Line) => Effect.Effect<void, E> | undefined
      ) =>
        Effect.scoped(
          Effect.gen(function* () {
            const file = yield* Effect.mapError(
              fs.open(path, { flag: "r" }),
              ({ message }) => new Refused({ code: "file_not_read", message: `${path}: ${message}` })
            )
            const next = LineReader.reader(file)
            let check: ReturnType<typeof Check.make> | undefined
            while (true) {
              const lines = yield* next
              if (lines.length === 0) break
              for (const line of lines) {
                const wrong = (message: string) => new LineReader.Unreadable({ line: line.number, message })
                if (check === undefined) {
                  const header = yield* Effect.mapError(Effect.fromResult(Check.header(line)), wrong)
                  check = Check.make(line, header, columns, at, yield* sealerOf(header))
                  continue
                }
                const checked = check.line(line)
                if (Result.isFailure(checked)) return yield* wrong(checked.failure)
                const done = visit(checked.success, line)
                if (done !== undefined) yield* done
              }
            }
            if (check?.isOver() === true) return
            const message = "is missing: the file has no end, so it was cut"
            return yield* new LineReader.Unreadable({ line: 1, message })
          })
        )

      const prepare = Effect.fnUntraced(function* ({ isDry, passphrase, path }: ImportOptions) {
        const [columns, at] = [yield* columnsHere, yield* now]
        const found = Conflicts.collect()
        let sealer: Passphrase.Sealer | undefined
        const sealerOf = Effect.fnUntraced(function* ({ seal, workspace }: Format.Header) {
          if (seal === null || passphrase === null) return undefined
          if (passphrase !== undefined)
            return (sealer = yield* Passphrase.forImport(passphrase, workspace, seal))
          return isDry ? undefined : yield* sealedFile
        })
        yield* read<never, Refused>(path, columns, at, sealerOf, found.visit)
        const { end, workspace } = found
        return { columns, at, sealer, found, end: end()!, workspace: workspace()! }
      })

      const write = Effect.fnUntraced(function* (
        { path }: ImportOptions,
        { at, columns, end, workspace }: Effect.Success<ReturnType<typeof prepare>>,
        ground: Ground
      ) {
        const from = yield* BatchWriter.begin(ground, workspace, end.sha256)
        const batch = BatchWriter.make(ground, files, from, end.sha256)
        const sealerOf = () => Effect.succeed(ground.sealer)
        yield* read(path, columns, at, sealerOf, (checked, line) =>
          line.number <= from.lines ? undefined : batch.take(checked, line)
        )
        yield* batch.flush
        return from.isNew ? 0 : from.lines
      })

      const opened = Effect.fnUntraced(function* (workspaceId: WorkspaceId) {
        yield* sql`DELETE FROM workspace_imports WHERE workspace_id = ${workspaceId}`
        yield* sql`UPDATE workspaces SET state = 'suspended', state_at = ${yield* now},
            state_reason = 'imported, and not opened yet'
          WHERE id = ${workspaceId} AND state = 'importing'`
      }, sql.withTransaction)

      const finish = Effect.fnUntraced(function* (workspaceId: WorkspaceId) {
        const made = Effect.andThen(totals.repair, seals.reseal)
        yield* Effect.provideService(made, Tenant, { workspaceId })
        yield* opened(workspaceId)
        yield* announce(workspaceId)
      })

      const imported = Effect.fn("WorkspaceImport.run")(function* (options: ImportOptions) {
        const prepared = yield* prepare(options)
        const { end, found, sealer, workspace } = prepared
        const { id, name, plan } = workspace
        const here = yield* Conflicts.find(sql, id, end.sha256, found)
        const summary = {
          workspace: { id, name, plan },
          sha256: end.sha256,
          counts: end.counts,
          people: here.people,
          conflicts: here.conflicts
        }
        if (options.isDry) return { ...summary, resumedFrom: here.lines }
        if (here.conflicts.length > 0) {
          return yield* new Refused({ code: "conflict", message: here.conflicts.join(" ") })
        }
        const ground = { sql, encryption, workspaceId: id, base, sealer }
        const resumedFrom = yield* write(options, prepared, ground)
        yield* finish(id)
        return { ...summary, resumedFrom }
      })

      const run = (options: ImportOptions) =>
        Sql.orDie(Effect.catchTag(imported(options), "Unreadable", (flaw) => Effect.fail(invalid(flaw))))

      return WorkspaceImport.of({ run })
    })
  ).pipe(Layer.provide([UnlimitedConnections.layer, Files.layer]))
}
