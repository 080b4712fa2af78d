/** Starts and stops the embedded server, or adopts one that another process left running. */
import { Duration, Effect, FileSystem, Schedule } from "effect"
import { spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { createServer } from "node:net"
import * as OsUser from "./OsUser.ts"
import type { Binaries } from "./Binaries.ts"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import * as Postmaster from "./Postmaster.ts"
import { BeforePostgresWork } from "./BeforePostgresWork.ts"

export interface Site {
  readonly directory: string
  readonly log: string
  readonly binaries: Binaries
  readonly osUser: OsUser.OsUser
  /** False only for temporary test databases. */
  readonly durable: boolean
  /** Settings for the recovery of a backup, which has no time limit. */
  readonly recovery?: Readonly<Record<string, string>>
  /** Additional server settings. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Fast but not durable: a crash loses the data. Background work is off. */
const temporarySettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
  max_wal_size: "256MB",
  checkpoint_timeout: "1h"
}

/** Settings that base backups and WAL shipping need, passed as arguments so that they also apply to older data directories. */
const durableSettings = {
  wal_level: "replica",
  max_wal_senders: "10",
  max_replication_slots: "10",
  // Maximum disk space for unshipped WAL. Beyond it, WAL is removed before it is shipped; the database is unaffected.
  max_slot_wal_keep_size: "4GB"
}

const serverArguments = (site: Site, port: number) => [
  "-D",
  site.directory,
  "-p",
  String(port),
  ...Object.entries({
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    jit: "off",
    random_page_cost: "1.1",
    ...(site.durable ? durableSettings : temporarySettings),
    ...site.recovery,
    ...site.settings
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`])
]

const freePort = Effect.callback<number, EmbeddedPostgresError>((resume) => {
  const server = createServer()
  server.on("error", (cause) =>
    resume(Effect.fail(new EmbeddedPostgresError({ message: `No port is free: ${cause.message}`, cause })))
  )
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() => resume(Effect.succeed(typeof address === "object" && address ? address.port : 0)))
  })
})

/** Starts the server in its own session, so that Ctrl-C in a terminal stops the service first. */
const launch = (site: Site, port: number) =>
  Effect.map(BeforePostgresWork, (tell) => {
    const command = { program: site.binaries.postgres, args: serverArguments(site, port) }
    const { program, args, options } = OsUser.prepare(site.osUser, command)
    const log = openSync(site.log, "a", 0o600)
    const child = spawn(program, args, { ...options, detached: true, stdio: ["ignore", log, log] })
    closeSync(log)
    const exited = { now: false }
    child.on("exit", () => (exited.now = true))
    child.on("error", () => (exited.now = true))
    child.unref()
    tell()
    return exited
  })

/** Messages to clients while the server starts or stops, which don't give the reason. */
const transientMessages = /the database system is|not yet accepting|terminating|canceling|shutting down/u

const noReason = "no reason was logged"

/** The reason in a server's log: the last PANIC line, or else the last FATAL one. */
export const reasonIn = (log: string): string => {
  const lines = log.split("\n").filter((line) => /FATAL|PANIC/u.test(line) && !transientMessages.test(line))
  return (lines.findLast((line) => line.includes("PANIC")) ?? lines.at(-1))?.trim() ?? noReason
}

const logOf = Effect.fnUntraced(function* (site: Site) {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.readFileString(site.log).pipe(Effect.orElseSucceed(() => ""))
})

/** The reason why a running server died. FATAL lines are ignored, because they may have ended only a session. */
export const causeOfDeath = Effect.fnUntraced(function* (site: Site) {
  const log = yield* logOf(site)
  const run = log.slice(Math.max(0, log.lastIndexOf("starting PostgreSQL")))
  const reason = reasonIn(run)
  return reason.includes("PANIC") ? reason : noReason
})

/** Maximum log size in bytes, large enough that repeated failed starts don't remove the first one's reason. */
const maxLogBytes = 5_000_000

const rotate = Effect.fnUntraced(function* (site: Site) {
  const fs = yield* FileSystem.FileSystem
  if (!(yield* fs.exists(site.log))) return
  if ((yield* fs.stat(site.log)).size > maxLogBytes) yield* fs.rename(site.log, `${site.log}.1`)
})

const pause = Effect.sleep("10 millis")

/** Waits while a server starts, recovers or stops. Returns it once ready, or undefined once it is gone. */
const settle = (site: Site, gone: (found: Postmaster.Postmaster | undefined) => boolean) =>
  Effect.gen(function* () {
    while (true) {
      const found = yield* Postmaster.find(site.directory)
      if (found?.status === "ready") return found
      if (gone(found)) return undefined
      yield* pause
    }
  }).pipe(
    Effect.timeoutOrElse({
      duration: site.recovery ? Duration.infinity : "2 minutes",
      orElse: () =>
        new EmbeddedPostgresError({
          message: `PostgreSQL on ${site.directory} is neither ready nor gone after 2 minutes: see ${site.log}.`
        })
    })
  )

/** Transient problems: another program took the port, or processes of a killed server are still ending. */
const transientProblems =
  /could not bind|Address already in use|pre-existing shared memory|could not create any TCP/u

const start = Effect.fn("Server.start")(function* (site: Site, port: number | undefined) {
  const before = (yield* logOf(site)).length
  const exited = yield* launch(site, port ?? (yield* freePort))
  const ready = yield* settle(site, () => exited.now)
  if (ready) return ready
  const reason = reasonIn((yield* logOf(site)).slice(before))
  return yield* new EmbeddedPostgresError({ message: `PostgreSQL did not start: ${reason} (${site.log})` })
})

/** Returns the running server, whichever process started it, or starts one. */
export const adoptOrStart = Effect.fn("Server.adoptOrStart")(function* (site: Site, port?: number) {
  const running = yield* settle(site, (found) => found === undefined)
  if (running) return running
  yield* Effect.ignore(rotate(site), { log: "Warn" })
  return yield* start(site, port).pipe(
    Effect.retry({
      while: (error) => error instanceof EmbeddedPostgresError && transientProblems.test(error.message),
      schedule: Schedule.spaced("200 millis"),
      times: 15
    })
  )
})

/** Disconnects sessions, flushes everything, and returns when the server is gone. */
export const stop = Effect.fn("Server.stop")(function* (site: Site) {
  const running = yield* Postmaster.find(site.directory)
  if (running === undefined) return
  yield* Effect.ignore(
    Effect.try(() => process.kill(running.pid, "SIGINT")),
    { log: "Warn" }
  )
  while ((yield* Postmaster.find(site.directory))?.pid === running.pid) yield* pause
})
