/** Stores files that people import on the page. Each is split into batches, which are imported one after another. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Invalid } from "../../schema/Fault.ts"
import type { UserId } from "../../schema/Id.ts"
import type { Line } from "../../src/imports/rules/FileRow.ts"
import type { Mapping } from "../../src/imports/rules/Mapping.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"
import { Ids } from "../runtime/Ids.ts"
import { now } from "../runtime/Now.ts"
import {
  type File,
  type ImportUpload,
  linesOf,
  maxProblems,
  type Outcome,
  type Row,
  type State,
  uploadOf
} from "./ImportUpload.ts"

const busy = new Invalid({
  code: "invalid_request",
  message: "Another import of yours is under way. Let it end, or stop it, and then begin the next."
})

const replaced = new Invalid({
  code: "invalid_request",
  message: "Another file of yours took the place of this one. Go on with that, or choose this file again."
})

/** Each person has at most one upload, which nobody else can see or continue. */
export class ImportUploads extends Context.Service<
  ImportUploads,
  {
    readonly of: (user: UserId) => Effect.Effect<ImportUpload | undefined, never, Tenant>
    /** Replaces the person's earlier upload, and fails while that upload is being imported. Returns the new id. */
    readonly begin: (user: UserId, file: File) => Effect.Effect<string, Invalid, Tenant>
    readonly append: (
      id: string,
      number: number,
      lines: ReadonlyArray<Line>
    ) => Effect.Effect<void, Invalid, Tenant>
    /** Marks the file as complete, and stores its suggested mapping. */
    readonly arrived: (
      id: string,
      whole: Pick<ImportUpload, "mapping" | "lines" | "batches">
    ) => Effect.Effect<void, never, Tenant>
    /** Changes the state and resets the counts, if the upload is in one of the states `from`. */
    readonly enter: (
      user: UserId,
      id: string,
      state: State,
      from: ReadonlyArray<State>,
      mapping?: Mapping
    ) => Effect.Effect<void, never, Tenant>
    /** Returns the lines of the next batch; none if `number` is no longer the next. */
    readonly lines: (id: string, number: number) => Effect.Effect<ReadonlyArray<Line>, never, Tenant>
    /** Adds the outcome of the next batch. Of an imported batch, only the failed lines are kept. */
    readonly advance: (upload: ImportUpload, outcome: Outcome) => Effect.Effect<void, never, Tenant>
    /** Returns the failed lines of up to ten batches after a number. */
    readonly failures: (
      id: string,
      after: number
    ) => Effect.Effect<
      ReadonlyArray<{ readonly number: number; readonly lines: ReadonlyArray<Line> }>,
      never,
      Tenant
    >
    readonly remove: (user: UserId, id: string) => Effect.Effect<void, never, Tenant>
    /** Deletes up to `limit` uploads that began before `before`, and returns their number. */
    readonly expire: (before: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/ImportUploads") {
  static readonly layer = Layer.effect(
    ImportUploads,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids

      const of = Effect.fnUntraced(function* (user: UserId) {
        const { workspaceId } = yield* Tenant
        const [row] =
          yield* sql<Row>`SELECT id, kind, board_id, file_name, state, headers, mapping, lines, batches,
            next, created, updated, unchanged, failed, problems
          FROM import_uploads WHERE workspace_id = ${workspaceId} AND user_id = ${user} AND state <> 'arriving'`
        return row === undefined ? undefined : uploadOf(row)
      }, Sql.orDie)

      const begin = Effect.fnUntraced(function* (user: UserId, file: File) {
        const { workspaceId } = yield* Tenant
        const id = yield* ids.uuid
        yield* sql`DELETE FROM import_uploads
          WHERE workspace_id = ${workspaceId} AND user_id = ${user} AND state NOT IN ('importing', 'undoing')`
        const row = {
          ...{ workspace_id: workspaceId, id, user_id: user, kind: file.kind, board_id: file.boardId },
          ...{ file_name: file.fileName, state: "arriving", headers: JSON.stringify(file.headers) },
          ...{ mapping: "{}", created_at: yield* now }
        }
        const insertedRows = yield* sql`INSERT INTO import_uploads ${sql.insert(row)}
          ON CONFLICT (workspace_id, user_id) DO NOTHING RETURNING id`
        return insertedRows.length === 0 ? yield* busy : id
      }, Sql.orDie)

      const append = Effect.fnUntraced(function* (id: string, number: number, lines: ReadonlyArray<Line>) {
        const { workspaceId } = yield* Tenant
        const insertedRows = yield* sql`INSERT INTO import_batches (workspace_id, upload_id, number, lines)
          SELECT workspace_id, id, ${number}::integer, ${JSON.stringify(lines)}::text FROM import_uploads
          WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING number`
        if (insertedRows.length === 0) return yield* replaced
      }, Sql.orDie)

      const arrived = Effect.fnUntraced(function* (
        id: string,
        { batches, lines, mapping }: Pick<ImportUpload, "mapping" | "lines" | "batches">
      ) {
        const { workspaceId } = yield* Tenant
        yield* sql`UPDATE import_uploads SET state = 'choosing', mapping = ${JSON.stringify(mapping)},
            lines = ${lines}, batches = ${batches}
          WHERE workspace_id = ${workspaceId} AND id = ${id}`
      }, Sql.orDie)

      const enter = Effect.fnUntraced(function* (
        user: UserId,
        id: string,
        state: State,
        from: ReadonlyArray<State>,
        mapping?: Mapping
      ) {
        const { workspaceId } = yield* Tenant
        yield* sql`UPDATE import_uploads SET state = ${state}, next = 0, created = 0, updated = 0, unchanged = 0,
            failed = 0, problems = '[]'
            ${mapping === undefined ? sql`` : sql`, mapping = ${JSON.stringify(mapping)}`}
          WHERE workspace_id = ${workspaceId} AND user_id = ${user} AND id = ${id} AND ${sql.in("state", from)}`
      }, Sql.orDie)

      const lines = Effect.fnUntraced(function* (id: string, number: number) {
        const { workspaceId } = yield* Tenant
        const [row] = yield* sql<{ lines: string }>`SELECT lines FROM import_batches
          WHERE workspace_id = ${workspaceId} AND upload_id = ${id} AND number = ${number} AND EXISTS (
            SELECT FROM import_uploads WHERE workspace_id = ${workspaceId} AND id = ${id} AND next = ${number})`
        return row === undefined ? [] : linesOf(row.lines)
      }, Sql.orDie)

      const advance = Effect.fnUntraced(function* (
        { id, next, problems: before, state }: ImportUpload,
        { counts, failures, problems }: Outcome
      ) {
        const { workspaceId } = yield* Tenant
        const all = JSON.stringify([...before, ...problems].slice(0, maxProblems))
        const batch = sql`workspace_id = ${workspaceId} AND upload_id = ${id} AND number = ${next}
          AND EXISTS (SELECT FROM moved)`
        const batchWrite =
          state !== "importing"
            ? sql`SELECT FROM moved`
            : failures.length === 0
              ? sql`DELETE FROM import_batches WHERE ${batch}`
              : sql`UPDATE import_batches SET lines = ${JSON.stringify(failures)} WHERE ${batch}`
        // Another browser tab may have counted the batch already.
        yield* sql`WITH moved AS (UPDATE import_uploads SET next = next + 1, created = created + ${counts.created},
            updated = updated + ${counts.updated}, unchanged = unchanged + ${counts.unchanged},
            failed = failed + ${counts.failed}, problems = ${all},
            state = CASE WHEN next + 1 < batches THEN state WHEN state = 'trying' THEN 'tried'
              WHEN state = 'undoing' THEN 'undone' ELSE 'done' END
          WHERE workspace_id = ${workspaceId} AND id = ${id} AND next = ${next} AND state = ${state} RETURNING id)
          ${batchWrite}`
      }, Sql.orDie)

      const failures = Effect.fnUntraced(function* (id: string, after: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<{ number: number; lines: string }>`SELECT number, lines FROM import_batches
          WHERE workspace_id = ${workspaceId} AND upload_id = ${id} AND number > ${after} ORDER BY number LIMIT 10`
        return rows.map((row) => ({ number: row.number, lines: linesOf(row.lines) }))
      }, Sql.orDie)

      const remove = Effect.fnUntraced(function* (user: UserId, id: string) {
        const { workspaceId } = yield* Tenant
        yield* sql`DELETE FROM import_uploads
          WHERE workspace_id = ${workspaceId} AND user_id = ${user} AND id = ${id}`
      }, Sql.orDie)

      const expire = Effect.fnUntraced(function* (before: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql`DELETE FROM import_uploads WHERE workspace_id = ${workspaceId} AND id IN (
          SELECT id FROM import_uploads WHERE workspace_id = ${workspaceId} AND created_at <= ${before} LIMIT ${limit})
          RETURNING id`
        return rows.length
      }, Sql.orDie)

      return ImportUploads.of({ of, begin, append, arrived, enter, lines, advance, failures, remove, expire })
    })
  )
}
