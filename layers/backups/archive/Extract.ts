/** Unpacks a backup into a new directory. */
import { Effect, FileSystem, Stream } from "effect"
import { statfs } from "node:fs/promises"
import { dirname, join } from "node:path"
import { BackupError, ofFile } from "../BackupError.ts"
import { folders, sizeOf } from "./Manifest.ts"
import type { BackupReader } from "./BackupReader.ts"

/** Bytes reserved for the file system's own use and for the server's first WAL. */
const reservedBytes = 256 * 2 ** 20

/**
 * Files of a cluster that name programs to run or other files to read. A restored cluster gets ours (Cluster.configure). Our base backups
 * have no tablespaces, so links to them are forged.
 */
const ignoredFiles =
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
  if (free > bytes + reservedBytes) return
  return yield* new BackupError({
    code: "backup_no_room",
    message: `The backup needs ${human(bytes + reservedBytes)}, and ${directory} has ${human(free)} left: make room, or name another directory.`
  })
})

/**
 * Unpacks into an existing empty directory: a physical database into `postgres`, stored files into `files`. A dump is not unpacked. Returns
 * stored files that were damaged before the backup.
 */
export const into = Effect.fn("Unpacking.into")(function* (opened: BackupReader, directory: string) {
  const fs = yield* FileSystem.FileSystem
  yield* checkRoom(directory, sizeOf(opened.manifest))
  const isPhysical = opened.manifest.kind === "physical"
  const directories = new Set<string>()

  const placeOf = (path: string) => {
    if (path.startsWith(folders.files)) return join(directory, path)
    if (!isPhysical || !path.startsWith(folders.database)) return undefined
    const inside = path.slice(folders.database.length)
    return ignoredFiles.test(inside) ? undefined : join(directory, "postgres", inside)
  }

  const makeDirectory = Effect.fnUntraced(function* (path: string) {
    if (directories.has(path)) return
    directories.add(path)
    yield* Effect.mapError(
      fs.makeDirectory(path, { recursive: true, mode: 0o700 }),
      ofFile(`${path} could not be made`)
    )
  })

  const write = Effect.fnUntraced(function* (path: string, content: Stream.Stream<Uint8Array, BackupError>) {
    const failed = ofFile(`${path} could not be written`)
    yield* makeDirectory(dirname(path))
    // There are no symbolic links to follow, because this process created every directory.
    const file = yield* Effect.mapError(fs.open(path, { flag: "wx", mode: 0o600 }), failed)
    yield* Stream.runForEach(content, (piece) => Effect.mapError(file.writeAll(piece), failed))
    // PostgreSQL syncs its own files when it first starts on them.
    if (!path.startsWith(join(directory, "postgres"))) yield* Effect.mapError(file.sync, failed)
  }, Effect.scoped)

  return yield* opened.entries((entry, content) =>
    Effect.gen(function* () {
      const path = placeOf(entry.path)
      if (path !== undefined) yield* entry.isDirectory ? makeDirectory(path) : write(path, content)
    })
  )
})
