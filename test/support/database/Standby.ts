/** A streaming replica of a cluster of its own, with the PostgreSQL programs of the machine. */
import { Data, Effect, Schedule } from "effect"
import { execFile } from "node:child_process"
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { temporaryDirectory } from "../server/TestServer.ts"

class Failed extends Data.TaggedError("Failed")<{ readonly message: string }> {}

/** Where Debian and others put each major version's programs. */
const homes = ["/usr/lib/postgresql"].filter((path) => existsSync(path))
const binaries = homes
  .flatMap((home) => readdirSync(home).map((version) => join(home, version, "bin")))
  .findLast((path) => existsSync(join(path, "pg_basebackup")))

/** Why there is none; undefined if there is. */
export const lacks = binaries === undefined ? "pg_basebackup is not installed" : undefined

/** The server refuses to run as root. */
const someoneElse = () => {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(\d+):(\d+)/mu)
  return { uid: Number(line?.[1]), gid: Number(line?.[2]) }
}

const run = (program: string, ...args: ReadonlyArray<string>) =>
  Effect.callback<void, Failed>((resume) => {
    execFile(join(binaries!, program), args, { ...someoneElse(), cwd: "/" }, (error, _out, said) =>
      resume(error === null ? Effect.void : Effect.fail(new Failed({ message: `${program}: ${said}` })))
    )
  })

const freePort = Effect.callback<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

/** Its log goes to a file: a pipe would be held open by the server. */
const started = Effect.fnUntraced(function* (directory: string) {
  const port = yield* freePort
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  const start = run("pg_ctl", "start", "-w", "-D", directory, "-l", `${directory}.log`, "-o", options)
  const stop = run("pg_ctl", "stop", "-D", directory, "-m", "immediate")
  yield* Effect.acquireRelease(start, () => Effect.ignore(stop))
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, port, kill: stop, start }
})

/** A primary and its replica, for as long as the scope is open. */
export const make = Effect.gen(function* () {
  const directory = join(yield* temporaryDirectory, "clusters")
  mkdirSync(directory)
  const owner = someoneElse()
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid)
  const [first, second] = [join(directory, "primary"), join(directory, "replica")]
  yield* run("initdb", "-D", first, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
  const primary = yield* started(first)
  const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"]
  yield* run("pg_basebackup", ...from, "-D", second, "-R", "-X", "stream", "-c", "fast", "-N")
  const replica = yield* Effect.retry(started(second), { schedule: Schedule.spaced("1 second"), times: 3 })
  return { primary, replica }
}).pipe(Effect.orDie)

export type Standby = Effect.Success<typeof make>
