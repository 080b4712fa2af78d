/** Erases a text from every table of the workspace, so that no column has to be listed. */
import * as MultiShardStatements from "../database/citus/MultiShardStatements.ts"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as ErasureTerms from "../../src/privacy/rules/ErasureTerms.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"

/** Tables with their own code for erasure, because their rows are sealed or signed. */
const excludedTables = new Set(["audit", "audit_heads", "audit_seals"])

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
}

/** Text columns of the tables with a `workspace_id`. Partitions are reached through their parent table. */
const columnsOf = (sql: Sql.Sql) =>
  sql<Column>`SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND format_type(a.atttypid, a.atttypmod) IN ('text', 'json', 'jsonb', 'text[]', 'character varying')
      AND EXISTS (SELECT FROM pg_attribute w WHERE w.attrelid = c.oid AND w.attname = 'workspace_id')
    ORDER BY 1, 2`

/** The rows to search in a table; undefined means all tables. */
export interface Part {
  readonly table: string
  readonly column: string
  readonly ids: ReadonlyArray<string>
}

/** Replaces matches in all tables or in a part of one, and returns the number of rows per table. With `dry`, only counts them. */
export const run = Effect.fnUntraced(function* (pattern: string, dry: boolean, part?: Part) {
  const sql = yield* SqlClient.SqlClient
  const { workspaceId } = yield* Tenant
  const counts: Record<string, number> = {}
  const byTable = Map.groupBy(yield* columnsOf(sql), ({ table }) => table)
  for (const [table, columns] of byTable) {
    if (excludedTables.has(table) || (part !== undefined && part.table !== table)) continue
    // Item by item, because Citus requires immutable functions in an UPDATE, and casting an array to text isn't.
    const has = columns.map(({ name, type }) =>
      type === "text[]"
        ? sql`EXISTS (SELECT FROM unnest(${sql(name)}) item WHERE item ~* ${pattern})`
        : sql`${sql(name)}::text ~* ${pattern}`
    )
    const where = [
      sql`workspace_id = ${workspaceId}`,
      sql.or(has),
      ...(part === undefined ? [] : [sql.in(part.column, part.ids)])
    ]
    const set = columns.map(({ name, type }) =>
      type === "text[]"
        ? sql`${sql(name)} = ARRAY(SELECT regexp_replace(item, ${pattern}, ${ErasureTerms.erased}, 'gi') FROM unnest(${sql(name)}) item)`
        : sql`${sql(name)} = regexp_replace(${sql(name)}::text, ${pattern}, ${ErasureTerms.erased}, 'gi')::${sql.literal(type)}`
    )
    const name = sql.literal(MultiShardStatements.nameFor(table))
    const rows = dry
      ? yield* sql<{ n: number }>`${name}SELECT count(*)::int AS n FROM ${sql(table)} WHERE ${sql.and(where)}`
      : yield* sql<{
          n: number
        }>`${name}WITH changed AS (UPDATE ${sql(table)} SET ${sql.csv(set)} WHERE ${sql.and(where)}
          RETURNING 1) SELECT count(*)::int AS n FROM changed`
    if (rows[0]!.n > 0) counts[table] = rows[0]!.n
  }
  return counts
}, Sql.orDie)
