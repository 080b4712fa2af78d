/** A PgBouncer in transaction mode in front of a test database, as operators run it. */
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { createServer, connect, type AddressInfo } from "node:net"
import { delimiter, join } from "node:path"
import { Database } from "../../../layers/database/Database.ts"
import { TestDatabase } from "./TestDatabase.ts"
import { administer, temporaryDirectory } from "../server/TestServer.ts"

const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]

const program = folders.map((folder) => join(folder, "pgbouncer")).find((path) => existsSync(path))

/** Why there is none; undefined if there is. */
export const lacks = program === undefined ? "pgbouncer is not installed" : undefined

/** It refuses to run as root. */
const someoneElse = () => {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(\d+):(\d+)/mu)
  return { uid: Number(line?.[1]), gid: Number(line?.[2]) }
}

const freePort = Effect.callback<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

const answers = (port: number) =>
  Effect.callback<void, Error>((resume) => {
    const socket = connect(port, "127.0.0.1")
    socket.on("connect", () => resume(Effect.void))
    socket.on("error", (error) => resume(Effect.fail(error)))
    return Effect.sync(() => socket.destroy())
  }).pipe(Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 200 }), Effect.orDie)

/** It refuses an empty password. */
const passwordOf = ({ password }: URL) => (password === "" ? "" : ` password=${password}`)

const settingsOf = (server: URL, port: number) => `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}${passwordOf(server)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 500
server_login_retry = 1
`

export interface PgBouncer {
  readonly url: string
  readonly kill: Effect.Effect<void>
  readonly start: Effect.Effect<void>
}

/** Runs for as long as the scope is open. */
export const make = Effect.fnUntraced(function* (database: string) {
  const port = yield* freePort
  const file = join(yield* temporaryDirectory, "pgbouncer.ini")
  const address = new URL(database)
  writeFileSync(file, settingsOf(address, port))
  chmodSync(file, 0o644)
  address.host = `127.0.0.1:${port}`
  let child: ReturnType<typeof spawn> | undefined
  const kill = Effect.promise(
    () =>
      new Promise<void>((done) => {
        if (child === undefined || child.exitCode !== null) return done()
        child.once("close", () => done())
        child.kill("SIGKILL")
      })
  )
  const start = Effect.andThen(
    Effect.sync(() => {
      child = spawn(program!, ["-q", file], { stdio: "ignore", ...someoneElse() })
    }),
    answers(port)
  )
  yield* Effect.acquireRelease(start, () => kill)
  return { url: address.toString(), kill, start } satisfies PgBouncer
})

const limits = [
  "lock_timeout = '5s'",
  "statement_timeout = '7s'",
  "idle_in_transaction_session_timeout = '10s'"
]

/** What the service asks for: limits that every session begins with. */
export const limited = (url: string) =>
  administer(
    url,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ name: string }>`SELECT quote_ident(current_database()) AS name`
      for (const limit of limits) {
        yield* sql.unsafe(`ALTER ROLE CURRENT_USER IN DATABASE ${row!.name} SET ${limit}`)
      }
    })
  )

/** The connection of a node to it. */
export const connected = ({ url }: PgBouncer, direct: string) =>
  Database.connect(Redacted.make(url), { direct: Redacted.make(direct), prepare: false })

/** A clone behind a pooler, which `running` is told. */
export const layer = (running: (pgbouncer: PgBouncer) => void = () => {}) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      yield* limited(url)
      const pgbouncer = yield* make(url)
      running(pgbouncer)
      return connected(pgbouncer, url)
    })
  ).pipe(Layer.provideMerge(TestDatabase.layerClone))
