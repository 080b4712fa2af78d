/** Puts what is in a backup into a new directory. */
import { Effect, FileSystem, Stream } from "effect"
import { statfs } from "node:fs/promises"
import { dirname, join } from "node:path"
import { BackupError, ofFile } from "../BackupError.ts"
import { folders, sizeOf } from "./Manifest.ts"
import type { BackupReader } from "./BackupReader.ts"

/** What a file system keeps for itself, and the server's first log. */
const spare = 256 * 2 ** 20

/**
 * What of a cluster's files names programs to run and other files to read: a restored cluster has that of a new one of ours
 * (Cluster.configure). A base backup of ours has no tablespaces, so whoever wrote links to some was not us.
 */
const foreign =
  /^(?:postgresql(?:\.auto)?\.conf|pg_hba\.conf|pg_ident\.conf|(?:recovery|standby)\.signal|tablespace_map|pg_tblspc\/.*)$/iu

const human = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MiB`

const checkRoom = Effect.fnUntraced(function* (directory: string, bytes: number) {
  const free = yield* Effect.tryPromise({
    try: async () => {
      const { bavail, bsize } = await statfs(directory)
      return bavail * bsize
    },
    catch: (cause) =>
      new BackupError({
        code: "backup_files",
        message: `${directory} can't be used: ${String(cause)}`,
        cause
      })
  })
  if (free > bytes + spare) return
  return yield* new BackupError({
    code: "backup_no_room",
    message: `The backup needs ${human(bytes + spare)}, and ${directory} has ${human(free)} left: make room, or name another directory.`
  })
})

/**
 * Unpacks into `directory`, which exists and is empty: a physical backup's database into `postgres`, stored files into `files`.
 * Of a dump nothing is kept. Returns the stored files that were damaged before the backup was made.
 */
export const into = Effect.fn("Unpacking.into")(function* (opened: BackupReader, directory: string) {
  const fs = yield* FileSystem.FileSystem
  yield* checkRoom(directory, sizeOf(opened.manifest))
  const isPhysical = opened.manifest.kind === "physical"
  const made = new Set<string>()

  const placeOf = (path: string) => {
    if (path.startsWith(folders.files)) return join(directory, path)
    if (!isPhysical || !path.startsWith(folders.database)) return undefined
    const inside = path.slice(folders.database.length)
    return foreign.test(inside) ? undefined : join(directory, "postgres", inside)
  }

  const makeDirectory = Effect.fnUntraced(function* (path: string) {
    if (made.has(path)) return
    made.add(path)
    yield* Effect.mapError(
      fs.makeDirectory(path, { recursive: true, mode: 0o700 }),
      ofFile(`${path} could not be made`)
    )
  })

  const write = Effect.fnUntraced(function* (path: string, content: Stream.Stream<Uint8Array, BackupError>) {
    const failed = ofFile(`${path} could not be written`)
    yield* makeDirectory(dirname(path))
    // Nothing here is a link: we made it all.
    const file = yield* Effect.mapError(fs.open(path, { flag: "wx", mode: 0o600 }), failed)
    yield* Stream.runForEach(content, (piece) => Effect.mapError(file.writeAll(piece), failed))
    // PostgreSQL does so itself with its own, when it first starts on them.
    if (!path.startsWith(join(directory, "postgres"))) yield* Effect.mapError(file.sync, failed)
  }, Effect.scoped)

  return yield* opened.entries((entry, content) =>
    Effect.gen(function* () {
      const path = placeOf(entry.path)
      if (path !== undefined) yield* entry.isDirectory ? makeDirectory(path) : write(path, content)
    })
  )
})
