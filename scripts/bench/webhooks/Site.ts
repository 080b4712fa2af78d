/** The setup of a check: its own embedded PostgreSQL, services on it as processes, and requests to them. */
import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "../../../layers/platform/database/EmbeddedPostgres.ts"

export interface Service {
  readonly url: string
  /** CPU time of the process so far, in seconds; NaN if /proc does not exist. */
  readonly cpu: () => number
  readonly kill: (signal: NodeJS.Signals) => Promise<void>
}

export interface Answer {
  readonly status: number
  readonly body: any
}

export type Send = (method: string, path: string, body?: unknown) => Promise<Answer>

export interface Site {
  /** Runs a statement on the services' database. */
  readonly query: (text: string, params?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<any>>
  readonly start: (settings?: Record<string, string>) => Promise<Service>
  /** Creates a workspace and its key with the admin CLI. */
  readonly workspace: () => { readonly boardId: string; readonly workspaceId: string; readonly token: string }
  readonly close: () => Promise<void>
}

const cpuOf = (pid: number | undefined) => {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return NaN
  const [user, system] = readFileSync(path, "utf8").split(") ")[1]!.split(" ").slice(11, 13)
  return (Number(user) + Number(system)) / 100
}

const settled = (child: ChildProcess) =>
  new Promise<void>((resume) => (child.exitCode === null ? child.once("exit", () => resume()) : resume()))

export const open = async (): Promise<Site> => {
  const directory = mkdtempSync(join(tmpdir(), "webhooks-proof-"))
  chmodSync(directory, 0o755)
  const scope = Scope.makeUnsafe()
  const { url } = await Effect.runPromise(
    EmbeddedPostgres.make({ dataDir: directory }).pipe(
      Scope.provide(scope),
      Effect.provide(NodeServices.layer)
    )
  )
  const client = await Effect.runPromise(
    Effect.cached(
      Effect.map(Layer.build(PgClient.layer({ url, maxConnections: 1 })), Context.get(PgClient.PgClient))
    )
  )
  const children = new Set<ChildProcess>()
  const plain = {
    ...process.env,
    DATABASE_URL: Redacted.value(url),
    DATA_DIR: directory,
    PORT: "0",
    DEMO: "false",
    OUTBOUND_ALLOW_PRIVATE: "true",
    RATE_LIMIT_PER_KEY: "100000000",
    RATE_LIMIT_PER_WORKSPACE: "100000000"
  }

  const start = async (settings: Record<string, string> = {}): Promise<Service> => {
    const child = spawn(process.execPath, ["src/main.ts"], {
      env: { ...plain, ...settings },
      stdio: ["ignore", "pipe", "inherit"]
    })
    children.add(child)
    const url = await new Promise<string>((resume, reject) => {
      let text = ""
      child.stdout.on("data", (chunk) => {
        const found = /ready at (http:\S+)/u.exec((text += chunk))
        if (found?.[1] !== undefined) resume(found[1])
      })
      child.once("exit", () => reject(new Error("The service ended")))
    })
    const kill = async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await settled(child)
      children.delete(child)
    }
    return { url, kill, cpu: () => cpuOf(child.pid) }
  }

  const workspace = () => {
    const options = ["--name", "Proof", "--plan", "standard", "--owner-email", "ada@proof.example", "--json"]
    const { stderr, stdout } = spawnSync(
      process.execPath,
      ["scripts/admin.ts", "workspace", "create", ...options],
      { env: plain, encoding: "utf8" }
    )
    if (stdout === "") throw new Error(stderr)
    const made = JSON.parse(stdout)
    return { boardId: made.board.id, workspaceId: made.workspace.id, token: made.apiKey.token }
  }

  const close = async () => {
    for (const child of children) child.kill("SIGKILL")
    await Promise.all([...children].map(settled))
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(directory, { recursive: true, force: true })
  }
  const query = (text: string, params: ReadonlyArray<unknown> = []) =>
    Effect.runPromise(Scope.provide(client, scope).pipe(Effect.flatMap((sql) => sql.unsafe(text, params))))
  return { query, start, workspace, close }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends requests to the address that `base` returns; rejects if the connection breaks. */
export const sender =
  (base: () => string, token: string): Send =>
  (method, path, body) =>
    new Promise((resume, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
        authorization: `Bearer ${token}`,
        ...(text === undefined
          ? {}
          : { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      }
      const call = request(`${base()}${path}`, { method, agent, headers }, (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () => {
          const answer = Buffer.concat(chunks).toString()
          resume({ status: response.statusCode ?? 0, body: answer === "" ? undefined : JSON.parse(answer) })
        })
      })
      call.on("error", reject)
      call.end(text)
    })

export const sleep = (millis: number) => new Promise<void>((resume) => setTimeout(resume, millis))

/** Waits until `done`, at most `seconds`; returns whether it was done in time. */
export const until = async (done: () => boolean | Promise<boolean>, seconds: number) => {
  const deadline = Date.now() + seconds * 1000
  while (!(await done())) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

/** Runs `work` on 0 … count − 1, `concurrency` at a time. */
export const each = async (count: number, concurrency: number, work: (index: number) => Promise<void>) => {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN
}
