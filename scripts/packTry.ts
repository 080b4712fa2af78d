/**
 * Tries the npm package as somebody who has nothing else: packs it, installs it in an empty folder, starts the service and lists
 * deals by the command line. `npm run pack:try`; it needs the registry, and a minute or two. test/scripts/pack.test.ts packs, too, and
 * compiles programs of a project elsewhere against it.
 */
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "sales-pipeline-"))

const { PATH = "", ...others } = process.env
/** npm puts this project's programs first: the try is to find its own Node and programs. */
const path = PATH.split(":")
  .filter((one) => !one.startsWith(join(root, "node_modules")))
  .join(":")
const kept = Object.entries(others).filter(
  ([name]) => !/^(?:npm_|NODE_(?!EXTRA_CA)|INIT_CWD|SALES_PIPELINE|DATABASE)/u.test(name)
)
const env = { ...Object.fromEntries(kept), PATH: path, PORT: "0", XDG_CONFIG_HOME: join(folder, "config") }

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

const run = (
  cwd: string,
  command: string,
  args: ReadonlyArray<string>,
  extra: NodeJS.ProcessEnv = {},
  input = ""
) => {
  const began = performance.now()
  const { status, stderr, stdout } = spawnSync(command, args, {
    cwd,
    env: { ...env, ...extra },
    encoding: "utf8",
    input
  })
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${seconds.padStart(6)} s  ${command} ${args.join(" ")}`)
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`)
  return stdout
}

/** What a client of MCP begins with. */
const hello = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 0, method: "initialize" },
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "try", version: "1" } }
})

/** Waits for the service's first words: its address, and the key of its demo workspace. */
const started = (service: ReturnType<typeof spawn>) =>
  new Promise<{ readonly url: string; readonly key: string }>((done, fail) => {
    let said = ""
    const hear = (chunk: Buffer) => {
      said += chunk
      const url = /is ready at (\S+)/u.exec(said)?.[1]
      const key = /svc_live_\w+/u.exec(said)?.[0]
      if (url !== undefined && key !== undefined && said.includes("API reference")) done({ url, key })
    }
    service.stdout!.on("data", hear)
    service.stderr!.on("data", hear)
    service.once("exit", (code) => fail(new Error(`the service ended with code ${code}:\n${said}`)))
  })

let service: ReturnType<typeof spawn> | undefined
try {
  const packing = [
    "pack",
    "--json",
    "--loglevel=error",
    "--ignore-scripts=false",
    "--pack-destination",
    folder
  ]
  const packed = run(root, "npm", packing)
  const [{ entryCount, filename: tarball, size, unpackedSize }] = JSON.parse(
    packed.slice(packed.search(/^\[/mu))
  )
  console.log(
    `              ${entryCount} files, ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked`
  )
  writeFileSync(join(folder, "package.json"), '{"private":true}')
  run(folder, "npm", ["install", "--no-audit", "--no-fund", `./${tarball}`])
  const began = performance.now()
  service = spawn("npx", ["sales-pipeline", "start"], { cwd: folder, env, detached: true })
  const { key, url } = await started(service)
  console.log(
    `ok   ${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  npx sales-pipeline start`
  )
  const signedIn = { SALES_PIPELINE_URL: url, SALES_PIPELINE_API_KEY: key }
  const deals = run(folder, "npx", ["sales-pipeline", "deals", "list", "--json"], signedIn)
  if (JSON.parse(deals).data.length === 0) throw new Error(`the demo workspace has no deals:\n${deals}`)
  run(folder, "npx", ["sales-pipeline", "deals", "create", "--name", "From the package"], signedIn)
  const server = run(folder, "npx", ["sales-pipeline", "mcp"], signedIn, `${hello}\n`)
  if (!server.includes('"serverInfo"')) throw new Error(`the MCP server does not answer:\n${server}`)
  console.log(run(folder, "npx", ["sales-pipeline", "deals", "list", "--limit", "3"], signedIn))
  const [page, sheet] = [await fetch(url).then((one) => one.text()), /\/assets\/style\.\w+\.css/u]
  const style = await fetch(`${url}${sheet.exec(page)?.[0]}`)
  if (!style.ok) throw new Error(`the pages have no style: ${style.status}`)
} finally {
  if (service?.pid !== undefined && service.exitCode === null) {
    const over = new Promise((done) => service!.once("exit", done))
    process.kill(-service.pid, "SIGTERM")
    await over
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
}
