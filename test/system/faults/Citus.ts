/** A Citus cluster on this machine, given by FAULTS_CITUS: its servers can be killed, and are started again as they were. */
import { spawn } from "node:child_process"
import { readFileSync, readlinkSync, statSync } from "node:fs"
import { makeProxy, type Proxy } from "../../support/fakes/Proxy.ts"
import * as Rows from "../../support/bench/Rows.ts"
import { mend } from "../rig/checks/Rows.ts"
import type { Trial } from "../rig/Trial.ts"
import { operate, type Place, place, placesIn } from "../rig/Site.ts"
import { query } from "../rig/Query.ts"
import { until } from "../rig/Wait.ts"

/** An empty database on the coordinator, with the extension and its nodes. */
const coordinator = process.env["FAULTS_CITUS"]

export const lacks = () => {
  if (coordinator === undefined) return "FAULTS_CITUS names no coordinator"
  return process.platform === "linux" && process.getuid?.() === 0
    ? undefined
    : "only root of Linux may kill it"
}

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A server by the address of a database on it. */
const serverAt = async (url: string) => {
  const [{ data_directory: directory }] = (await query(url, "SHOW data_directory")) as [any]
  const pid = Number(readFileSync(`${directory}/postmaster.pid`, "utf8").split("\n")[0])
  const program = readlinkSync(`/proc/${pid}/exe`)
  const [, ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean)
  const { gid, uid } = statSync(directory)
  const env = Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, "utf8")
      .split("\0")
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
  )
  const signal = (name: NodeJS.Signals) => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean)
    for (const one of [pid, ...children.map(Number)]) process.kill(one, name)
  }
  return {
    freeze: async () => signal("SIGSTOP"),
    thaw: async () => signal("SIGCONT"),
    kill: async () => {
      process.kill(pid, "SIGKILL")
      await until(10, () => (isThere(pid) ? undefined : true))
    },
    /** No server starts while children of the killed one live on. */
    start: async () => {
      const launch = () =>
        spawn(program, args, { uid, gid, env, cwd: directory, detached: true, stdio: "ignore" })
      let child = launch()
      const started = await until(60, async () => {
        if (child.exitCode !== null) child = launch()
        return query(url, "SELECT 1").catch(() => undefined)
      })
      child.unref()
      if (started === undefined) throw new Error(`the server of ${directory} did not start`)
    }
  }
}

/** The worker that has a workspace. */
const nodeOf = async (url: string, { workspaceId }: Place) => {
  const [node] = await query(
    url,
    `SELECT nodeid AS id, nodename AS host, nodeport AS port FROM pg_dist_shard_placement JOIN pg_dist_node USING (nodename, nodeport)
      WHERE shardid = get_shard_id_for_distribution_column('deals', $1::uuid)`,
    [workspaceId]
  )
  return node as { readonly id: number; readonly host: string; readonly port: number }
}

/** Another workspace on another worker, which must not notice. */
const neighbour = async (url: string, environment: { DATABASE_URL: string }, main: Place): Promise<Place> => {
  const { id } = await nodeOf(url, main)
  for (let count = 0; count < 40; count++) {
    const other = await place(environment, "free", `neighbour${count}`)
    if ((await nodeOf(url, other)).id !== id) return other
  }
  throw new Error("all workspaces are on one worker")
}

/** Has the trial use the coordinator's database, which is not distributed unless it was before. */
export const begin = async (trial: Trial) => {
  const url = coordinator!
  const environment = { DATABASE_URL: url, DATA_DIR: trial.directory }
  trial.database = url
  const { main } = await placesIn(environment)
  trial.places = { main, capped: undefined }
  return { environment, main, url }
}

/** Has the trial use the cluster, distributed, with new workspaces on two workers. */
export const use = async (trial: Trial) => {
  const { environment, main, url } = await begin(trial)
  await operate(environment, ["database", "distribute"])
  trial.places = { main, capped: await neighbour(url, environment, main) }
  const node = await nodeOf(url, main)
  const worker = new URL(url)
  worker.host = `${node.host}:${node.port}`
  return {
    environment,
    node,
    coordinator: await serverAt(url),
    worker: await serverAt(worker.href)
  }
}

/** Has the other nodes reach a worker through a proxy for as long as the trial lasts. */
export const proxied = async (
  trial: Trial,
  { host, id, port }: Awaited<ReturnType<typeof nodeOf>>
): Promise<Proxy> => {
  const proxy = await trial.use(makeProxy(host, port))
  const lead = (to: number) => trial.query("SELECT citus_update_node($1, $2, $3)", [id, host, to])
  await lead(proxy.port)
  // What waited for the worker may still hold the lock.
  trial.defer(() => until(60, () => lead(port).catch(() => undefined)))
  return proxy
}

/** Gives the main workspace so many deals. */
export const fill = async (trial: Trial, deals: number): Promise<void> => {
  const { workspaceId } = trial.places.main
  const [{ id: ownerId }] = (await trial.query("SELECT user_id AS id FROM members WHERE workspace_id = $1", [
    workspaceId
  ])) as [any]
  const boards = await trial.query("SELECT id FROM boards WHERE workspace_id = $1", [workspaceId])
  const stages = await trial.query(
    "SELECT id FROM stages WHERE workspace_id = $1 AND board_id = $2 ORDER BY position",
    [workspaceId, boards[0].id]
  )
  const plan = {
    workspaceId,
    ownerId,
    deals,
    newest: new Date().toISOString(),
    boards: [{ ...boards[0], stages }]
  }
  await trial.query(Rows.deals, Rows.parameters(plan))
  await trial.query(Rows.activity, [workspaceId])
  await trial.query(Rows.totals, [workspaceId])
  await mend(trial)
}
