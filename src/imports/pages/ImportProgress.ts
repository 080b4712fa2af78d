/**
 * Processes some batches of a file on each request of the page. The page reloads itself, so it needs no scripts, and an import continues
 * after a restart.
 */
import { Clock, Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import type { ImportUpload } from "../../../layers/imports/ImportUpload.ts"
import { ImportUploads } from "../../../layers/imports/ImportUploads.ts"
import { now } from "../../../layers/runtime/Now.ts"
import type { UserId } from "../../../schema/Id.ts"
import type { Imported } from "../../../schema/Import.ts"
import { Call } from "../../invocation/Call.ts"
import type { Line } from "../rules/FileRow.ts"
import * as FileRow from "../rules/FileRow.ts"
import * as Mapping from "../rules/Mapping.ts"
import { callOperation, dryRun } from "../../surfaces/web/CallOperation.ts"

/** The maximum number of batches per request, and the milliseconds after which no further batch starts. */
const limits = { batches: 5, millis: 2_000 }

const operations = { deals: callOperation("imports.deals"), leads: callOperation("imports.leads") }
const dryRuns = { deals: dryRun("imports.deals"), leads: dryRun("imports.leads") }
const undo = callOperation("undo.run")

export const isWorking = ({ state }: ImportUpload) =>
  state === "trying" || state === "importing" || state === "undoing"

/** The request id of a batch, derived from the file and the batch's number, so that the batch can be undone. */
const requestOf = (id: string, batch: number) =>
  `req_${id.replaceAll("-", "").slice(0, 26)}${batch.toString(16).padStart(6, "0")}`

/** Runs a batch or its dry run. It takes effect once, however often it is sent. */
const send = Effect.fnUntraced(function* (upload: ImportUpload, lines: ReadonlyArray<Line>) {
  const { boardId, headers, id, kind, mapping, next, state } = upload
  const { timeZone = "UTC" } = (yield* Actor).workspace
  const { surface } = yield* Call
  const requestId = requestOf(id, next)
  const answer = (rows: ReadonlyArray<FileRow.Row>) =>
    state === "importing"
      ? operations[kind]({ boardId, rows })
      : Effect.map(dryRuns[kind]({ boardId, rows }), ({ answer }) => answer)
  const call = { requestId, surface, idempotencyKey: `import ${id} ${next}` }
  const run = (rows: ReadonlyArray<FileRow.Row>) =>
    Effect.map(Effect.provideService(answer(rows), Call, call), (answer) => answer as Imported)
  return yield* FileRow.importParsed(lines.map(FileRow.makeParser(kind, headers, mapping, timeZone)), run)
})

/** The maximum length of a cell stored with its error. */
const maxCellLength = 200

const outcomeOf = (
  { headers, mapping }: ImportUpload,
  lines: ReadonlyArray<Line>,
  { rows, ...counts }: Imported
) => {
  const cellOf = ({ cells }: Line, field: string | undefined) =>
    field === undefined
      ? undefined
      : Mapping.headersOf(mapping, field)
          .map((header) => (cells[headers.indexOf(header)] ?? "").trim().slice(0, maxCellLength))
          .find((cell) => cell !== "")
  const failed = rows.flatMap((row, index) =>
    row.outcome === "failed" ? [{ ...row, message: row.message ?? "", from: lines[index]! }] : []
  )
  return {
    counts,
    problems: failed.map(({ field, from, line, message }) => ({
      line,
      field,
      cell: cellOf(from, field),
      message
    })),
    failures: failed.map(({ from, message }) => ({ ...from, problem: message }))
  }
}

/** Undoes a batch, starting with the last. `created` counts the records that were undone, and `failed` those that were kept. */
const takeBack = Effect.fnUntraced(function* ({ batches, id, next }: ImportUpload) {
  const target = { requestId: requestOf(id, batches - 1 - next), until: yield* now }
  // A batch that changed nothing has no entry to undo.
  const nothing = () => Effect.succeed({ undone: [], notUndone: [] })
  const { notUndone, undone } = yield* Effect.catchTag(undo(target), "not_found", nothing)
  const created = new Set(undone.flatMap(({ changes }) => changes.map((change) => change.id))).size
  const counts = { created, updated: 0, unchanged: 0, failed: notUndone.length }
  return { counts, problems: [], failures: [] }
})

/** Processes batches for a moment, and returns the new state. */
export const goOn = Effect.fnUntraced(function* (user: UserId, upload: ImportUpload) {
  const uploads = yield* ImportUploads
  const until = (yield* Clock.currentTimeMillis) + limits.millis
  let current: ImportUpload | undefined = upload
  for (let done = 0; done < limits.batches && current !== undefined && isWorking(current); done += 1) {
    if (current.state === "undoing") yield* uploads.advance(current, yield* takeBack(current))
    else {
      const lines = yield* uploads.lines(current.id, current.next)
      // There are no lines if another tab has processed them.
      if (lines.length > 0)
        yield* uploads.advance(current, outcomeOf(current, lines, yield* send(current, lines)))
    }
    current = yield* uploads.of(user)
    if ((yield* Clock.currentTimeMillis) > until) break
  }
  return current
})
