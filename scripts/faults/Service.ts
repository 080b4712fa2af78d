/** Runs the service as users do, as a separate process that can be stopped and killed. */
import { spawn, type ChildProcess } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { flags } from "../flags.ts"
import { secondsSince, until } from "./Wait.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

export type Environment = Readonly<Record<string, string>>

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Seconds from the signal to the exit. */
  readonly seconds: number
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

export class Service {
  readonly url: string
  readonly environment: Environment
  private readonly limit: number | undefined
  private readonly code: string
  private child!: ChildProcess
  private output = ""
  /** `limit` is the shell's limit on file descriptors; `code` the folder of the service's code. */
  constructor(environment: Environment, limit?: number, code = root) {
    this.environment = environment
    this.url = `http://127.0.0.1:${environment["PORT"]}`
    this.limit = limit
    this.code = code
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
    const { HOME = "", PATH = "", NODE_COMPILE_CACHE = "" } = process.env
    const command = [process.execPath, "--disable-warning=ExperimentalWarning", ...flags, "src/main.ts"]
    const [program, ...args] =
      this.limit === undefined
        ? command
        : ["/bin/sh", "-c", `ulimit -n ${this.limit}; exec "$@"`, "sh", ...command]
    // The service refuses an empty setting, so here it means that the setting is left out.
    const settings = Object.fromEntries(Object.entries(this.environment).filter(([, value]) => value !== ""))
    this.child = spawn(program!, args, {
      cwd: this.code,
      env: { HOME, PATH, ...(NODE_COMPILE_CACHE === "" ? {} : { NODE_COMPILE_CACHE }), ...settings },
      stdio: ["ignore", "pipe", "pipe"]
    })
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
