/** Moves rows of a distributed database between its nodes while the service goes on. */
import { Clock, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { insist } from "../../../../migrations/Ahead.ts"
import * as Checks from "./Checks.ts"
import * as Distribution from "./Distribution.ts"
import { Refused } from "./Distribute.ts"

const ready = Effect.gen(function* () {
  const refusal = Checks.clusterRefusal(yield* Checks.look([]))
  if (refusal !== undefined) return yield* new Refused(refusal)
  if (yield* Distribution.isDistributed) return
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

/** Gives a workspace shards of its own, which may then be moved; its own writes wait meanwhile. */
export const isolate = Effect.fn("Shards.isolate")(function* (workspace: string) {
  yield* ready
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ name: string }>`SELECT name FROM workspaces WHERE id = ${workspace}`
  if (found === undefined) {
    return yield* new Refused({ code: "not_found", message: `There is no workspace ${workspace}.` })
  }
  const begun = yield* Clock.currentTimeMillis
  const before = yield* shardOf(workspace)
  // Without blocking, it waits forever for tables that logical replication has no identity for.
  if (!before.alone) {
    yield* insist(
      sql`SELECT isolate_tenant_to_new_shard('teams', ${workspace}::uuid, 'CASCADE', shard_transfer_mode => 'block_writes')`
    )
  }
  const { node, shard } = yield* shardOf(workspace)
  return {
    workspace: { id: workspace, name: found.name },
    changed: !before.alone,
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

/** The moves that would make the nodes even; shards of the same workspaces move together. */
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

/** Moves shards until the nodes are even, by the servers' own workers: a run that is ended here goes on there. */
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
