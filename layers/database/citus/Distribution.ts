/** Spreads the tables over the nodes of a Citus cluster, as migrations/distribution.ts says. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { byColumn, byWorkspace, reference } from "../../../migrations/distribution.ts"

/** A table and the column that says which shard a row is in; null for a reference table. */
export interface Spread {
  readonly table: string
  readonly column: string | null
}

/** The tables of one workspace are colocated with this one. */
const anchor = byWorkspace[0]!

/** Reference tables first, since foreign keys of the others refer to them. */
export const intended: ReadonlyArray<Spread> = [
  ...reference.map((table) => ({ table, column: null })),
  ...byWorkspace.map((table) => ({ table, column: "workspace_id" })),
  ...Object.entries(byColumn).map(([table, column]) => ({ table, column }))
]

const isThere = (relation: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ there: boolean }>`SELECT to_regclass(${relation}) IS NOT NULL AS there`
    return row!.there
  })

/** Whether the extension is installed in this database. */
export const isCitus = isThere("pg_catalog.pg_dist_partition")

/** The tables of this schema as they are spread; those of one server alone are left out. */
export const actual = Effect.gen(function* () {
  if (!(yield* isCitus)) return []
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Spread>`SELECT c.relname AS table, CASE p.partmethod WHEN 'h'
      THEN column_to_column_name(p.logicalrelid, p.partkey) END AS column
    FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND NOT c.relispartition
      AND (p.partmethod = 'h' OR p.repmodel = 't') ORDER BY c.relname`
})

/** Whether this is a node of a cluster that can't change the schema. */
export const isWorker = Effect.gen(function* () {
  if (!(yield* isCitus)) return false
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ worker: boolean }>`SELECT groupid <> 0 AS worker FROM pg_dist_local_group`
  return row?.worker ?? false
})

/** Whether this database is distributed, so that new tables must be as well. */
export const isDistributed = Effect.map(actual, (tables) => tables.some(({ table }) => table === anchor))

/** The tables of this schema; a partition goes where its table goes. */
export const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace
    ORDER BY relname`
  return rows.map(({ name }) => name)
})

interface Size {
  /** As the planner estimates them. */
  readonly rows: number
  readonly bytes: number
}

/** How large the tables of this schema are on this node, indexes and partitions included. */
export const sizes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Size & { table: string }>`SELECT c.relname AS table,
      sum(greatest(p.reltuples, 0))::float8 AS rows, sum(pg_total_relation_size(p.oid))::float8 AS bytes
    FROM pg_class c JOIN pg_class p ON p.oid = c.oid OR p.oid IN (SELECT relid FROM pg_partition_tree(c.oid))
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
    GROUP BY c.oid, c.relname`
  return new Map(rows.map(({ bytes, rows, table }) => [table, { rows, bytes }]))
})

/** How large the spread tables are on all nodes, partitions included; none where the database is not distributed. */
export const bytesOnNodes = Effect.gen(function* () {
  if (!(yield* isDistributed)) return new Map<string, number>()
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; bytes: number }>`SELECT root.relname AS name,
      sum(s.shard_size)::float8 AS bytes
    FROM citus_shards s JOIN pg_class root ON root.oid = coalesce(pg_partition_root(s.table_name), s.table_name)
    GROUP BY root.relname`
  return new Map(rows.map(({ bytes, name }) => [name, bytes]))
})

/** The intended tables that are there and not spread yet. */
export const lacking = Effect.gen(function* () {
  const spread = new Set((yield* actual).map(({ table }) => table))
  const there = new Set(yield* tables)
  return intended.filter(({ table }) => there.has(table) && !spread.has(table))
})

/**
 * In a transaction that changes distributed tables: on one connection a node, so that statements on many shards can be followed
 * by any other, and without letting Citus manage tables that are still local.
 */
export const inSequence = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`
  yield* sql`SET LOCAL citus.enable_local_reference_table_foreign_keys = off`
  // Citus reports each table that it copies.
  yield* sql`SET LOCAL client_min_messages = 'warning'`
})

/**
 * What the role needs in this database. Citus sends workers no settings of a session: they take those of the role. And a
 * statement on many shards at once keeps its transaction from writing a reference table after it: one after the other doesn't.
 */
export const setRole = Effect.fnUntraced(function* (lockTimeout: number) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ name: string }>`SELECT quote_ident(current_database()) AS name`
  const settings = {
    lock_timeout: `${lockTimeout}ms`,
    "citus.multi_shard_modify_mode": "sequential"
  }
  for (const [name, value] of Object.entries(settings)) {
    yield* sql.unsafe(`ALTER ROLE CURRENT_USER IN DATABASE ${row!.name} SET ${name} = '${value}'`)
  }
  return settings
})

const place = Effect.fnUntraced(function* ({ column, table }: Spread) {
  const sql = yield* SqlClient.SqlClient
  if (column === null) return yield* sql`SELECT create_reference_table(${table}::regclass)`
  const beside = column === "workspace_id" && table !== anchor ? anchor : "none"
  yield* sql`SELECT create_distributed_table(${table}::regclass, ${column}, colocate_with => ${beside})`
})

/** Spreads what is lacking, in the transaction of the caller: rows are copied, and the coordinator's own stay. */
export const complete = Effect.fn("Distribution.complete")(function* () {
  const missing = yield* lacking
  if (missing.length === 0) return missing
  yield* inSequence
  yield* Effect.forEach(missing, place)
  return missing
})

/** The tables whose rows the coordinator still has from before, which nobody reads any more. */
export const leftovers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const spread = (yield* actual).map(({ table }) => table)
  if (spread.length === 0) return []
  const rows = yield* sql<{ name: string }>`SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND ${sql.in("c.relname", spread)}
      AND EXISTS (SELECT FROM pg_partition_tree(c.oid) p WHERE p.isleaf AND pg_relation_size(p.relid) > 0
        UNION ALL SELECT WHERE c.relkind = 'r' AND pg_relation_size(c.oid) > 0)
    ORDER BY c.relname`
  return rows.map(({ name }) => name)
})

/** Removes them; no table may be local any more that refers to one of these. */
export const clear = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT truncate_local_data_after_distributing_table(${table}::regclass)`
})

/** Spreads what a migration has made, in its transaction, in a database that is distributed. */
export const extend = Effect.gen(function* () {
  for (const { table } of yield* complete()) yield* clear(table)
})

/** Spreads a migrated database over the nodes that its coordinator knows, all or nothing. */
export const distribute = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const work = Effect.tap(complete(), () => Effect.flatMap(leftovers, Effect.forEach(clear)))
  return yield* sql.withTransaction(work)
})
