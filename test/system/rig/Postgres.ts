/** A PostgreSQL server from the service's packaged programs, which can be killed and started again. */
import { NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { spawn, type ChildProcess } from "node:child_process"
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  globSync,
  lchownSync,
  mkdirSync,
  openSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import * as OsUser from "../../../layers/postgres/OsUser.ts"
import * as Binaries from "../../../layers/postgres/Binaries.ts"
import { query } from "./Query.ts"
import { freePort } from "./Service.ts"
import { until } from "./Wait.ts"

const withServices = <A, E>(effect: Effect.Effect<A, E, NodeServices.NodeServices>) =>
  Effect.runPromise(Effect.provide(effect, NodeServices.layer))

const programs = async (directory: string) => {
  const binaries = await withServices(Binaries.find())
  const osUser = await withServices(OsUser.resolve(directory, join(directory, "data"), binaries))
  return { binaries, osUser }
}

type Programs = Awaited<ReturnType<typeof programs>>

export class Postgres {
  readonly port: number
  /** Owns the cluster in `data`. */
  readonly directory: string
  private readonly tools: Programs
  private readonly options: ReadonlyArray<string>
  private child: ChildProcess | undefined

  private constructor(
    directory: string,
    port: number,
    tools: Programs,
    options: Readonly<Record<string, string>>
  ) {
    this.directory = directory
    this.port = port
    this.tools = tools
    this.options = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  }

  /** Makes a cluster in an existing directory, and starts it. */
  static async make(directory: string, options: Readonly<Record<string, string>> = {}): Promise<Postgres> {
    chmodSync(directory, 0o755)
    const tools = await programs(directory)
    const server = new Postgres(directory, await freePort(), tools, options)
    mkdirSync(server.data, { mode: 0o700 })
    server.own(server.data)
    const args = [
      "--pgdata",
      server.data,
      "--username=postgres",
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C"
    ]
    const made = await withServices(OsUser.run(tools.osUser, { program: tools.binaries.initdb, args }))
    if (made.code !== 0) throw new Error(`initdb: ${made.output.slice(-500)}`)
    await server.start()
    return server
  }

  private get data() {
    return join(this.directory, "data")
  }

  private own(path: string) {
    const { gid, uid } = this.tools.osUser
    if (uid !== undefined && gid !== undefined) lchownSync(path, uid, gid)
  }

  /** Makes a standby from this server, which must be stopped; it follows this server once both run. */
  async standby(directory: string): Promise<Postgres> {
    chmodSync(directory, 0o755)
    const copy = new Postgres(directory, await freePort(), this.tools, {})
    cpSync(this.data, copy.data, { recursive: true, preserveTimestamps: true })
    writeFileSync(join(copy.data, "standby.signal"), "")
    const source = `primary_conninfo = 'host=127.0.0.1 port=${this.port} user=postgres'\n`
    appendFileSync(join(copy.data, "postgresql.auto.conf"), source)
    chmodSync(copy.data, 0o700)
    copy.own(copy.data)
    for (const path of globSync(join(copy.data, "**/*"))) copy.own(path)
    return copy
  }

  url(database = "postgres"): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`
  }

  async start(): Promise<void> {
    const args = ["-D", this.data, "-p", String(this.port), "-k", "", "-h", "127.0.0.1", "-c", "jit=off"]
    const { osUser, binaries } = this.tools
    const command = { program: binaries.postgres, args: [...args, ...this.options] }
    const started = await until(60, async () => {
      // A killed server's children live on for a moment, and no other server starts while they do.
      if (this.child === undefined || this.child.exitCode !== null || this.child.signalCode !== null) {
        const { program, args, options } = OsUser.prepare(osUser, command)
        const log = openSync(join(this.directory, "log"), "a")
        this.child = spawn(program, args, { ...options, detached: true, stdio: ["ignore", log, log] })
        closeSync(log)
      }
      return this.query("SELECT 1").catch(() => undefined)
    })
    if (started === undefined) throw new Error(`PostgreSQL in ${this.directory} did not start: see its log`)
  }

  /** `SIGINT` is a fast shutdown, `SIGQUIT` an immediate shutdown, `SIGKILL` a crash. */
  async stop(signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): Promise<void> {
    const child = this.child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resume) => child.once("exit", resume))
    child.kill(signal)
    await ended
  }

  query(text: string, database?: string): Promise<ReadonlyArray<any>> {
    return query(this.url(database), text)
  }
}

/** Gives a directory, for example a mount, to the user that runs PostgreSQL. */
export const give = async (directory: string): Promise<void> => {
  const { osUser } = await programs(directory)
  if (osUser.uid !== undefined && osUser.gid !== undefined) chownSync(directory, osUser.uid, osUser.gid)
}
