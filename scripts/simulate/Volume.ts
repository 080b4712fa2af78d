/** Rows, their bytes, and the log, as PostgreSQL tells them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Costs } from "./Inputs.ts"

interface Volume {
  readonly wal: number
  readonly rows: ReadonlyMap<string, number>
}

/** Tables and partitioned tables, without partitions. */
const tables = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`
).pipe(Effect.map((rows) => rows.map(({ name }) => name)))

export const now = Effect.fnUntraced(function* (counting: boolean) {
  const sql = yield* SqlClient.SqlClient
  const rows = new Map<string, number>()
  for (const name of counting ? yield* tables : []) {
    const [row] = yield* sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql(name)}`
    rows.set(name, row!.count)
  }
  const [at] = yield* sql<{ wal: number }>`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal`
  return { wal: at!.wal, rows } satisfies Volume
})

/** Rows that each of `requests` added, by table. */
export const added = (before: Volume, after: Volume, requests: number) =>
  Object.fromEntries(
    [...after.rows].flatMap(([name, count]) => {
      const rows = Number(((count - (before.rows.get(name) ?? 0)) / requests).toFixed(2))
      return rows > 0 ? [[name, rows]] : []
    })
  )

/** Below this the first pages of a table and its indexes weigh too much. */
const enough = 250

/** Bytes per row of each table with enough rows, partitions and long values included. */
export const rowSizes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { rows } = yield* now(true)
  const sizes: Record<string, Costs["rows"][string]> = {}
  for (const [name, count] of rows) {
    if (count < enough) continue
    const [all] = yield* sql<{ table: number; indexes: number }>`SELECT
        sum(pg_table_size(c.oid))::float8 AS table, sum(pg_indexes_size(c.oid))::float8 AS indexes
      FROM pg_class c WHERE c.oid = ${name}::regclass
        OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = ${name}::regclass)`
    sizes[name] = { table: Math.round(all!.table / count), indexes: Math.round(all!.indexes / count) }
  }
  return sizes
})

export const version = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ version: string }>`SELECT 'PostgreSQL ' || current_setting('server_version') AS version`
).pipe(Effect.map((rows) => rows.map(({ version }) => version)))
