/** Finds and locks the rows that match the filter of a bulk change. */
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import * as Sql from "./Sql.ts"

/** Returns the ordered IDs or, if more than `most` match, their number up to `limit`. `from` and `id` are SQL. */
export const lock = Effect.fnUntraced(function* <Id extends string>(
  sql: Sql.Sql,
  { from, id: column }: { readonly from: string; readonly id: string },
  conditions: ReadonlyArray<Statement.Fragment>,
  { limit, most }: { readonly most: number; readonly limit: number }
) {
  const [table, id, match] = [sql.literal(from), sql.literal(column), sql.and(conditions)]
  const found = yield* sql<{ id: Id }>`SELECT ${id} FROM ${table} WHERE ${match}
    ${Sql.limit(sql, most + 1)}`.unprepared
  if (found.length > most) return (yield* Sql.counts(sql, from, [conditions], limit))[0]!
  if (found.length === 0) return []
  const ids = found.map((row) => row.id)
  // A row changed during the wait may not match any more, so the condition is checked again.
  const locked = yield* sql<{ id: Id }>`SELECT ${id} FROM ${table}
    WHERE ${match} AND ${sql.in(column, ids)} ORDER BY ${id} FOR UPDATE`.unprepared
  return locked.map((row) => row.id)
})
