/** Prepares DATA_DIR for a restore. It must be empty and unused. */
import { Effect, FileSystem } from "effect"
import { join } from "node:path"
import * as DataDir from "../runtime/DataDir.ts"
import { now } from "../runtime/Now.ts"
import * as Binaries from "../postgres/Binaries.ts"
import * as Cluster from "../postgres/Cluster.ts"
import * as FileLock from "../postgres/FileLock.ts"
import * as OsUser from "../postgres/OsUser.ts"
import * as Postmaster from "../postgres/Postmaster.ts"
import { BackupError, ofFile } from "./BackupError.ts"

/** Entries that don't count as content: locks, what the file system creates, and what --replace moved aside. */
const ignored = /^(?:postgres\.(?:lock|users)(?:-journal)?|lost\+found|replaced-.*)$/u

const inUse = (dataDir: string, by: string) =>
  new BackupError({
    code: "data_dir_in_use",
    message: `${dataDir} is in use by ${by}: stop the service, or name another directory by --data-dir.`
  })

/** Locks out services and other restores until the scope closes. */
const lock = Effect.fnUntraced(function* (dataDir: string) {
  const [gate, users] = [join(dataDir, "postgres.lock"), join(dataDir, "postgres.users")]
  for (const file of [gate, users]) {
    if (!(yield* FileLock.isFree(file))) return yield* inUse(dataDir, "a running service or command")
  }
  yield* FileLock.acquire(gate, "exclusive")
  yield* FileLock.acquire(users, "exclusive")
  const server = yield* Postmaster.find(join(dataDir, "postgres"))
  if (server !== undefined) return yield* inUse(dataDir, `PostgreSQL (process ${server.pid})`)
})

/**
 * Locks the directory and creates the draft that keeps a service from starting until `release`. Existing content is an error or, with
 * `replace`, moved aside; returns where to.
 */
export const take = Effect.fn("Site.take")(function* (dataDir: string, replace: boolean) {
  const fs = yield* FileSystem.FileSystem
  const failed = ofFile(`${dataDir} can't be used`)
  yield* Effect.mapError(fs.makeDirectory(dataDir, { recursive: true, mode: 0o700 }), failed)
  yield* lock(dataDir)
  const old = (yield* Effect.mapError(fs.readDirectory(dataDir), failed)).filter(
    (name) => !ignored.test(name)
  )
  if (old.length > 0 && !replace) {
    const isBroken = old.includes(DataDir.restoring)
    return yield* new BackupError({
      code: "data_dir_not_empty",
      message: `${dataDir} is not empty: ${isBroken ? "a restore was broken off there" : `it contains ${old.slice(0, 3).join(", ")}`}. Add --replace to move all of it aside, or name another directory by --data-dir.`
    })
  }
  const aside =
    old.length === 0 ? undefined : join(dataDir, `replaced-${(yield* now).replaceAll(/[-:.]/gu, "")}`)
  if (aside !== undefined) {
    yield* Effect.mapError(fs.makeDirectory(aside, { mode: 0o700 }), failed)
    for (const name of old) yield* Effect.mapError(fs.rename(join(dataDir, name), join(aside, name)), failed)
  }
  const draft = join(dataDir, DataDir.restoring)
  yield* Effect.mapError(fs.makeDirectory(draft, { mode: 0o700 }), failed)
  return { aside, draft }
})

/** Removes the draft after a failure, and moves back the content that was moved aside. */
export const undo = (dataDir: string, aside: string | undefined) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    if (aside !== undefined) {
      for (const name of yield* fs.readDirectory(aside))
        yield* fs.rename(join(aside, name), join(dataDir, name))
      yield* fs.remove(aside, { recursive: true })
    }
    yield* fs.remove(join(dataDir, DataDir.restoring), { recursive: true, force: true })
  }).pipe(Effect.ignore({ log: "Warn" }))

/** Writes our configuration and, if run as root, gives the files to the user that runs PostgreSQL. */
export const own = Effect.fnUntraced(function* (dataDir: string, cluster: string) {
  const fs = yield* FileSystem.FileSystem
  const binaries = yield* Binaries.find()
  const osUser = yield* OsUser.resolve(dataDir, cluster, binaries)
  yield* Cluster.configure(cluster, binaries, osUser)
  const { gid, uid } = osUser
  if (uid === undefined || gid === undefined) return
  const failed = ofFile(`${cluster} could not be given to the user that runs PostgreSQL`)
  const names = yield* Effect.mapError(fs.readDirectory(cluster, { recursive: true }), failed)
  yield* Effect.forEach(["", ...names], (name) => fs.chown(join(cluster, name), uid, gid), {
    concurrency: 8,
    discard: true
  }).pipe(Effect.mapError(failed))
})

/** Moves the parts of a complete draft into place. The database sorts last, so it is moved last. */
export const settle = Effect.fn("Site.settle")(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const draft = join(dataDir, DataDir.restoring)
  const failed = ofFile(`${dataDir} could not be written`)
  const found = yield* Effect.mapError(fs.readDirectory(draft), failed)
  for (const name of found.sort()) {
    yield* Effect.mapError(fs.rename(join(draft, name), join(dataDir, name)), failed)
  }
})

/** Marks the restore as complete, so that a service can start. */
export const release = Effect.fn("Site.release")(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const draft = join(dataDir, DataDir.restoring)
  yield* Effect.mapError(fs.remove(draft, { recursive: true }), ofFile(`${draft} could not be removed`))
})
