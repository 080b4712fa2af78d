/** For tests in Node: a private service that starts in a second and is removed afterwards, with new workspaces for each test. */
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { type Client, type ClientOptions, createClient } from "./Client.ts"

export interface StartOptions {
  /** The service's folder. The default is `SALES_PIPELINE_DIR`, or the `sales-pipeline` package of this project. */
  readonly directory?: string | undefined
  /** A number from 0 to 1,000,000 that makes ids and secrets the same in each run. */
  readonly seed?: number | undefined
  /** An ISO 8601 time at which the clock stands until `advance` moves it. */
  readonly now?: string | undefined
  /** Settings of the service, such as `PROMOTION_ENABLED: "true"`. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Milliseconds until it must be ready; the first start of a version takes longest. The default is 120,000. */
  readonly timeout?: number | undefined
}

/** An empty workspace with one board, and the key of its owner. */
export interface Workspace {
  readonly apiKey: string
  readonly workspaceId: string
  readonly boardId: string
  readonly userId: string
  readonly email: string
  /** A client with that key. */
  readonly client: Client
}

export interface Service extends Workspace {
  readonly url: string
  /** The process id of the service. */
  readonly pid: number
  /** The folder of its data until it stops. */
  readonly dataDir: string
  /** Creates another, isolated workspace. Use one for each test. */
  workspace(options?: { readonly plan?: "free" | "standard" }): Promise<Workspace>
  /** Advances the clock set by `now` and returns its time. */
  advance(milliseconds: number): Promise<string>
  /** Moves the clock set by `now` to a later time. */
  moveTo(time: string): Promise<string>
  /** Stops the service and removes its data. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const packaged = () => {
  try {
    return join(
      createRequire(join(process.cwd(), "package.json")).resolve("sales-pipeline/package.json"),
      ".."
    )
  } catch {
    throw new Error(
      "The service is not found: install the package sales-pipeline, or name its folder by SALES_PIPELINE_DIR or `directory`."
    )
  }
}

/** The program of the package in this folder, from its `bin`. */
const programOf = (directory: string): string | undefined => {
  const manifest = join(directory, "package.json")
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")).bin?.["sales-pipeline"] : undefined
}

/** The command that starts it from its folder: a clone of the sources, or the package. */
const commandOf = (directory: string): ReadonlyArray<string> => {
  const sources = join(directory, "scripts", "run.mjs")
  if (existsSync(sources)) return [sources, join(directory, "src", "main.ts")]
  const program = programOf(directory)
  if (program !== undefined) return [join(directory, program), "start"]
  throw new Error(
    `${directory} is not the folder of the service: it has neither scripts/run.mjs nor a package.json with the program sales-pipeline.`
  )
}

/** Environment variables that programs need. Others could be settings, such as BASE_URL, which Vitest sets. */
const environmentNames =
  /^(?:PATH|HOME|USER|LANG|TMPDIR|TEMP|TMP|XDG_CACHE_HOME|NODE_COMPILE_CACHE|SystemRoot|PATHEXT|ComSpec|APPDATA|LOCALAPPDATA|USERPROFILE)$/iu

const environmentOf = (env: Readonly<Record<string, string>>) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => environmentNames.test(name))),
  ...env
})

type Keys = Omit<Workspace, "client">

/** A line from the service: its address, or the reply to a command. */
interface Reply extends Keys, Pick<Service, "url" | "pid" | "dataDir"> {
  readonly id: number
  readonly error?: string
  readonly now: string
}

const parsed = (line: string): Reply | null | undefined => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Sends commands and receives replies, each as a line of JSON. */
class Orders {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, { resolve: (told: Reply) => void; reject: (error: Error) => void }>()
  #count = 0
  #said = ""
  #ended: Error | undefined

  constructor(child: ChildProcess) {
    this.#child = child
    child.stderr!.on("data", (chunk) => (this.#said = (this.#said + String(chunk)).slice(-10_000)))
    createInterface({ input: child.stdout! }).on("line", (line) => this.#hear(line))
    child.on("error", (error) => this.#end(error))
    child.on("close", (code) => this.#end(new Error(`The service ended (${code}): ${this.#said.trim()}`)))
  }

  #hear(line: string) {
    const reply = parsed(line)
    if (reply === null || reply === undefined) return
    // The first line has the address and isn't a reply.
    const id = typeof reply.url === "string" ? 0 : reply.id
    const one = this.#waiting.get(id)
    if (one === undefined) return
    this.#waiting.delete(id)
    if (typeof reply.error === "string") one.reject(new Error(reply.error))
    else one.resolve(reply)
  }

  #end(error: Error) {
    this.#ended ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    this.#waiting.clear()
  }

  #wait(id: number) {
    return new Promise<Reply>((resolve, reject) => {
      if (this.#ended !== undefined) reject(this.#ended)
      else this.#waiting.set(id, { resolve, reject })
    })
  }

  get ready() {
    return this.#wait(0)
  }

  give(order: object) {
    const id = ++this.#count
    const answer = this.#wait(id)
    if (this.#ended === undefined) this.#child.stdin!.write(`${JSON.stringify({ id, ...order })}\n`)
    return answer
  }
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once("close", () => resolve()))

/** Milliseconds in which it must stop by itself. */
const grace = 20_000

const stopper = (child: ChildProcess) => async () => {
  const gone = ended(child)
  child.stdin!.end()
  const timer = setTimeout(() => child.kill("SIGKILL"), grace)
  await gone
  clearTimeout(timer)
}

/** Rejects after a timeout. */
const within = <A>(promise: Promise<A>, milliseconds: number) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The service was not ready within ${milliseconds} ms.`)),
      milliseconds
    )
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** Starts a service on a free port with its data in memory. It stops with this process, even if that crashes. */
export const start = async (
  options: StartOptions = {},
  client: Omit<ClientOptions, "url" | "key"> = {}
): Promise<Service> => {
  const {
    directory = process.env["SALES_PIPELINE_DIR"] || packaged(),
    env = {},
    now,
    seed,
    timeout = 120_000
  } = options
  const flags = [
    ...["--ephemeral", "--control"],
    ...(seed === undefined ? [] : [`--seed=${seed}`]),
    ...(now === undefined ? [] : [`--now=${now}`])
  ]
  const child = spawn(process.execPath, [...commandOf(directory), ...flags], {
    cwd: directory,
    env: environmentOf(env),
    stdio: ["pipe", "pipe", "pipe"]
  })
  child.stdin.on("error", () => {})
  const orders = new Orders(child)
  const stop = stopper(child)
  const ready = await within(orders.ready, timeout).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const { dataDir, pid, url, ...first } = ready
  const workspaceOf = (found: Keys): Workspace => ({
    ...found,
    client: createClient({ ...client, url, key: found.apiKey })
  })
  const clock = async (to: string | number) => (await orders.give({ clock: to })).now
  return {
    ...workspaceOf(first),
    url,
    pid,
    dataDir,
    workspace: async (wanted = {}) => {
      const { id: _, ...made } = await orders.give({ workspace: wanted })
      return workspaceOf(made)
    },
    advance: clock,
    moveTo: clock,
    stop,
    [Symbol.asyncDispose]: stop
  }
}
