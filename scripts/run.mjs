/**
 * Runs a TypeScript entry point on a machine with only npm and Node ≥ 22.19 (on Linux and Windows Node ≥ 20): installs missing packages,
 * then continues in Node 24. Plain JavaScript, because it runs before anything is installed.
 */
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import * as module from "node:module"
import { constants } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const modules = join(root, "node_modules")
const stamp = join(modules, ".installed")
const lock = join(root, "node_modules.lock")
const windows = process.platform === "win32"

/** Node's compile cache, with which later starts skip type stripping and compilation. */
const compiled = join(modules, ".cache", "compiled")

const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "")
const say = (line) => process.stderr.write(`${line}\n`)

/** A hash of everything that an installation depends on. */
const wanted = () =>
  createHash("sha256")
    .update(read(join(root, "package-lock.json")))
    .update(read(join(root, "package.json")))
    .update(`${process.platform}-${process.arch}`)
    .digest("hex")

/** These entries run without the development tools; all others need them. */
const lean = new Set([
  "src/main.ts",
  "src/stdio.ts",
  "scripts/admin.ts",
  "scripts/cli.ts",
  "scripts/receiver.ts"
])

/** The suffix of the stamp for an installation without development tools. */
const withoutTools = " without dev"

const needsTools = (entry) => !lean.has(entry)

/** npm skips optional packages for other platforms. */
const isElsewhere = ({ cpu, libc, optional, os }) =>
  optional === true &&
  (os === undefined ||
    cpu === undefined ||
    libc !== undefined ||
    ![os].flat().includes(process.platform) ||
    ![cpu].flat().includes(process.arch))

const locked = (file) => {
  try {
    return JSON.parse(read(file)).packages ?? {}
  } catch {
    return {}
  }
}

const isThere = (path) => existsSync(join(root, path))

/** Whether npm itself (`npm ci`) has already installed every locked package that this command needs. */
const isSatisfied = (entry) => {
  const found = locked(join(modules, ".package-lock.json"))
  const asked = Object.entries(locked(join(root, "package-lock.json"))).filter(
    ([path, one]) => path !== "" && (needsTools(entry) || !one.dev) && !isElsewhere(one)
  )
  return (
    asked.length > 0 &&
    asked.every(([path, { version }]) => found[path]?.version === version && isThere(path))
  )
}

const hasTools = () =>
  Object.entries(locked(join(root, "package-lock.json"))).some(([path, { dev }]) => dev && isThere(path))

/** Installed tools are kept and updated, so that alternating between starting and testing installs only once. */
const withTools = (entry) => needsTools(entry) || hasTools()

const mark = (tools) => writeFileSync(stamp, wanted() + (tools ? "" : withoutTools))

const isMarked = (entry) => {
  const found = read(stamp)
  return found === wanted() || (!needsTools(entry) && found === wanted() + withoutTools)
}

const installed = (entry) => {
  if (isMarked(entry)) return true
  if (!isSatisfied(entry)) return false
  mark(needsTools(entry))
  return true
}

const alive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

/** Takes the installation lock, or returns false while another command holds it. The lock of a dead process is removed. */
const takeLock = () => {
  try {
    mkdirSync(lock)
    writeFileSync(join(lock, "pid"), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== "EEXIST") throw error
    const holder = Number(read(join(lock, "pid")))
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (holder > 0 ? !alive(holder) : age > 5_000) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

/**
 * Packages' install scripts are disabled, since none are needed. `npm install --no-save` follows package-lock.json and adds missing
 * packages; `npm ci` would remove node_modules first, including its caches.
 */
const install = (entry) => {
  say("Installing packages: once, about a minute on a slow line.")
  const started = Date.now()
  const tools = withTools(entry)
  const which = tools ? "--include=dev" : "--omit=dev"
  const { status } = spawnSync(
    "npm",
    ["install", "--no-save", which, "--ignore-scripts", "--loglevel=error"],
    {
      cwd: root,
      stdio: ["ignore", 2, 2],
      shell: windows
    }
  )
  if (status !== 0) {
    say("npm could not install the packages (see above). Check the network, then run the command again.")
    return false
  }
  mark(tools)
  say(`Installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  return true
}

const ensureInstalled = async (entry) => {
  for (let waited = 0; !installed(entry); waited++) {
    if (takeLock()) {
      try {
        return installed(entry) || install(entry)
      } finally {
        rmSync(lock, { recursive: true, force: true })
      }
    }
    if (waited === 1) say("Waiting for another command to finish installing.")
    await new Promise((done) => setTimeout(done, 200))
  }
  return true
}

const versionAtLeast = (major, minor) => {
  const [a, b] = process.versions.node.split(".").map(Number)
  return a > major || (a === major && b >= minor)
}

/** Builds the service if its sources have changed (src/service/BuildCache.ts). */
const build = async (entry) => {
  const [service, builder] = [join(root, "src", "main.ts"), join(root, "scripts", "build", "build.ts")]
  if (entry !== service || !existsSync(builder)) return
  const built = await import(pathToFileURL(join(root, "src", "service", "BuildCache.ts")).href)
  if (built.service() === undefined) spawnSync(process.execPath, [builder], { stdio: ["ignore", 2, 2] })
}

/** Runs the entry in this process, if npm scripts already run in the packaged Node 24. */
const runHere = async (entry, args) => {
  process.argv = [process.execPath, entry, ...args]
  module.enableCompileCache?.(compiled)
  // Child processes with Node use it too.
  process.env.NODE_COMPILE_CACHE ??= compiled
  await build(entry)
  await import(pathToFileURL(entry).href)
}

/** Ctrl-C reaches the child twice, from the terminal and from here; entries treat both as one. */
const runChild = (node, entry, args) => {
  const child = spawn(node, [...process.execArgv, "--disable-warning=ExperimentalWarning", entry, ...args], {
    stdio: "inherit",
    env: { NODE_COMPILE_CACHE: compiled, ...process.env }
  })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("error", (error) => {
    say(`Node could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

const [entry, ...args] = process.argv.slice(2)
if (entry === undefined) {
  say("usage: node scripts/run.mjs <entry.ts> [arguments]")
  process.exit(2)
}
if (!(await ensureInstalled(entry))) process.exit(1)

const platform = windows ? "win" : process.platform
const packaged = join(modules, `node-${platform}-${process.arch}`, "bin", windows ? "node.exe" : "node")
if (versionAtLeast(24, 12)) await runHere(resolve(root, entry), args)
else if (existsSync(packaged)) runChild(packaged, resolve(root, entry), args)
else if (versionAtLeast(22, 19)) runChild(process.execPath, resolve(root, entry), args)
else {
  say(
    `Node ${process.versions.node} is too old, and there is no packaged Node for this platform: install Node 24, then retry.`
  )
  process.exit(1)
}
