/** Runs the service as users do, as a separate process that can be stopped and killed. */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { flags } from "../../../scripts/flags.ts"
import { secondsSince, until } from "./Wait.ts"

/** The folder of this checkout. */
export const checkout = fileURLToPath(new URL("../../..", import.meta.url))

export type Environment = Readonly<Record<string, string>>

/** Settings without rate limits. */
export const unlimited = {
  RATE_LIMIT_PER_KEY: "1000000000",
  RATE_LIMIT_PER_WORKSPACE: "1000000000",
  RATE_LIMIT_PER_ADDRESS: "1000000000"
}

export const freePort = () =>
  new Promise<number>((resume) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resume(port))
    })
  })

/** The environment of a child process, without the settings in this process's own. */
const inherited = (environment: Environment): Environment => {
  const { HOME = "", NODE_COMPILE_CACHE = "", PATH = "" } = process.env
  // The service refuses an empty setting, so here it means that the setting is left out.
  const all = Object.entries({ HOME, NODE_COMPILE_CACHE, PATH, ...environment })
  return Object.fromEntries(all.filter(([, value]) => value !== ""))
}

/** Runs an admin command of the code in a folder, and returns the JSON that it prints. */
export const admin = async (
  environment: Environment,
  words: ReadonlyArray<string>,
  code = checkout
): Promise<any> => {
  const command = ["--disable-warning=ExperimentalWarning", "scripts/admin.ts", ...words, "--json"]
  const options = { cwd: code, env: inherited(environment), maxBuffer: 2 ** 27 }
  const { stdout } = await promisify(execFile)(process.execPath, command, options).catch((error) => error)
  const said = JSON.parse(stdout || '{"error":{"message":"The admin command failed."}}')
  if (said.error !== undefined) throw new Error(`admin ${words.join(" ")}: ${said.error.message}`)
  return said
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Seconds from the signal to the exit. */
  readonly seconds: number
}

export interface Options {
  /** The shell's limit on file descriptors. */
  readonly limit?: number | undefined
  /** The folder of the service's code; this checkout by default. */
  readonly code?: string | undefined
  /** Node's flags; those of `npm start` by default. */
  readonly flags?: ReadonlyArray<string> | undefined
  /** Node's arguments after its flags; the service's sources by default. */
  readonly entry?: ReadonlyArray<string>
  /** Opens the channel that `ask` uses. */
  readonly hasChannel?: boolean
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

export class Service {
  readonly url: string
  readonly environment: Environment
  private readonly options: Options
  private child!: ChildProcess
  private exit!: Promise<unknown>
  private output = ""

  constructor(environment: Environment, options: Options = {}) {
    this.environment = environment
    this.url = `http://127.0.0.1:${environment["PORT"]}`
    this.options = options
  }

  /** Starts it on a free port, and waits until it is ready. */
  static async start(environment: Environment, options?: Options): Promise<Service> {
    const service = new Service({ PORT: String(await freePort()), ...environment }, options)
    service.launch()
    await service.ready().catch(async (error: Error) => {
      await service.ended(0)
      throw error
    })
    return service
  }

  get pid(): number {
    return this.child.pid!
  }

  get isOver(): boolean {
    return isOver(this.child)
  }

  /** The end of its output. */
  get said(): string {
    return this.output
  }

  /** Returns at once; `ready` waits. */
  launch(): void {
    const { code = checkout, entry = ["src/main.ts"], hasChannel = false, limit } = this.options
    const node = ["--disable-warning=ExperimentalWarning", ...(this.options.flags ?? flags), ...entry]
    const command = [process.execPath, ...node]
    const [program, ...args] =
      limit === undefined ? command : ["/bin/sh", "-c", `ulimit -n ${limit}; exec "$@"`, "sh", ...command]
    this.child = spawn(program!, args, {
      cwd: code,
      env: inherited(this.environment),
      stdio: ["ignore", "pipe", "pipe", ...(hasChannel ? ["ipc" as const] : [])]
    })
    this.exit = once(this.child, "exit")
    const keep = (chunk: Buffer) => {
      this.output = (this.output + chunk.toString()).slice(-200_000)
    }
    this.child.stdout!.on("data", keep)
    this.child.stderr!.on("data", keep)
  }

  /** Returns the seconds until it was ready. */
  async ready(seconds = 90): Promise<number> {
    const began = performance.now()
    const ready = await until(seconds, async () => {
      if (this.isOver) return false
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
        () => undefined
      )
      await answer?.arrayBuffer()
      return answer?.status === 200 ? true : undefined
    })
    if (ready !== true) throw new Error(`The service did not start: ${this.output.slice(-1_500)}`)
    return secondsSince(began)
  }

  /** Sends a message over the channel of the options, and returns the answer. */
  async ask(message: string): Promise<any> {
    this.child.send(message)
    const [answer] = (await Promise.race([once(this.child, "message"), this.exit])) as [any]
    if (this.isOver) throw new Error("the service ended")
    return answer
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal)
  }

  /** Sends SIGTERM and waits; kills it after `seconds`. */
  async end(seconds = 60): Promise<Ended> {
    const began = performance.now()
    this.child.kill("SIGTERM")
    return this.ended(seconds, began)
  }

  async ended(seconds = 60, began = performance.now()): Promise<Ended> {
    await until(seconds, () => this.isOver || undefined)
    const took = secondsSince(began)
    if (!this.isOver) {
      for (const worker of this.workers) process.kill(worker, "SIGKILL")
      this.child.kill("SIGCONT")
      this.child.kill("SIGKILL")
      await until(10, () => this.isOver || undefined)
    }
    return { code: this.child.exitCode, signal: this.child.signalCode, seconds: took }
  }

  /** Its worker processes (Linux only). */
  get workers(): ReadonlyArray<number> {
    const list = `/proc/${this.pid}/task/${this.pid}/children`
    if (!existsSync(list)) return []
    const children = readFileSync(list, "utf8").trim().split(" ").filter(Boolean).map(Number)
    return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("main.ts"))
  }
}
