/** HAProxy with the file that we deploy, in front of nodes of this machine. */
import { spawn } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "../rig/Service.ts"
import type { Trial } from "../rig/Trial.ts"
import { until } from "../rig/Wait.ts"

const program = [process.env["HAPROXY"] ?? "", "/usr/sbin/haproxy", "/usr/local/sbin/haproxy"].find(
  existsSync
)

export const lacks = () => (program === undefined ? "there is no haproxy here" : undefined)

const file = fileURLToPath(new URL("../../../deploy/proxy/haproxy.cfg", import.meta.url))

/** Returns its address once it answers. */
export const start = async (trial: Trial, nodes: ReadonlyArray<string>): Promise<string> => {
  const port = await freePort()
  const servers = nodes.map((node, index) => `  server node${index} ${new URL(node).host} check\n`)
  const config = readFileSync(file, "utf8")
    .replace("bind :8080", `bind 127.0.0.1:${port}`)
    .replace(/(^ +server .*\n)+/mu, servers.join(""))
  const path = join(trial.directory, "haproxy.cfg")
  writeFileSync(path, config)
  const child = spawn(program!, ["-db", "-f", path], { stdio: "ignore" })
  trial.defer(() => child.kill("SIGKILL"))
  const url = `http://127.0.0.1:${port}`
  const answers = await until(10, () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => (status === 200 ? true : undefined),
      () => undefined
    )
  )
  if (answers === undefined) throw new Error("haproxy did not start")
  return url
}
