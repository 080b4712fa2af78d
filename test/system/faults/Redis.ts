/** A Redis of a fault's own, behind a proxy, which can be killed and started again. */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { makeProxy } from "../../support/fakes/Proxy.ts"
import { freePort } from "../rig/Service.ts"
import type { Trial } from "../rig/Trial.ts"

const server = [
  "/usr/bin/redis-server",
  "/usr/local/bin/redis-server",
  "/opt/homebrew/bin/redis-server"
].find(existsSync)

export const lacks = () => (server === undefined ? "there is no redis-server here" : undefined)

export const start = async (trial: Trial) => {
  const port = await freePort()
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
  const launch = () => spawn(server!, args, { cwd: trial.directory, stdio: "ignore" })
  let child = launch()
  trial.defer(() => child.kill("SIGKILL"))
  const proxy = await trial.use(makeProxy("127.0.0.1", port))
  return {
    proxy,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    start: () => (child = launch()),
    url: `redis://127.0.0.1:${proxy.port}`
  }
}

export type Server = Awaited<ReturnType<typeof start>>
