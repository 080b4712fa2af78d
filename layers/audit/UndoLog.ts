/** Finds the changes to undo in the audit log, and who changed the records since. */
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { AuditChange } from "../../schema/Audit.ts"
import * as RequestTime from "../../src/audit/rules/RequestTime.ts"
import type { Entry } from "../../src/audit/rules/UndoTypes.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"

interface UndoQuery {
  readonly requestId?: string
  readonly entryId?: string
  readonly actor?: string
  /** The oldest time that can be undone, in ISO 8601. */
  readonly since: string
  readonly until?: string
  /** Restricts the undo to this person's changes. */
  readonly by?: string
}

interface Row extends Entry, Sql.Measured {}

/** A key, an app or a person with that name. */
interface NamedActor {
  readonly id: string
  readonly type: string
}

/** An entry that changed a record. */
export interface Change {
  readonly id: string
  readonly at: string
  readonly operation: string
  readonly requestId: string | null
  readonly who: string | null
  readonly changes: ReadonlyArray<AuditChange>
}

interface EntryPage {
  /** Newest first. */
  readonly entries: ReadonlyArray<Entry>
  /** Set if there may be more: the time from which all entries were considered. */
  readonly until?: string
}

/** The maximum number of entries that a call scans for those of an actor. */
const scanLimit = 100_000

/** The maximum number of later entries that a call scans for changes to the same records. */
const maxLaterEntries = 500

/** The maximum number of actors with one name that an error lists. */
const maxNamed = 20

const columns = `id, at, operation, request_id AS "requestId", changes`

/** The exclusive end of a range that includes this millisecond. */
const after = (at: string) => new Date(Date.parse(at) + 1).toISOString()

export class UndoLog extends Context.Service<
  UndoLog,
  {
    /** Writes that changed something, newest first, at most `most`. */
    readonly find: (request: UndoQuery, most: number) => Effect.Effect<EntryPage, never, Tenant>
    /** Those with that id or name who wrote something in that time. */
    readonly actorsCalled: (
      handle: string,
      request: Pick<UndoQuery, "since" | "until" | "by">
    ) => Effect.Effect<ReadonlyArray<NamedActor>, never, Tenant>
    /** Entries by id. */
    readonly byId: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Entry>, never, Tenant>
    /** The last changes of the records since a time, newest first. */
    readonly since: (
      targets: ReadonlyArray<string>,
      at: string
    ) => Effect.Effect<ReadonlyArray<Change>, never, Tenant>
  }
>()("pipeline/layers/audit/UndoLog") {
  static readonly layer = Layer.effect(
    UndoLog,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const order = sql.literal("at DESC, id DESC")
      const size = sql.literal(`600 + ${Sql.bytesOf.json("changes")}`)

      /** The time range of an entry or a request, derived from its id; undefined if the id contains no time. */
      const times = ({ actor, entryId, requestId, since, until }: UndoQuery) => {
        if (actor !== undefined) return { from: since, to: until }
        const made = RequestTime.of((entryId ?? requestId)!)
        return made === undefined
          ? undefined
          : { from: made.from > since ? made.from : since, to: until ?? made.to }
      }

      const find = Effect.fnUntraced(function* (request: UndoQuery, most: number) {
        const { workspaceId } = yield* Tenant
        const { actor, by, entryId, requestId } = request
        const time = times(request)
        if (time === undefined) return { entries: [] }
        const bounds: Array<Statement.Fragment> = [
          sql`workspace_id = ${workspaceId} AND at >= ${time.from}::timestamptz`
        ]
        if (time.to !== undefined) bounds.push(sql`at < ${time.to}::timestamptz`)
        const within = sql.and(bounds)
        const tests: Array<Statement.Fragment> = [sql.literal("outcome = 'ok' AND changes::text <> '[]'")]
        if (entryId !== undefined) tests.push(sql`id::text = ${entryId}`)
        if (requestId !== undefined) tests.push(sql`request_id = ${requestId}`)
        // Undos are left out, because reverting them would redo earlier undone changes. An undo is reverted by its own request id.
        if (actor !== undefined)
          tests.push(sql`(actor_id = ${actor} OR user_id::text = ${actor}) AND operation <> 'undo.run'`)
        if (by !== undefined) tests.push(sql`user_id::text = ${by}`)
        const sizedRows = sql`SELECT *, ${size} AS page_size FROM (
            SELECT * FROM audit WHERE ${within} ORDER BY ${order} ${Sql.limit(sql, scanLimit)}) recent
          WHERE ${sql.and(tests)} ORDER BY ${order} ${Sql.limit(sql, most + 1)}`
        const rows = yield* sql<Row>`SELECT ${sql.literal(columns)}, page_bytes
          FROM ${Sql.measured(sql, sizedRows, order)} found ORDER BY ${order}`.unprepared
        const isOver = rows.length > 1 && rows.at(-1)!.page_bytes > Sql.pageBytes
        const entries = rows.length > most || isOver ? rows.slice(0, -1) : rows
        if (entries.length < rows.length) return { entries, until: after(entries.at(-1)!.at) }
        const [end] = yield* sql<{ at: string }>`SELECT at FROM audit WHERE ${within}
          ORDER BY ${order} ${Sql.limit(sql, 1)} OFFSET ${sql.literal(String(scanLimit - 1))}`.unprepared
        return end === undefined ? { entries } : { entries, until: end.at }
      }, Sql.orDie)

      const actorsCalled = Effect.fnUntraced(function* (
        handle: string,
        { by, since, until }: Pick<UndoQuery, "since" | "until" | "by">
      ) {
        const { workspaceId } = yield* Tenant
        const bounds: Array<Statement.Fragment> = [
          sql`workspace_id = ${workspaceId} AND at >= ${since}::timestamptz`
        ]
        if (until !== undefined) bounds.push(sql`at < ${until}::timestamptz`)
        const tests: Array<Statement.Fragment> = [
          sql.literal("recent.outcome = 'ok' AND named.id IS NOT NULL"),
          sql`(named.id = ${handle} OR lower(btrim(named.name)) = lower(${handle.trim()}))`
        ]
        if (by !== undefined) tests.push(sql`recent.user_id::text = ${by}`)
        return yield* sql<NamedActor>`SELECT named.id, min(named.type) AS type FROM (
            SELECT * FROM audit WHERE ${sql.and(bounds)} ORDER BY ${order} ${Sql.limit(sql, scanLimit)}) recent
          CROSS JOIN LATERAL (VALUES (recent.actor_type, recent.actor_id, recent.actor_name),
            ('user', recent.user_id::text, recent.user_name)) AS named (type, id, name)
          WHERE ${sql.and(tests)} GROUP BY named.id ORDER BY named.id ${Sql.limit(sql, maxNamed)}`.unprepared
      }, Sql.orDie)

      const byId = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        const { workspaceId } = yield* Tenant
        const times = ids.flatMap((id) => RequestTime.of(id) ?? [])
        if (times.length === 0) return []
        const from = times.map((one) => one.from).sort()[0]!
        const to = times
          .map((one) => one.to)
          .sort()
          .at(-1)!
        return yield* sql<Entry>`SELECT ${sql.literal(columns)} FROM audit
          WHERE workspace_id = ${workspaceId} AND at >= ${from}::timestamptz AND at < ${to}::timestamptz
            AND ${sql.in("id", ids)}`.unprepared
      }, Sql.orDie)

      const since = Effect.fnUntraced(function* (targets: ReadonlyArray<string>, at: string) {
        const { workspaceId } = yield* Tenant
        const named = sql`ARRAY[${sql.csv(targets.map((one) => sql`${one}`))}]::text[]`
        return yield* sql<Change>`SELECT id, at, operation, request_id AS "requestId",
            coalesce(user_name, actor_name, actor_id) AS who, changes FROM audit
          WHERE workspace_id = ${workspaceId} AND at >= ${at}::timestamptz AND outcome = 'ok'
            AND (target = ANY(${named}) OR targets && ${named})
          ORDER BY ${order} ${Sql.limit(sql, maxLaterEntries)}`.unprepared
      }, Sql.orDie)

      return UndoLog.of({ actorsCalled, byId, find, since })
    })
  )
}
