/** What makes databases of the same name on the nodes of a Citus cluster one distributed database, which can be cloned. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Distribution from "../../../layers/database/citus/Distribution.ts"

/** As few as show a statement that asks several: each is a table on a node, which a clone copies. */
const shards = 2

const placeOf = (url: string) => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port || 5432) }
}

/** The workers that the database of the coordinator's address knows, with its credentials. */
export const workers = Effect.fnUntraced(function* (url: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; port: number }>`SELECT nodename AS name, nodeport AS port
    FROM pg_dist_node WHERE groupid <> 0 AND isactive ORDER BY nodeid`
  return rows.map(({ name, port }) => {
    const worker = new URL(url)
    worker.host = `${name}:${port}`
    return worker.toString()
  })
})

/** On every node. */
export const extend = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE EXTENSION IF NOT EXISTS citus`)

/** On the coordinator, which holds the shards itself if there are no workers. */
export const introduce = Effect.fnUntraced(function* (url: string, workers: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const { host, port } = placeOf(url)
  yield* sql`SELECT citus_set_coordinator_host(${host}, ${port})`
  for (const worker of workers.map(placeOf)) yield* sql`SELECT citus_add_node(${worker.host}, ${worker.port})`
  if (workers.length === 0)
    yield* sql`SELECT citus_set_node_property(${host}, ${port}, 'shouldhaveshards', true)`
})

/** On the coordinator, after the migrations. */
export const distribute = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`SET citus.shard_count = ${shards}`)
  yield* Distribution.distribute
})

/** On every node: nobody is connected any more, and Citus' own processes stay away, so that it can be cloned. */
export const freeze = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER DATABASE ${sql(name)} ALLOW_CONNECTIONS false`
  yield* sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = ${name}`
})

/** On the coordinator, in a clone: sessions don't hand their limits on to the workers. */
export const limit = Distribution.setRole(5_000)
