/** Creates the partitions of time-based tables in advance, and drops them whole when they expire. */
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as Spans from "../../src/shared/time/Spans.ts"
import { floorOf } from "../../src/shared/time/UuidTime.ts"
import { Tenant } from "../identity/Tenant.ts"
import type { Partitioned } from "./Partitioned.ts"
import * as Sql from "./Sql.ts"

interface Partition {
  readonly name: string
  /** ISO 8601; null if the partition has no such bound. */
  readonly from: string | null
  readonly to: string | null
}

/** Writers queue behind DDL on the table, so a change gives up quickly and is retried. */
const lockTimeoutStatement = "SET LOCAL lock_timeout = '1s'"
const retryPolicy = { while: Sql.isLockTimeout, times: 20, schedule: Schedule.spaced("500 millis") } as const

/** The lowest value of the partition key at a time. */
const valueAt = ({ by }: Partitioned, at: string) => (by === "time" ? at : floorOf(at))

const isDefault = ({ from, to }: Partition) => from === null && to === null

export class Partitions extends Context.Service<
  Partitions,
  {
    /**
     * Creates the missing partitions from the span of `at` on, and returns how many. A span that has rows in the default partition gets
     * none.
     */
    readonly make: (table: Partitioned, at: string) => Effect.Effect<number>
    /** Drops the partitions that end at `before` or earlier; returns how many. */
    readonly drop: (table: Partitioned, before: string) => Effect.Effect<number>
    /**
     * The partitions that can't be dropped whole and may have rows before `before`: the default one, and the table from before
     * partitioning.
     */
    readonly listMixed: (table: Partitioned, before: string) => Effect.Effect<ReadonlyArray<string>>
    /** Deletes up to `limit` rows before `before` from such a partition; returns how many. */
    readonly expire: (
      table: Partitioned,
      partition: string,
      before: string,
      limit: number
    ) => Effect.Effect<number, never, Tenant>
    /** End of the continuous partitions from `at` on; null if `at` itself has none. */
    readonly coveredUntil: (table: Partitioned, at: string) => Effect.Effect<string | null>
    /** Whether the default partition has rows of a span, which rules out a partition for it. */
    readonly isTaken: (table: Partitioned, span: Spans.Span) => Effect.Effect<boolean>
  }
>()("pipeline/layers/Partitions") {
  static readonly layer = Layer.effect(
    Partitions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const existing = Effect.fnUntraced(function* ({ by, table }: Partitioned) {
        const time = (bound: string) =>
          sql.literal(
            by === "time"
              ? `${bound}::timestamptz`
              : `to_timestamp(('x' || left(replace(${bound}, '-', ''), 12))::bit(48)::bigint / 1000.0)`
          )
        return yield* sql<Partition>`SELECT name, ${time("bounds[1]")} AS from, ${time("bounds[2]")} AS to
          FROM (SELECT c.relname AS name, ARRAY[(regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM [(]''([^'']+)'))[1],
              (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO [(]''([^'']+)'))[1]] AS bounds
            FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
            WHERE i.inhparent = to_regclass(${table})) parts ORDER BY 3, 1`
      })

      const change = (statement: string) =>
        sql
          .withTransaction(Effect.andThen(sql.unsafe(lockTimeoutStatement), sql.unsafe(statement)))
          .pipe(Effect.retry(retryPolicy))

      const isCovered = (parts: ReadonlyArray<Partition>, { from, to }: Spans.Span) =>
        parts.some((part) => part.to !== null && part.to > from && (part.from === null || part.from < to))

      const takes = Effect.fnUntraced(function* (
        table: Partitioned,
        parts: ReadonlyArray<Partition>,
        span: Spans.Span
      ) {
        const by = sql(table.key[0])
        for (const { name } of parts.filter(isDefault)) {
          const rows = yield* sql`SELECT 1 AS one FROM ${sql(name)}
            WHERE ${by} >= ${valueAt(table, span.from)} AND ${by} < ${valueAt(table, span.to)} LIMIT 1`
          if (rows.length > 0) return true
        }
        return false
      })

      const isTaken = Effect.fn("Partitions.isTaken")(function* (table: Partitioned, span: Spans.Span) {
        return yield* takes(table, yield* existing(table), span)
      }, Sql.orDie)

      const make = Effect.fn("Partitions.make")(function* (table: Partitioned, at: string) {
        const parts = yield* existing(table)
        const missing = Spans.ahead(table.span, at, table.ahead).filter((span) => !isCovered(parts, span))
        // PostgreSQL would refuse only after locking the table and scanning all of the default partition.
        const free = yield* Effect.filter(missing, (span) =>
          Effect.map(takes(table, parts, span), (taken) => !taken)
        )
        // One failure doesn't keep the later partitions from being created.
        const [made, failed] = yield* Effect.partition(free, (span) => {
          const name = Spans.nameOf(table.table, table.span, span)
          const [from, to] = [valueAt(table, span.from), valueAt(table, span.to)]
          return change(
            `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table.table} FOR VALUES FROM ('${from}') TO ('${to}')`
          )
        })
        return failed[0] === undefined ? made.length : yield* Effect.fail(failed[0])
      }, Sql.orDie)

      const drop = Effect.fn("Partitions.drop")(function* (table: Partitioned, before: string) {
        const old = (yield* existing(table)).filter(({ to }) => to !== null && to <= before)
        for (const { name } of old) yield* change(`DROP TABLE IF EXISTS ${name}`)
        return old.length
      }, Sql.orDie)

      const listMixed = Effect.fn("Partitions.mixed")(function* (table: Partitioned, before: string) {
        const found: Array<string> = []
        for (const part of yield* existing(table)) {
          if (part.from !== null) continue
          // Without a workspace the query scans all rows if none is old. The default partition has few, but the old table may have
          // millions.
          const old = isDefault(part) ? sql`WHERE ${sql(table.key[0])} < ${valueAt(table, before)}` : sql``
          const rows = yield* sql`SELECT 1 AS one FROM ${sql(part.name)} ${old} LIMIT 1`
          if (rows.length > 0) found.push(part.name)
        }
        return found
      }, Sql.orDie)

      const expire = Effect.fn("Partitions.expire")(function* (
        table: Partitioned,
        partition: string,
        before: string,
        limit: number
      ) {
        const { workspaceId } = yield* Tenant
        const key = sql.literal(table.key.join(", "))
        const by = sql(table.key[0])
        const rows =
          yield* sql`DELETE FROM ${sql(partition)} WHERE workspace_id = ${workspaceId} AND (${key}) IN (
          SELECT ${key} FROM ${sql(partition)} WHERE workspace_id = ${workspaceId} AND ${by} < ${valueAt(table, before)}
          ORDER BY ${by} ${Sql.limit(sql, limit)}) RETURNING 1 AS one`
        return rows.length
      }, Sql.orDie)

      const coveredUntil = Effect.fn("Partitions.coveredUntil")(function* (table: Partitioned, at: string) {
        let until: string | null = null
        for (const { from, to } of yield* existing(table)) {
          if (to !== null && to > (until ?? at) && (from === null || from <= (until ?? at))) until = to
        }
        return until
      }, Sql.orDie)

      return Partitions.of({ make, drop, listMixed, expire, coveredUntil, isTaken })
    })
  )
}
