/** Checks that the schema can be distributed as listed in migrations/distribution.ts. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Distribution from "./Distribution.ts"

interface Key {
  readonly table: string
  readonly name: string
  /** The columns of a primary or unique key, or the referencing columns of a foreign key. */
  readonly columns: ReadonlyArray<string>
  /** The table that a foreign key refers to. */
  readonly refersTo: string | null
}

const keys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Key>`SELECT t.relname AS table, i.relname AS name, NULL AS "refersTo", ARRAY(
        SELECT coalesce(a.attname::text, '(expression)') FROM unnest(x.indkey) WITH ORDINALITY k(attnum, place)
        LEFT JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.attnum AND a.attnum > 0
        WHERE k.place <= x.indnkeyatts ORDER BY k.place) AS columns
      FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      WHERE (x.indisunique OR x.indisexclusion) AND NOT t.relispartition AND t.relkind IN ('r', 'p')
        AND t.relnamespace = current_schema()::regnamespace
    UNION ALL
    SELECT t.relname, c.conname, c.confrelid::regclass::text, ARRAY(
        SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY k(attnum, place)
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum ORDER BY k.place)
      FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
      WHERE c.contype = 'f' AND NOT t.relispartition AND t.relnamespace = current_schema()::regnamespace
    ORDER BY 1, 2`
})

/** Returns why a key isn't possible; undefined if it is. Citus checks a key within one shard. */
const problemOf = (key: Key, columns: ReadonlyMap<string, string | null>): string | undefined => {
  const column = columns.get(key.table)
  const target = key.refersTo === null ? undefined : columns.get(key.refersTo)
  if (column === undefined) return undefined
  if (column === null) {
    return typeof target === "string"
      ? `the key ${key.name} of the reference table ${key.table} refers to the distributed table ${key.refersTo}`
      : undefined
  }
  // A reference table has all its rows on each node.
  if (key.refersTo !== null && target === null) return undefined
  const fits = column === "workspace_id" ? key.columns[0] === column : key.columns.includes(column)
  return fits ? undefined : `the key ${key.name} of ${key.table} is not led by ${column}`
}

/** Returns the problems of the schema, each as a clause of a sentence. */
export const problems = Effect.gen(function* () {
  const columns = new Map(Distribution.intended.map(({ column, table }) => [table, column]))
  const strangers = (yield* Distribution.tables).filter((table) => !columns.has(table))
  const misfits = (yield* keys).flatMap((key) => problemOf(key, columns) ?? [])
  const others = (yield* Distribution.actual).filter(
    ({ column, table }) => columns.has(table) && columns.get(table) !== column
  )
  return [
    ...strangers.map((table) => `the table ${table} is in no list of migrations/distribution.ts`),
    ...misfits,
    ...others.map(
      ({ column, table }) =>
        `the table ${table} is already ${column === null ? "a reference table" : `distributed by ${column}`}, not ${columns.get(table) ?? "a reference table"}`
    )
  ]
})
