/** The data directory, which other users of the machine must not read. */
import { Data, Effect, FileSystem, type PlatformError } from "effect"
import { join } from "node:path"

/** The message is one line for the operator. */
export class DataDirError extends Data.TaggedError("DataDirError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

const unusable = (path: string) => (cause: PlatformError.PlatformError) => {
  const { code } = (cause.reason.cause ?? {}) as { readonly code?: unknown }
  return new DataDirError({
    message: `DATA_DIR ${path} cannot be written to (${typeof code === "string" ? code : cause.reason._tag}): let the service's user write there, or set DATA_DIR to another directory`,
    cause
  })
}

/** Entries that the service creates. Permissions and owners of others are never changed. */
const ownEntries = /^(encryption\.key|postgres|files|lost\+found|restoring$|replaced-)/u

/** Directory that a backup is unpacked into before its parts are moved into place. */
export const restoring = "restoring"

const otherUsers = 0o077

/** Whether the directory contains only entries of the service. */
export const isOwn = Effect.fn("DataDir.isOwn")(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  return (yield* fs.readDirectory(path)).every((name) => ownEntries.test(name))
})

/** Creates the directory if needed, and restricts its permissions. */
export const make = Effect.fn("DataDir.make")(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs
    .makeDirectory(path, { recursive: true, mode: 0o700 })
    .pipe(Effect.andThen(fs.access(path, { writable: true })), Effect.mapError(unusable(path)))
  if (yield* Effect.orElseSucceed(fs.exists(join(path, restoring)), () => false)) {
    return yield* new DataDirError({
      message: `DATA_DIR ${path} holds a restore that was broken off: repeat it with --replace (admin backup restore), or set DATA_DIR to another directory`
    })
  }
  const { mode } = yield* fs.stat(path)
  if ((mode & otherUsers) === 0 || process.platform === "win32") return
  const closed = (yield* isOwn(path)) && (yield* Effect.isSuccess(fs.chmod(path, 0o700)))
  if (closed) return
  yield* Effect.logWarning(
    `${path} is open to other users of this machine, and is not the service's alone: close it, or set DATA_DIR to a directory of its own`
  )
})
