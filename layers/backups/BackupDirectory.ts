import { Effect, FileSystem, Option, Stream } from "effect"
import { join } from "node:path"
import { BackupError, ofFile } from "./BackupError.ts"
import type { BackupStore } from "./BackupStore.ts"

/** Suffix of a temporary file. Its name starts with a dot. */
const part = ".part"

const day = 86_400_000

/** A backup store in a directory, which the first backup creates. */
export const make = (directory: string, fs: FileSystem.FileSystem): BackupStore => {
  const path = (name: string) => join(directory, name)
  const isMissing = (error: { readonly reason: { readonly _tag: string } }) =>
    error.reason._tag === "NotFound"

  /** Syncs the directory, because a rename is durable only after that. Windows can't open a directory. */
  const settle = fs.open(directory).pipe(
    Effect.flatMap((opened) => opened.sync),
    Effect.scoped,
    Effect.ignore({ log: "Debug" })
  )

  const write: BackupStore["write"] = Effect.fnUntraced(function* (name, bytes) {
    const failed = ofFile(`${path(name)} could not be written`)
    const draft = path(`.${name}${part}`)
    yield* Effect.mapError(fs.makeDirectory(directory, { recursive: true, mode: 0o700 }), failed)
    if (yield* Effect.mapError(fs.exists(path(name)), failed)) {
      return yield* new BackupError({
        code: "backup_exists",
        message: `${path(name)} exists already: wait a second, and try again.`
      })
    }
    const fill = Effect.gen(function* () {
      const file = yield* Effect.mapError(fs.open(draft, { flag: "wx", mode: 0o600 }), failed)
      let written = 0
      yield* Stream.runForEach(bytes, (piece) => {
        written += piece.length
        return Effect.mapError(file.writeAll(piece), failed)
      })
      yield* Effect.mapError(file.sync, failed)
      return written
    }).pipe(Effect.scoped)
    return yield* fill.pipe(
      Effect.tap(Effect.mapError(Effect.andThen(fs.rename(draft, path(name)), settle), failed)),
      Effect.onError(() => Effect.ignore(fs.remove(draft, { force: true }), { log: "Warn" }))
    )
  })

  const read: BackupStore["read"] = (name, from, to) =>
    fs
      .stream(path(name), { offset: from, bytesToRead: to - from, chunkSize: 256 * 1024 })
      .pipe(Stream.mapError(ofFile(`${path(name)} could not be read`)))

  const sizeOf = (name: string) =>
    fs.stat(path(name)).pipe(
      Effect.map((info) => (info.type === "File" ? Option.some(Number(info.size)) : Option.none())),
      Effect.catchIf(isMissing, () => Effect.succeedNone),
      Effect.mapError(ofFile(`${path(name)} could not be read`)),
      Effect.map(Option.getOrUndefined)
    )

  const names = fs.readDirectory(directory).pipe(
    Effect.catchIf(isMissing, () => Effect.succeed([])),
    Effect.mapError(ofFile(`${directory} could not be listed`))
  )

  const list = Effect.gen(function* () {
    const found = yield* Effect.forEach(yield* names, (name) =>
      Effect.map(sizeOf(name), (bytes) => (bytes === undefined ? [] : [{ name, bytes }]))
    )
    return found.flat().filter(({ name }) => !name.startsWith("."))
  })

  const remove = (name: string) =>
    Effect.mapError(fs.remove(path(name), { force: true }), ofFile(`${path(name)} could not be removed`))

  const sweep = Effect.fnUntraced(function* (at: Date) {
    const drafts = (yield* names).filter((name) => name.startsWith(".") && name.endsWith(part))
    yield* Effect.forEach(drafts, (name) =>
      Effect.gen(function* () {
        const { mtime } = yield* fs.stat(path(name))
        const changed = Option.getOrElse(mtime, () => at).getTime()
        if (at.getTime() - changed > day) yield* fs.remove(path(name), { force: true })
      }).pipe(Effect.ignore({ log: "Warn" }))
    )
  })

  return { place: directory, write, read, size: sizeOf, list, remove, sweep }
}
