/** Moves shards of a distributed database between nodes while the service runs. */
import { Clock, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { insist } from "../../../migrations/Ahead.ts"
import * as CitusChecks from "./CitusChecks.ts"
import * as Distribution from "./Distribution.ts"
import { Refused } from "./Distribute.ts"

const ready = Effect.gen(function* () {
  const facts = yield* CitusChecks.look([])
  const refusal = CitusChecks.clusterRefusal(facts)
  if (refusal !== undefined) return yield* new Refused(refusal)
  if (yield* Distribution.isDistributed) return facts
  return yield* new Refused({
    code: "not_distributed",
    message: "The database is not distributed: run npm run admin -- database distribute first."
  })
})

const seconds = (from: number, to: number) => Math.round((to - from) / 100) / 10

interface Shard {
  readonly shard: string
  readonly node: string
  readonly alone: boolean
}

const shardOf = Effect.fnUntraced(function* (workspace: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Shard>`SELECT s.shardid::text AS shard, n.nodename || ':' || n.nodeport AS node,
      s.shardminvalue = s.shardmaxvalue AS alone
    FROM pg_dist_shard s JOIN pg_dist_placement l USING (shardid) JOIN pg_dist_node n USING (groupid)
    WHERE s.shardid = get_shard_id_for_distribution_column('teams', ${workspace}::uuid)`
  return row!
})

/** The active worker with the fewest bytes, other than `beside`; undefined if there is no other. */
const lightest = Effect.fnUntraced(function* (beside: string) {
  const sql = yield* SqlClient.SqlClient
  const [node] = yield* sql<{ id: number }>`SELECT n.nodeid AS id FROM pg_dist_node n
    LEFT JOIN citus_shards s ON s.nodename = n.nodename AND s.nodeport = n.nodeport
    WHERE n.isactive AND n.noderole = 'primary' AND n.shouldhaveshards AND n.nodename || ':' || n.nodeport <> ${beside}
    GROUP BY n.nodeid ORDER BY coalesce(sum(s.shard_size), 0), n.nodeid LIMIT 1`
  return node?.id
})

interface Span {
  readonly hash: number
  readonly least: number
  readonly most: number
}

/** Split points that give one hash a shard of its own: the last hash of each part but the last. */
export const pointsAround = ({ hash, least, most }: Span): ReadonlyArray<number> =>
  [hash - 1, hash].filter((point) => point >= least && point < most)

const spanOf = Effect.fnUntraced(function* (workspace: string, shard: string) {
  const sql = yield* SqlClient.SqlClient
  const [span] = yield* sql<Span>`SELECT worker_hash(${workspace}::uuid) AS hash,
      shardminvalue::int AS least, shardmaxvalue::int AS most
    FROM pg_dist_shard WHERE shardid = ${shard}::bigint`
  return span!
})

/**
 * Splits a shard online; writes wait for seconds at the end. All parts go to another node: on the same one, Citus 13.2 creates primary keys
 * after it starts to record changes, so an update in between fails ("publisher did not send replica identity column").
 */
const divide = Effect.fnUntraced(function* (workspace: string, shard: string, node: number) {
  const sql = yield* SqlClient.SqlClient
  const points = pointsAround(yield* spanOf(workspace, shard))
  const nodes = [node, ...points.map(() => node)]
  yield* insist(
    sql`SELECT citus_split_shard_by_split_points(${shard}::bigint, ${points.map(String)}::text[], ${nodes}::int[], 'force_logical')`
  )
})

/** Splits a shard without another node. Writes to it wait until everything is copied. */
const divideBlocking = Effect.fnUntraced(function* (workspace: string) {
  const sql = yield* SqlClient.SqlClient
  yield* insist(
    sql`SELECT isolate_tenant_to_new_shard('teams', ${workspace}::uuid, 'CASCADE', shard_transfer_mode => 'block_writes')`
  )
})

/** Gives a workspace its own shards, which can then be moved. */
export const isolate = Effect.fn("Shards.isolate")(function* (workspace: string) {
  const isOnline = CitusChecks.movesOnline(yield* ready)
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ name: string }>`SELECT name FROM workspaces WHERE id = ${workspace}`
  if (found === undefined) {
    return yield* new Refused({ code: "not_found", message: `There is no workspace ${workspace}.` })
  }
  const begun = yield* Clock.currentTimeMillis
  const before = yield* shardOf(workspace)
  const other = isOnline && !before.alone ? yield* lightest(before.node) : undefined
  if (other !== undefined) yield* divide(workspace, before.shard, other)
  else if (!before.alone) yield* divideBlocking(workspace)
  const { node, shard } = yield* shardOf(workspace)
  return {
    workspace: { id: workspace, name: found.name },
    changed: !before.alone,
    writesWaited: !before.alone && other === undefined,
    shard,
    node,
    seconds: seconds(begun, yield* Clock.currentTimeMillis)
  }
})

interface Job {
  readonly id: string
  readonly state: string
  readonly description: string
}

const latest = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [job] = yield* sql<Job>`SELECT job_id::text AS id, state::text AS state, description
    FROM citus_rebalance_status() LIMIT 1`
  return job
})

interface Move {
  /** One of the shards that move together. */
  readonly shard: string
  readonly tables: number
  readonly from: string
  readonly to: string
}

/** The moves that would balance the nodes. Shards of the same workspaces move together. */
export const moves = Effect.gen(function* () {
  yield* ready
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Move>`SELECT min(m.shardid)::text AS shard, count(DISTINCT m.table_name)::int AS tables,
      m.sourcename || ':' || m.sourceport AS from, m.targetname || ':' || m.targetport AS to
    FROM get_rebalance_table_shards_plan() m JOIN pg_dist_shard s USING (shardid)
    JOIN pg_dist_partition p ON p.logicalrelid = s.logicalrelid
    GROUP BY p.colocationid, s.shardminvalue, 3, 4 ORDER BY min(m.shardid)`
})

const isRunning = (job: Job | undefined) => job?.state === "scheduled" || job?.state === "running"

/** Moves shards until the nodes are balanced. Background workers of the servers do it, so they continue if this command is stopped. */
export const rebalance = Effect.gen(function* () {
  const planned = yield* moves
  const sql = yield* SqlClient.SqlClient
  const begun = yield* Clock.currentTimeMillis
  if (!isRunning(yield* latest)) {
    if (planned.length === 0) return { moves: [], state: "even", seconds: 0 }
    yield* sql`SELECT citus_rebalance_start(shard_transfer_mode => 'force_logical')`
  }
  const job = yield* Effect.repeat(latest, {
    while: isRunning,
    schedule: Schedule.spaced("1 second")
  })
  if (job?.state !== "finished") {
    return yield* new Refused({
      code: "rebalance_failed",
      message: `The job ${job?.id} is ${job?.state}: look at SELECT * FROM citus_rebalance_status(), and run this again.`
    })
  }
  return { moves: planned, state: job.state, seconds: seconds(begun, yield* Clock.currentTimeMillis) }
})
