/** Distributes the tables over the nodes of a Citus cluster, as listed in migrations/distribution.ts. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { byColumn, byWorkspace, reference } from "../../../migrations/distribution.ts"

/** A table and its distribution column; null for a reference table. */
export interface Spread {
  readonly table: string
  readonly column: string | null
}

/** All tables of a workspace are colocated with this one. */
const anchor = byWorkspace[0]!

/** Reference tables come first, because foreign keys of the others refer to them. */
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

/** The distributed and reference tables of this schema. Local tables are left out. */
export const actual = Effect.gen(function* () {
  if (!(yield* isCitus)) return []
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Spread>`SELECT c.relname AS table, CASE p.partmethod WHEN 'h'
      THEN column_to_column_name(p.logicalrelid, p.partkey) END AS column
    FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND NOT c.relispartition
      AND (p.partmethod = 'h' OR p.repmodel = 't') ORDER BY c.relname`
})

/** Whether this is a worker node, which can't change the schema. */
export const isWorker = Effect.gen(function* () {
  if (!(yield* isCitus)) return false
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ worker: boolean }>`SELECT groupid <> 0 AS worker FROM pg_dist_local_group`
  return row?.worker ?? false
})

/** Whether this database is distributed, so that new tables must be too. */
export const isDistributed = Effect.map(actual, (tables) => tables.some(({ table }) => table === anchor))

/** The tables of this schema without partitions, which follow their table. */
export const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace
    ORDER BY relname`
  return rows.map(({ name }) => name)
})

interface Size {
  /** The planner's estimate. */
  readonly rows: number
  readonly bytes: number
}

/** Sizes of this schema's tables on this node, including indexes and partitions. */
export const sizes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Size & { table: string }>`SELECT c.relname AS table,
      sum(greatest(p.reltuples, 0))::float8 AS rows, sum(pg_total_relation_size(p.oid))::float8 AS bytes
    FROM pg_class c JOIN pg_class p ON p.oid = c.oid OR p.oid IN (SELECT relid FROM pg_partition_tree(c.oid))
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
    GROUP BY c.oid, c.relname`
  return new Map(rows.map(({ bytes, rows, table }) => [table, { rows, bytes }]))
})

/** Bytes of the distributed tables on all nodes, including partitions; empty if the database isn't distributed. */
export const bytesOnNodes = Effect.gen(function* () {
  if (!(yield* isDistributed)) return new Map<string, number>()
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; bytes: number }>`SELECT root.relname AS name,
      sum(s.shard_size)::float8 AS bytes
    FROM citus_shards s JOIN pg_class root ON root.oid = coalesce(pg_partition_root(s.table_name), s.table_name)
    GROUP BY root.relname`
  return new Map(rows.map(({ bytes, name }) => [name, bytes]))
})

/** The intended tables that exist and are not distributed yet. */
export const lacking = Effect.gen(function* () {
  const spread = new Set((yield* actual).map(({ table }) => table))
  const there = new Set(yield* tables)
  return intended.filter(({ table }) => there.has(table) && !spread.has(table))
})

/**
 * For transactions that change distributed tables: uses one connection per node, so that any statement can follow one on many shards, and
 * keeps Citus from managing local tables.
 */
export const inSequence = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`
  yield* sql`SET LOCAL citus.enable_local_reference_table_foreign_keys = off`
  // Suppresses a notice for each table that Citus copies.
  yield* sql`SET LOCAL client_min_messages = 'warning'`
})

/**
 * Sets the role's parameters in this database. Workers use those, because Citus doesn't forward session settings. Sequential mode lets a
 * transaction write a reference table after a statement on many shards.
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

/** Distributes the remaining tables in the caller's transaction. Rows are copied, and the coordinator keeps its own. */
export const complete = Effect.fn("Distribution.complete")(function* () {
  const missing = yield* lacking
  if (missing.length === 0) return missing
  yield* inSequence
  yield* Effect.forEach(missing, place)
  return missing
})

/** Tables whose old rows the coordinator still has, although nothing reads them. */
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

/** Removes the local rows of a table. No local table may refer to it any more. */
export const clear = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT truncate_local_data_after_distributing_table(${table}::regclass)`
})

/** Distributes the tables that a migration created, in its transaction. */
export const extend = Effect.gen(function* () {
  for (const { table } of yield* complete()) yield* clear(table)
})

/** Distributes a migrated database over the coordinator's nodes, in one transaction. */
export const distribute = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const work = Effect.tap(complete(), () => Effect.flatMap(leftovers, Effect.forEach(clear)))
  return yield* sql.withTransaction(work)
})
