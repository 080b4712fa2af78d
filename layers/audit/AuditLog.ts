/** Reads the audit log, newest first. */
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import {
  type AuditActorType,
  type AuditChange,
  type AuditEntry,
  maxIds,
  type Surface
} from "../../schema/Audit.ts"
import type { Invalid } from "../../schema/Fault.ts"
import type * as Page from "../../schema/Page.ts"
import * as RequestTime from "../../src/audit/rules/RequestTime.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Cursors } from "../records/Cursors.ts"
import * as Sql from "../database/Sql.ts"

export interface Filters {
  readonly target?: string
  readonly actor?: string
  readonly agent?: string
  readonly operation?: string
  readonly surface?: Surface
  readonly requestId?: string
  readonly outcome?: string
  readonly since?: string
  readonly until?: string
}

interface Row {
  readonly id: string
  readonly at: string
  readonly operation: string
  readonly surface: Surface
  readonly actor_type: AuditActorType
  readonly actor_id: string
  readonly actor_name: string | null
  readonly user_id: string | null
  readonly user_name: string | null
  readonly agent: string | null
  readonly request_id: string | null
  readonly idempotency_key: string | null
  readonly target: string | null
  readonly outcome: string
  readonly status: number | null
  readonly times: number
  readonly changes: ReadonlyArray<AuditChange>
  readonly approved_by: string | null
}

const columns = `id, at, operation, surface, actor_type, actor_id, actor_name, user_id, user_name, agent, request_id,
  idempotency_key, target, outcome, status, times, changes, approved_by`

/** The maximum number of rows that a call scans for matches; the next call continues from there. */
const scanLimit = 10_000

/** Shortens the list of ids of a change that applies to many records. */
const shortened = ({ ids, ...change }: AuditChange) =>
  ids === undefined ? change : { ...change, ids: ids.slice(0, maxIds), count: ids.length }

const toEntry = (row: Row): AuditEntry => ({
  id: row.id,
  at: row.at,
  operation: row.operation,
  surface: row.surface,
  actor: {
    type: row.actor_type,
    id: row.actor_id,
    name: row.actor_name,
    userId: row.user_id,
    userName: row.user_name,
    ...(row.agent === null ? {} : { agent: row.agent })
  },
  requestId: row.request_id,
  idempotencyKey: row.idempotency_key,
  target: row.target,
  outcome: row.outcome,
  status: row.status,
  ...(row.approved_by === null ? {} : { approvedBy: JSON.parse(row.approved_by) }),
  times: row.times,
  changes: row.changes.map(shortened) as AuditEntry["changes"]
})

export class AuditLog extends Context.Service<
  AuditLog,
  {
    readonly list: (
      filters: Filters,
      page: Page.Parameters
    ) => Effect.Effect<Page.Page<AuditEntry>, Invalid, Tenant>
  }
>()("pipeline/layers/audit/AuditLog") {
  static readonly layer = Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cursors = yield* Cursors
      const order = sql.literal("at DESC, id DESC")
      const size = sql.literal(`600 + ${Sql.bytesOf.json("changes")}`)

      /** Conditions that an index or the order by time can serve. */
      const bounds = (workspaceId: string, { requestId, since, target, until }: Filters) => {
        const all: Array<Statement.Fragment> = [sql`workspace_id = ${workspaceId}`]
        if (target !== undefined) all.push(sql`(target = ${target} OR targets @> ARRAY[${target}]::text[])`)
        if (since !== undefined) all.push(sql`at >= ${since}::timestamptz`)
        if (until !== undefined) all.push(sql`at < ${until}::timestamptz`)
        const made = requestId === undefined ? undefined : RequestTime.of(requestId)
        if (made !== undefined)
          all.push(sql`at BETWEEN ${made.from}::timestamptz AND ${made.to}::timestamptz`)
        return all
      }

      /** Conditions that are tested on each row. */
      const tests = ({ actor, agent, operation, outcome, requestId, surface }: Filters) => {
        const all: Array<Statement.Fragment> = []
        if (actor !== undefined) all.push(sql`(actor_id = ${actor} OR user_id::text = ${actor})`)
        if (agent !== undefined) all.push(sql`agent = ${agent}`)
        if (operation !== undefined) {
          all.push(sql`(operation = ${operation} OR starts_with(operation, ${`${operation}.`}))`)
        }
        if (surface !== undefined) all.push(sql`surface = ${surface}`)
        if (requestId !== undefined) all.push(sql`request_id = ${requestId}`)
        if (outcome === "failed") all.push(sql`outcome NOT IN ('ok', 'asked')`)
        else if (outcome !== undefined) all.push(sql`outcome = ${outcome}`)
        return all
      }

      const list = Effect.fnUntraced(function* (filters: Filters, page: Page.Parameters) {
        const { workspaceId } = yield* Tenant
        const pageRequest = yield* cursors.open({ list: "audit", filters: { ...filters }, page })
        const { after, limit } = pageRequest
        const place =
          after === undefined ? [] : [sql`(at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`]
        const within = sql.and([...bounds(workspaceId, filters), ...place])
        const conditions = tests(filters)
        const rowLimit = Sql.limit(sql, limit + 1)
        const sizedRows =
          conditions.length === 0
            ? sql`SELECT *, ${size} AS page_size FROM audit WHERE ${within} ORDER BY ${order} ${rowLimit}`
            : sql`SELECT *, ${size} AS page_size FROM (
                SELECT * FROM audit WHERE ${within} ORDER BY ${order} ${Sql.limit(sql, scanLimit)}) recent
              WHERE ${sql.and(conditions)} ORDER BY ${order} ${rowLimit}`
        // Planned for the values of each call, because they decide which partitions are read.
        const rows = yield* sql<Row>`SELECT ${sql.literal(columns)}, page_bytes
          FROM ${Sql.measured(sql, sizedRows, order)} found ORDER BY ${order}`.unprepared
        const answer = pageRequest.page(rows, toEntry, (row) => [row.at, row.id])
        if (answer.hasMore || conditions.length === 0) return answer
        const [end] = yield* sql<{ at: string; id: string }>`SELECT at, id FROM audit WHERE ${within}
          ORDER BY ${order} ${Sql.limit(sql, 1)} OFFSET ${sql.literal(String(scanLimit - 1))}`.unprepared
        return end === undefined
          ? answer
          : { ...answer, hasMore: true, nextCursor: pageRequest.cursorAt([end.at, end.id]) }
      }, Sql.orDie)

      return AuditLog.of({ list })
    })
  )
}
