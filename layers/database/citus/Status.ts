/** `admin database status` shows how rows are distributed and what needs the operator's attention. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as MultiShardStatements from "./MultiShardStatements.ts"
import * as CitusChecks from "./CitusChecks.ts"
import * as Distribution from "./Distribution.ts"

interface NodeShards {
  readonly node: string
  readonly shards: number
  readonly bytes: number
}

const nodeShards = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<NodeShards>`SELECT n.nodename || ':' || n.nodeport AS node, count(s.shardid)::int AS shards,
      coalesce(sum(s.shard_size), 0)::float8 AS bytes
    FROM pg_dist_node n LEFT JOIN citus_shards s ON s.nodename = n.nodename AND s.nodeport = n.nodeport
      AND s.citus_table_type = 'distributed'
    WHERE n.isactive AND n.noderole = 'primary' AND n.shouldhaveshards GROUP BY 1 ORDER BY 1`
})

interface Group {
  readonly by: string
  readonly tables: number
  readonly shards: number
  readonly bytes: number
}

const groups = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Group>`SELECT coalesce(min(column_to_column_name(p.logicalrelid, p.partkey)), '(reference)') AS by,
      count(DISTINCT p.logicalrelid)::int AS tables, count(DISTINCT s.shardid)::int AS shards,
      coalesce(sum(s.shard_size), 0)::float8 AS bytes
    FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
    LEFT JOIN citus_shards s ON s.table_name = p.logicalrelid
    WHERE NOT c.relispartition AND p.colocationid > 0 GROUP BY p.colocationid ORDER BY bytes DESC`
})

interface Tenant {
  readonly workspace: string
  readonly name: string
  readonly deals: number
  readonly node: string
  /** Whether its shards contain no other workspace. */
  readonly alone: boolean
}

/** Uses the existing deal totals, so that no large table is read. */
const largest = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Tenant>`WITH most AS MATERIALIZED (
      SELECT workspace_id, sum(deals)::float8 AS deals FROM deal_totals
      WHERE key LIKE 'stage:%' GROUP BY workspace_id ORDER BY 2 DESC, 1 LIMIT 10),
    placed AS (SELECT m.*, get_shard_id_for_distribution_column('teams', m.workspace_id) AS shardid FROM most m)
    SELECT p.workspace_id AS workspace, w.name, p.deals, n.nodename || ':' || n.nodeport AS node,
      s.shardminvalue = s.shardmaxvalue AS alone
    FROM placed p JOIN workspaces w ON w.id = p.workspace_id JOIN pg_dist_shard s ON s.shardid = p.shardid
    JOIN pg_dist_placement l ON l.shardid = p.shardid JOIN pg_dist_node n ON n.groupid = l.groupid
    ORDER BY p.deals DESC, p.workspace_id`
})

interface Executions {
  readonly oneShard: number
  readonly severalShards: number
}

/** Statements that all nodes ran since their counters were reset; null if they don't count. */
const executions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [support] = yield* sql<{
    counted: boolean
  }>`SELECT to_regclass('pg_catalog.citus_stat_counters') IS NOT NULL
    AND current_setting('citus.enable_stat_counters', true) = 'on' AS counted`
  if (!support!.counted) return null
  const [sums] = yield* sql<Executions>`SELECT
      sum((r.result::json ->> 0)::float8) AS "oneShard", sum((r.result::json ->> 1)::float8) AS "severalShards"
    FROM run_command_on_all_nodes($$SELECT json_build_array(
      coalesce(sum(query_execution_single_shard), 0), coalesce(sum(query_execution_multi_shard), 0))
      FROM citus_stat_counters WHERE name = current_database()$$) r WHERE r.success`
  return sums!
})

interface NamedStatement {
  readonly name: string
  readonly what: string
  /** Executions through this node since the counters were reset; null without `pg_stat_statements`. */
  readonly calls: number | null
}

/** Statements that are meant to query several shards. */
const several = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [support] = yield* sql<{ counted: boolean }>`SELECT to_regclass('pg_stat_statements') IS NOT NULL
    AND current_setting('pg_stat_statements.track', true) <> 'none' AS counted`
  const found =
    support!.counted === true
      ? yield* sql<{
          name: string
          calls: number
        }>`SELECT substring(query FROM ${MultiShardStatements.pattern}) AS name,
          sum(calls)::float8 AS calls FROM pg_stat_statements
        WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query ~ ${MultiShardStatements.pattern}
        GROUP BY 1`
      : undefined
  const calls = (name: string) => found && (found.find((one) => one.name === name)?.calls ?? 0)
  return Object.entries(MultiShardStatements.statements).map(([name, { what }]): NamedStatement => ({
    name,
    what,
    calls: calls(name) ?? null
  }))
})

/** The largest node's bytes divided by the average; 1 means balanced. */
const skewOf = (nodes: ReadonlyArray<NodeShards>) => {
  const total = nodes.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total === 0) return 1
  const most = Math.max(...nodes.map(({ bytes }) => bytes))
  return Math.round(((most * nodes.length) / total) * 100) / 100
}

export const make = Effect.fn("Status.make")(function* (pending: ReadonlyArray<string>) {
  const facts = yield* CitusChecks.look(pending)
  if (!(yield* Distribution.isDistributed)) return { citus: facts.citus, distributed: false as const }
  const nodes = yield* nodeShards
  return {
    citus: facts.citus,
    distributed: true as const,
    skew: skewOf(nodes),
    executions: yield* executions,
    several: yield* several,
    lacking: (yield* Distribution.lacking).map(({ table }) => table),
    nodes,
    groups: yield* groups,
    largest: yield* largest,
    warnings: CitusChecks.warnings(facts)
  }
})
