/** What Citus itself counted of the statements of a service. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Statements on one shard and on several, so far, in the database of the service. */
export const counted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ several: string; one: string }>`SELECT
    sum(query_execution_multi_shard)::text AS several, sum(query_execution_single_shard)::text AS one
    FROM citus_stat_counters WHERE oid = (SELECT oid FROM pg_database WHERE datname = current_database())`
  return { several: Number(row!.several), one: Number(row!.one) }
})

/** How many statements on several shards something needed. */
export const severalOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const before = yield* counted
  yield* effect
  return (yield* counted).several - before.several
})
