/** Finds what keeps a database from being distributed, and warnings for its operator. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Distribution from "./Distribution.ts"
import * as DistributionProblems from "./DistributionProblems.ts"

export interface Node {
  readonly name: string
  readonly isCoordinator: boolean
  /** Why the node doesn't answer; null if it does. */
  readonly problem: string | null
  readonly preparedTransactions: number
  readonly walLevel: string
  /** Null if the server has no such setting. */
  readonly outputPlugins: string | null
  /** Prepared transactions of this database that have been open for over a minute. */
  readonly leftover: number
}

export interface Facts {
  /** Version such as "13.2-1"; null without the extension. */
  readonly citus: string | null
  readonly isCoordinator: boolean
  readonly nodes: ReadonlyArray<Node>
  /** Migrations that have not run yet. */
  readonly pending: ReadonlyArray<string>
  readonly problems: ReadonlyArray<string>
  readonly bytes: number
}

export interface Refusal {
  readonly code: string
  readonly message: string
}

const refuse = (code: string, message: string): Refusal => ({ code, message })

/** The oldest major version that has all features used here. Version 13.2 is tested. */
const minCitusVersion = 12

/** Bytes above which a restore into a cluster is better than copying while writers wait. */
const maxOnlineBytes = 10 * 2 ** 30

const counted = (clauses: ReadonlyArray<string>) =>
  clauses.length > 3
    ? `${clauses.slice(0, 3).join("; ")}; and ${clauses.length - 3} more`
    : clauses.join("; ")

/** Returns why the cluster can't take the tables, in one line. */
export const clusterRefusal = (facts: Facts): Refusal | undefined => {
  if (facts.citus === null) {
    return refuse(
      "no_citus",
      "The database has no extension citus: list it in shared_preload_libraries, and run CREATE EXTENSION citus in this database on every node."
    )
  }
  if (Number.parseInt(facts.citus, 10) < minCitusVersion) {
    return refuse(
      "old_citus",
      `The extension citus is ${facts.citus}: ${minCitusVersion} or newer is needed.`
    )
  }
  if (!facts.isCoordinator) {
    return refuse(
      "not_coordinator",
      "This node is a worker: set DATABASE_URL to the coordinator for this command."
    )
  }
  if (!facts.nodes.some(({ isCoordinator }) => isCoordinator)) {
    return refuse(
      "coordinator_unregistered",
      "The coordinator is not one of its own nodes: run SELECT citus_set_coordinator_host('HOST', PORT) with the address at which the workers reach it."
    )
  }
  if (facts.nodes.every(({ isCoordinator }) => isCoordinator)) {
    return refuse(
      "no_worker",
      "The cluster has no active worker: run SELECT citus_add_node('HOST', PORT) for each."
    )
  }
  const away = facts.nodes.find(({ problem }) => problem !== null)
  if (away !== undefined)
    return refuse("node_away", `The node ${away.name} does not answer: ${away.problem}.`)
  const unprepared = facts.nodes.find(({ preparedTransactions }) => preparedTransactions === 0)
  if (unprepared === undefined) return undefined
  return refuse(
    "no_prepared_transactions",
    `The node ${unprepared.name} has max_prepared_transactions 0: set it to max_connections or more, and restart the node; writes on several nodes commit in two phases.`
  )
}

/** Returns why the database can't be distributed; undefined if it can. */
export const refusal = (facts: Facts): Refusal | undefined => {
  const cluster = clusterRefusal(facts)
  if (cluster !== undefined) return cluster
  if (facts.pending.length > 0) {
    return refuse(
      "not_migrated",
      `The database lacks ${facts.pending.length} of this version's migrations, from ${facts.pending[0]} on: run npm run admin -- migrate first.`
    )
  }
  if (facts.problems.length === 0) return undefined
  return refuse("unfit_schema", `The schema can't be distributed: ${counted(facts.problems)}.`)
}

const lacksPlugin = ({ outputPlugins }: Node) =>
  outputPlugins !== null && !/\bcitus\b/u.test(outputPlugins) && outputPlugins !== "*"

/** Whether all nodes are configured for moving shards without blocking writes. */
export const movesOnline = ({ nodes }: Facts) =>
  nodes.every((node) => node.walLevel === "logical" && !lacksPlugin(node))

export const warnings = (facts: Facts): ReadonlyArray<string> => [
  ...facts.nodes.flatMap((node) => [
    ...(node.walLevel === "logical"
      ? []
      : [`wal_level is ${node.walLevel} on ${node.name}: shards can't be moved while they are written to.`]),
    ...(lacksPlugin(node)
      ? [
          `output_plugin_libraries does not list citus on ${node.name}: shards can't be moved while they are written to.`
        ]
      : []),
    ...(node.leftover > 0
      ? [
          `${node.leftover} prepared transactions are left on ${node.name}: they keep locks, and shards from moving. Look at pg_prepared_xacts.`
        ]
      : [])
  ]),
  ...(facts.bytes > maxOnlineBytes
    ? [
        `The tables have ${Math.round(facts.bytes / 2 ** 30)} GB: writers would wait for long. Restore a dump into a new cluster instead (docs/operations/citus.md).`
      ]
    : [])
]

/** Query that each node answers. */
const nodeQuery = `SELECT json_build_object('preparedTransactions', current_setting('max_prepared_transactions')::int,
  'walLevel', current_setting('wal_level'), 'outputPlugins', current_setting('output_plugin_libraries', true),
  'leftover', (SELECT count(*) FROM pg_prepared_xacts
    WHERE database = current_database() AND prepared < now() - interval '1 minute'))`

interface Answer {
  readonly name: string
  readonly isCoordinator: boolean
  readonly success: boolean
  readonly result: string
}

const unreachable = { preparedTransactions: 0, walLevel: "", outputPlugins: null, leftover: 0 }

export const nodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const answers = yield* sql<Answer>`SELECT n.nodename || ':' || n.nodeport AS name,
      n.groupid = 0 AS "isCoordinator", r.success, r.result
    FROM run_command_on_all_nodes(${nodeQuery}) r JOIN pg_dist_node n USING (nodeid)
    WHERE n.isactive AND n.noderole = 'primary' ORDER BY n.groupid`
  return answers.map(({ isCoordinator, name, result, success }): Node => {
    const answer = success ? JSON.parse(result) : { ...unreachable, walLevel: "unknown" }
    return { name, isCoordinator, problem: success ? null : result.replaceAll(/\s+/gu, " "), ...answer }
  })
})

const bytesLacking = Effect.gen(function* () {
  const sizes = yield* Distribution.sizes
  return (yield* Distribution.lacking).reduce((sum, { table }) => sum + (sizes.get(table)?.bytes ?? 0), 0)
})

/** `pending` are the migrations that have not run yet. */
export const look = Effect.fn("Checks.look")(function* (pending: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  if (!(yield* Distribution.isCitus)) {
    return { citus: null, isCoordinator: false, nodes: [], pending, problems: [], bytes: 0 } satisfies Facts
  }
  const [row] = yield* sql<{ citus: string; isCoordinator: boolean }>`SELECT extversion AS citus,
    (SELECT groupid = 0 FROM pg_dist_local_group) AS "isCoordinator" FROM pg_extension WHERE extname = 'citus'`
  return {
    ...row!,
    nodes: row!.isCoordinator ? yield* nodes : [],
    pending,
    problems: yield* DistributionProblems.problems,
    bytes: yield* bytesLacking
  } satisfies Facts
})
