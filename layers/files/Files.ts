/** Stores files in a local directory, or in an S3-compatible bucket if one is configured. */
import { Context, Data, Effect, FileSystem, Layer, Option, Redacted } from "effect"
import { dirname, join } from "node:path"
import { Ids } from "../runtime/Ids.ts"
import { Settings } from "../settings/Settings.ts"

/** The file store is unavailable or full. A retry may succeed. */
export class FilesAway extends Data.TaggedError("FilesAway")<{
  readonly message: string
  readonly cause?: unknown
}> {}

class FilesError extends Data.TaggedError("FilesError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** Keys are `<workspace>/<sha256>`, and never taken from a request. */
interface Service {
  /** Stores all bytes or nothing. A key always holds the same bytes. */
  readonly keep: (key: string, bytes: Uint8Array, contentType: string) => Effect.Effect<void>
  readonly read: (key: string) => Effect.Effect<Option.Option<Uint8Array>>
  /** Removes all files of a workspace. */
  readonly removeAll: (workspace: string) => Effect.Effect<void>
  /** Removes the file of a key, if it exists. */
  readonly remove: (key: string) => Effect.Effect<void>
}

const required = {
  endpoint: "S3_ENDPOINT",
  bucket: "S3_BUCKET",
  accessKeyId: "S3_ACCESS_KEY_ID",
  secretAccessKey: "S3_SECRET_ACCESS_KEY"
} as const

type S3 = Settings["Service"]["s3"]

const missingOf = (s3: S3) =>
  (Object.keys(required) as Array<keyof typeof required>)
    .filter((name) => s3[name] === undefined)
    .map((name) => required[name])

const clientOf = Effect.fnUntraced(function* (s3: S3) {
  const missing = missingOf(s3)
  if (missing.length > 0) {
    return yield* new FilesError({ message: `${missing.join(", ")} must be set too, to keep files in S3` })
  }
  const { S3mini } = yield* Effect.promise(() => import("s3mini"))
  return yield* Effect.try({
    try: () =>
      new S3mini({
        endpoint: `${s3.endpoint!.replace(/\/+$/u, "")}/${s3.bucket}`,
        region: s3.region ?? "us-east-1",
        accessKeyId: s3.accessKeyId!,
        secretAccessKey: Redacted.value(s3.secretAccessKey!),
        requestAbortTimeout: 20_000
      }),
    catch: (cause) => new FilesError({ message: "S3_ENDPOINT or S3_BUCKET is not usable", cause })
  })
})

export class Files extends Context.Service<Files, Service>()("pipeline/layers/Files") {
  /** Files in `<DATA_DIR>/files`. Each is written to a temporary file and renamed, so that no reader sees an incomplete one. */
  static readonly layerLocal = Layer.effect(
    Files,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const ids = yield* Ids
      const root = join((yield* Settings).dataDir, "files")

      const write = Effect.fnUntraced(function* (path: string, bytes: Uint8Array) {
        const file = yield* fs.open(path, { flag: "wx", mode: 0o600 })
        yield* file.writeAll(bytes)
        yield* file.sync
      }, Effect.scoped)

      const keep = Effect.fn("Files.keep")(function* (key: string, bytes: Uint8Array) {
        const path = join(root, key)
        if (yield* fs.exists(path)) return
        const draft = `${path}.${yield* ids.token(16)}`
        yield* fs.makeDirectory(dirname(path), { recursive: true, mode: 0o700 })
        yield* write(draft, bytes).pipe(
          Effect.andThen(fs.rename(draft, path)),
          Effect.onError(() => Effect.ignore(fs.remove(draft, { force: true }), { log: "Warn" }))
        )
      }, Effect.orDie)

      const read = Effect.fn("Files.read")(function* (key: string) {
        return yield* fs.readFile(join(root, key)).pipe(
          Effect.asSome,
          Effect.catchIf(
            (error) => error.reason._tag === "NotFound",
            () => Effect.succeedNone
          )
        )
      }, Effect.orDie)

      const removeAll = Effect.fn("Files.removeAll")(function* (workspace: string) {
        yield* fs.remove(join(root, workspace), { recursive: true, force: true })
      }, Effect.orDie)

      const remove = (key: string) => Effect.orDie(fs.remove(join(root, key), { force: true }))

      return Files.of({ keep, read, remove, removeAll })
    })
  )

  static readonly layerS3 = Layer.effect(
    Files,
    Effect.gen(function* () {
      const client = yield* clientOf((yield* Settings).s3)
      const ask = <A>(what: string, call: () => Promise<A>) =>
        Effect.tryPromise({
          try: call,
          catch: (cause) => new FilesAway({ message: `S3 did not ${what} the file`, cause })
        }).pipe(Effect.retry({ times: 2 }), Effect.orDie)

      const keep = Effect.fn("Files.keep")((key: string, bytes: Uint8Array, contentType: string) =>
        Effect.asVoid(ask("store", () => client.putObject(key, bytes, contentType)))
      )
      const read = Effect.fn("Files.read")((key: string) =>
        Effect.map(
          ask("return", () => client.getObjectArrayBuffer(key)),
          (buffer) => Option.map(Option.fromNullishOr(buffer), (found) => new Uint8Array(found))
        )
      )
      const removeAll = Effect.fn("Files.removeAll")((workspace: string) =>
        ask("remove", async () => {
          const found = (await client.listObjects("/", `${workspace}/`)) ?? []
          for (const { Key } of found) await client.deleteObject(Key)
        })
      )
      const remove = (key: string) => Effect.asVoid(ask("delete", () => client.deleteObject(key)))
      return Files.of({ keep, read, remove, removeAll })
    })
  )

  /** Uses S3 if any `S3_*` is set, so that a missing setting stops the start instead of splitting the files over two stores. */
  static readonly layer = Layer.unwrap(
    Effect.map(Settings, ({ s3 }) =>
      Object.values(s3).some((value) => value !== undefined) ? Files.layerS3 : Files.layerLocal
    )
  )
}
