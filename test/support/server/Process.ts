/** Runs the service as users do, as a separate process. */
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { TestDatabase } from "../database/TestDatabase.ts"
import { temporaryDirectory } from "./TestServer.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const service = ["src/main.ts"]

type Environment = Readonly<Record<string, string>>

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

interface Limits {
  /** The limit on open file descriptors (`ulimit -n`). */
  readonly descriptors?: number
  /** Another copy of the service. */
  readonly root?: string
}

const limited = ({ descriptors }: Limits, args: ReadonlyArray<string>): [string, ReadonlyArray<string>] =>
  descriptors === undefined
    ? [process.execPath, args]
    : ["/bin/sh", ["-c", `ulimit -n ${descriptors} && exec "$0" "$@"`, process.execPath, ...args]]

/** Without Node's compile cache a process spends most of its start compiling; empty is none. */
export const compileCache = { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "" }

const launch = (environment: Environment, args: ReadonlyArray<string>, limits: Limits = {}) => {
  const { HOME = "", PATH = "" } = process.env
  const env = { HOME, PATH, PORT: "0", ...compileCache, ...environment }
  const [program, words] = limited(limits, ["--disable-warning=ExperimentalWarning", ...args])
  const child = spawn(program, words, {
    cwd: limits.root ?? root,
    env,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const read = { stdout: "", stderr: "" }
  child.stdout.on("data", (chunk) => (read.stdout += chunk))
  child.stderr.on("data", (chunk) => (read.stderr += chunk))
  const exit = once(child, "close").then(([code, signal]): Exit => ({ code, signal, ...read }))
  return { child, read, exit }
}

/** Kills the process when the scope closes, and removes its data unless the directory is given. */
const started = Effect.fnUntraced(function* (
  environment: Environment,
  args: ReadonlyArray<string>,
  limits?: Limits
) {
  const directory = yield* temporaryDirectory
  return yield* Effect.acquireRelease(
    Effect.sync(() => launch({ DATA_DIR: directory, ...environment }, args, limits)),
    ({ child, exit }) => Effect.promise(() => (child.kill("SIGKILL"), exit))
  )
})

/** Runs the service, or another program, until it exits. */
export const run = (environment: Environment, args = service) =>
  Effect.scoped(Effect.flatMap(started(environment, args), ({ exit }) => Effect.promise(() => exit)))

/** The settings of a service that outlives its processes: a database and a data directory. */
export const site = Effect.gen(function* () {
  const { url } = yield* TestDatabase
  return {
    DATABASE_URL: url,
    DATA_DIR: yield* temporaryDirectory,
    RATE_LIMIT_PER_KEY: "1000000",
    RATE_LIMIT_PER_WORKSPACE: "1000000"
  }
})

/** The direct children of a process (Linux only). */
export const childrenOf = (pid: number): ReadonlyArray<number> =>
  existsSync(`/proc/${pid}`)
    ? readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number)
    : []

const within = <A>(promise: Promise<A>, exit: Promise<Exit>) =>
  Promise.race([promise, exit.then(({ stderr }) => Promise.reject(new Error(`it ended: ${stderr}`)))])

/** Starts the service without waiting. */
export const begin = Effect.fnUntraced(function* (environment: Environment) {
  const { child, exit } = yield* started(environment, service)
  return {
    pid: child.pid!,
    exit: Effect.promise(() => exit),
    kill: (signal: NodeJS.Signals) => Effect.sync(() => child.kill(signal))
  }
})

/** Starts the service, or a program that starts it, and waits until it says that it is ready. */
export const start = Effect.fnUntraced(function* (
  environment: Environment,
  limits?: Limits,
  args: ReadonlyArray<string> = service
) {
  const { child, exit, read } = yield* started(environment, args, limits)
  const ready = (async () => {
    for (;;) {
      const url = /is ready at ([^\s"]+)/u.exec(read.stdout)?.[1]
      if (url !== undefined && /API reference|"docs"/u.test(read.stdout)) return url
      await once(child.stdout, "data")
    }
  })()
  const url = yield* Effect.promise(() => within(ready, exit))
  return {
    url,
    /** The demo workspace's key, printed at the first start. */
    token: /svc_live_\w{43}/u.exec(read.stdout)?.[0],
    /** What it has printed so far. */
    said: () => read.stdout + read.stderr,
    pid: child.pid!,
    exit: Effect.promise(() => exit),
    kill: (signal: NodeJS.Signals) => Effect.sync(() => child.kill(signal))
  }
})
