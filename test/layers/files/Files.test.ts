import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, FileSystem, Layer, Option, Redacted } from "effect"
import { Files } from "../../../layers/files/Files.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import type { Settings } from "../../../layers/settings/Settings.ts"
import { makeS3 } from "../../support/fakes/S3.ts"
import { testSettings } from "../../support/server/TestSettings.ts"

const key = "0199aaaa-0000-7000-8000-000000000001/ab12"
const bytes = Uint8Array.from({ length: 100_000 }, (_, n) => n % 251)

const filesWith = (settings: Partial<Settings["Service"]>) =>
  Files.layer.pipe(
    Layer.provide(Ids.layer),
    Layer.provide(testSettings(settings)),
    Layer.provide(NodeFileSystem.layer)
  )

/** Checks for every kind of file store. */
const behaves = Effect.gen(function* () {
  const files = yield* Files
  assert.isTrue(Option.isNone(yield* files.read(key)))
  yield* files.keep(key, bytes, "image/png")
  yield* files.keep(key, bytes, "image/png")
  assert.deepStrictEqual(Option.getOrThrow(yield* files.read(key)), bytes)
})

describe("Files in a directory", () => {
  it.live("reads back what it stores, and leaves no temporary files", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* fs.makeTempDirectoryScoped()
      yield* behaves.pipe(Effect.provide(filesWith({ dataDir })))
      const entries = yield* fs.readDirectory(`${dataDir}/files`, { recursive: true })
      assert.deepStrictEqual(entries.sort(), [key.split("/")[0], key])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.live("stores one complete file when many write it at once", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* fs.makeTempDirectoryScoped()
      yield* Effect.gen(function* () {
        const files = yield* Files
        yield* Effect.all(
          Array.from({ length: 20 }, () => files.keep(key, bytes, "image/png")),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(Option.getOrThrow(yield* files.read(key)), bytes)
      }).pipe(Effect.provide(filesWith({ dataDir })))
      const entries = yield* fs.readDirectory(`${dataDir}/files/${key.split("/")[0]}`)
      assert.deepStrictEqual(entries, ["ab12"])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

describe("Files in S3", () => {
  it.live("reads back what it stores", () =>
    Effect.gen(function* () {
      const s3 = yield* makeS3
      yield* behaves.pipe(Effect.provide(filesWith({ s3 })))
    })
  )

  it.live("fails if the server refuses the signature", () =>
    Effect.gen(function* () {
      const s3 = { ...(yield* makeS3), secretAccessKey: Redacted.make("wrong") }
      const exit = yield* Effect.exit(behaves.pipe(Effect.provide(filesWith({ s3 }))))
      assert.isTrue(Exit.hasDies(exit))
    })
  )

  it.live("stops the start when a setting is missing, and names it", () =>
    Effect.gen(function* () {
      const s3 = { ...(yield* makeS3), bucket: undefined, secretAccessKey: undefined }
      const error = yield* Effect.flip(behaves.pipe(Effect.provide(filesWith({ s3 }))))
      assert.strictEqual(
        error.message,
        "S3_BUCKET, S3_SECRET_ACCESS_KEY must be set too, to keep files in S3"
      )
    })
  )
})
