/** A Citus cluster on this machine, given by FAULTS_CITUS: its servers can be killed, and are started again as they were. */
import { spawn } from "node:child_process"
import { readFileSync, readlinkSync, statSync } from "node:fs"
import { Client } from "pg"
import type { Trial } from "./Trial.ts"
import { admin, placesIn } from "./Site.ts"
import { sleep, until } from "./Wait.ts"

/** An empty database on the coordinator, with the extension and its nodes. */
const coordinator = process.env["FAULTS_CITUS"]

export const lacks = () => {
  if (coordinator === undefined) return "FAULTS_CITUS names no coordinator"
  return process.platform === "linux" && process.getuid?.() === 0
    ? undefined
    : "only root of Linux may kill it"
}

const ask = async (url: string, text: string, values: ReadonlyArray<unknown> = []) => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on("error", () => {})
  try {
    await client.connect()
    return (await client.query(text, [...values])).rows as ReadonlyArray<any>
  } finally {
    await client.end().catch(() => {})
  }
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
  const [{ data_directory: directory }] = (await ask(url, "SHOW data_directory")) as [any]
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
  return {
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
        return ask(url, "SELECT 1").catch(() => undefined)
      })
      child.unref()
      if (started === undefined) throw new Error(`the server of ${directory} did not start`)
    }
  }
}

/** Has the trial use the cluster, distributed, with new workspaces. */
export const use = async (trial: Trial) => {
  const url = coordinator!
  const environment = { DATABASE_URL: url, DATA_DIR: trial.directory }
  trial.database = url
  trial.places = await placesIn(environment)
  await admin(environment, "database", "distribute")
  const [node] = await ask(
    url,
    `SELECT nodename, nodeport FROM pg_dist_shard_placement
      WHERE shardid = get_shard_id_for_distribution_column('deals', $1::uuid)`,
    [trial.places.main.workspaceId]
  )
  const worker = new URL(url)
  worker.host = `${node.nodename}:${node.nodeport}`
  return { coordinator: await serverAt(url), worker: await serverAt(worker.href) }
}

/** Waits until what two-phase commits left behind is settled: Citus looks once a minute. */
export const settle = async (trial: Trial): Promise<void> => {
  await trial.query("SELECT recover_prepared_transactions()")
  await sleep(1)
}
