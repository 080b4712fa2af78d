/** PostgreSQL refuses to run as root: this finds, or makes, the unprivileged account that runs it in that case. */
import { Effect, FileSystem, Option } from "effect"
import { spawn } from "node:child_process"
import * as DataDir from "../DataDir.ts"
import type { Binaries } from "./Binaries.ts"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** How programs of PostgreSQL are started: as whom, and behind which launcher. */
export interface Account {
  readonly uid: number | undefined
  readonly gid: number | undefined
  readonly launcher: ReadonlyArray<string>
}

export interface Command {
  readonly program: string
  readonly args: ReadonlyArray<string>
}

/** The same environment whoever starts the service: a stray PGPORT or locale must not change the server. */
const environment =
  process.platform === "win32" ? undefined : { LC_ALL: "C", TZ: "UTC", PATH: "/usr/bin:/bin" }

/** What `spawn` needs to run a command as the account. */
export const prepare = (account: Account, { program, args }: Command) => {
  const [first = program, ...rest] = [...account.launcher, program, ...args]
  const owned = account.launcher.length === 0 && account.uid !== undefined && account.gid !== undefined
  return {
    program: first,
    args: rest,
    options: {
      cwd: "/",
      ...(environment && { env: environment }),
      ...(owned && { uid: account.uid, gid: account.gid })
    }
  }
}

/** Runs a command to its end, and answers its exit code (-1 when it cannot even be started) and what it wrote. */
export const run = (account: Account, command: Command) =>
  Effect.callback<{ readonly code: number; readonly output: string }>((resume) => {
    const { program, args, options } = prepare(account, command)
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

const self: Account = { uid: undefined, gid: undefined, launcher: [] }

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

/** The owner of an existing cluster, else `postgres`, else an account made for this. */
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
      "PostgreSQL does not run as root, and no account could be made for it: create a user named postgres, start the service as another user, or set DATABASE_URL."
  })
})

/** A directory above may be closed to others (`/root`): the account then gets the one capability to pass through. */
const passing = ({ uid, gid }: Entry): Account => ({
  uid,
  gid,
  launcher: [
    "setpriv",
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    // Without this bit access(2), by which initdb looks for its programs, disregards capabilities.
    "--securebits=+no_setuid_fixup",
    "--inh-caps=+dac_read_search",
    "--ambient-caps=+dac_read_search"
  ]
})

/** The account that can reach both the data directory and the programs. */
export const resolve = Effect.fn("Account.resolve")(function* (
  dataDir: string,
  cluster: string,
  binaries: Binaries
) {
  if (process.getuid?.() !== 0) return self
  const entry = yield* choose(cluster)
  // It is closed to everybody but its owner, and root reads it all the same.
  if (yield* DataDir.isOwn(dataDir)) {
    yield* (yield* FileSystem.FileSystem).chown(dataDir, entry.uid, entry.gid)
  }
  for (const account of [{ uid: entry.uid, gid: entry.gid, launcher: [] }, passing(entry)]) {
    const probe = {
      program: "/bin/sh",
      args: ["-c", 'cd "$1" && "$2" --version', "sh", dataDir, binaries.postgres]
    }
    if ((yield* run(account, probe)).code === 0) return account
  }
  return yield* new EmbeddedPostgresError({
    message: `The user ${entry.name}, who runs PostgreSQL for root, cannot reach ${dataDir} or ${binaries.postgres}: move the service to a directory open to others (not under /root), or set DATABASE_URL.`
  })
})
