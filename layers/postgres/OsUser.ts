/** Finds or creates the user that runs PostgreSQL for a service started by root, because PostgreSQL refuses to run as root. */
import { Effect, FileSystem, Option } from "effect"
import { spawn } from "node:child_process"
import * as DataDir from "../runtime/DataDir.ts"
import type { Binaries } from "./Binaries.ts"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** The user and the launcher that run PostgreSQL's programs. */
export interface OsUser {
  readonly uid: number | undefined
  readonly gid: number | undefined
  readonly launcher: ReadonlyArray<string>
}

export interface Command {
  readonly program: string
  readonly args: ReadonlyArray<string>
}

/** A fixed environment, because a stray PGPORT or locale must not affect the server. */
const environment =
  process.platform === "win32" ? undefined : { LC_ALL: "C", TZ: "UTC", PATH: "/usr/bin:/bin" }

/** Arguments of `spawn` that run a command as the user. */
export const prepare = (osUser: OsUser, { program, args }: Command) => {
  const [first = program, ...rest] = [...osUser.launcher, program, ...args]
  const hasUser = osUser.launcher.length === 0 && osUser.uid !== undefined && osUser.gid !== undefined
  return {
    program: first,
    args: rest,
    options: {
      cwd: "/",
      ...(environment && { env: environment }),
      ...(hasUser && { uid: osUser.uid, gid: osUser.gid })
    }
  }
}

/** Runs a command and returns its exit code (-1 if it could not be started) and output. */
export const run = (osUser: OsUser, command: Command) =>
  Effect.callback<{ readonly code: number; readonly output: string }>((resume) => {
    const { program, args, options } = prepare(osUser, command)
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on("data", collect)
    child.stderr.on("data", collect)
    child.on("error", (error) => resume(Effect.succeed({ code: -1, output: error.message })))
    child.on("close", (code) => resume(Effect.succeed({ code: code ?? -1, output })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const self: OsUser = { uid: undefined, gid: undefined, launcher: [] }

const dedicated = "sales-pipeline"

interface Entry {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

const readEntries = Effect.fnUntraced(function* () {
  const fs = yield* FileSystem.FileSystem
  const text = yield* fs.readFileString("/etc/passwd")
  return text.split("\n").map((line): Entry => {
    const [name = "", , uid, gid] = line.split(":")
    return { name, uid: Number(uid), gid: Number(gid) }
  })
})

/** The owner of an existing cluster, or else `postgres`, or else a user created for the service. */
const choose = Effect.fnUntraced(function* (cluster: string) {
  const fs = yield* FileSystem.FileSystem
  const owner = yield* Effect.option(fs.stat(cluster)).pipe(
    Effect.map(Option.flatMap((_) => _.uid)),
    Effect.map(Option.getOrUndefined)
  )
  const find = Effect.map(
    readEntries(),
    (entries) =>
      entries.find((_) => _.uid !== 0 && _.uid === owner) ??
      entries.find((_) => _.name === "postgres") ??
      entries.find((_) => _.name === dedicated)
  )
  const found = yield* find
  if (found) return found
  yield* run(self, {
    program: "/usr/sbin/useradd",
    args: ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", dedicated]
  })
  const made = yield* find
  if (made) return made
  return yield* new EmbeddedPostgresError({
    message:
      "PostgreSQL does not run as root, and no user could be created for it: create a user named postgres, start the service as another user, or set DATABASE_URL."
  })
})

/** If others can't enter a parent directory (such as `/root`), the user gets the one capability that bypasses this. */
const withReadCapability = ({ uid, gid }: Entry): OsUser => ({
  uid,
  gid,
  launcher: [
    "setpriv",
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    // Without this bit, access(2), which initdb uses to find its programs, ignores capabilities.
    "--securebits=+no_setuid_fixup",
    "--inh-caps=+dac_read_search",
    "--ambient-caps=+dac_read_search"
  ]
})

/** The user that runs PostgreSQL and can reach both the data directory and the programs. */
export const resolve = Effect.fn("OsUser.resolve")(function* (
  dataDir: string,
  cluster: string,
  binaries: Binaries
) {
  if (process.getuid?.() !== 0) return self
  const entry = yield* choose(cluster)
  // The data directory is readable only by its owner and by root.
  if (yield* DataDir.isOwn(dataDir)) {
    yield* (yield* FileSystem.FileSystem).chown(dataDir, entry.uid, entry.gid)
  }
  for (const osUser of [{ uid: entry.uid, gid: entry.gid, launcher: [] }, withReadCapability(entry)]) {
    const probe = {
      program: "/bin/sh",
      args: ["-c", 'cd "$1" && "$2" --version', "sh", dataDir, binaries.postgres]
    }
    if ((yield* run(osUser, probe)).code === 0) return osUser
  }
  return yield* new EmbeddedPostgresError({
    message: `The user ${entry.name}, which runs PostgreSQL for root, cannot reach ${dataDir} or ${binaries.postgres}: move the service to a directory open to others (not under /root), or set DATABASE_URL.`
  })
})
