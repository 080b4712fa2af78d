/** Finds all rows that a change of many means by a filter, and locks them. */
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import * as Sql from "./Sql.ts"

/** Their ids, in order; if more than `most` match, their number, counted up to `limit`. `from` and `id` are as in SQL. */
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
  // One that was changed while this waited may not match any more: PostgreSQL checks again.
  const locked = yield* sql<{ id: Id }>`SELECT ${id} FROM ${table}
    WHERE ${match} AND ${sql.in(column, ids)} ORDER BY ${id} FOR UPDATE`.unprepared
  return locked.map((row) => row.id)
})
