import { assert, describe, it } from "@effect/vitest"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect, Layer, Redacted } from "effect"
import { readdirSync } from "node:fs"
import { Encryption } from "../../../layers/encryption/Encryption.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"
import { testSettings } from "../../support/server/TestSettings.ts"

const [first, second] = ["a".repeat(64), "b".repeat(64)]

const withKeys = (encryptionKey: string) =>
  Encryption.layer.pipe(
    Layer.provide(testSettings({ encryptionKey: Redacted.make(encryptionKey) })),
    Layer.provide(NodeFileSystem.layer)
  )

const vaultOf = (keys: string) => Effect.provide(Encryption, withKeys(keys))

describe("Vault", () => {
  it.effect("opens what it sealed, only for the same context", () =>
    Effect.gen(function* () {
      const encryption = yield* vaultOf(first)
      const sealed = encryption.seal("Größe", "one")
      assert.strictEqual(yield* encryption.open(sealed, "one"), "Größe")
      yield* Effect.flip(encryption.open(sealed, "two"))
      for (let index = 1; index < sealed.length; index++) {
        const changed = Uint8Array.from(sealed)
        changed[index]! ^= 1
        yield* Effect.flip(encryption.open(changed, "one"))
      }
    })
  )

  it.effect("opens with older keys, and seals with the first", () =>
    Effect.gen(function* () {
      const before = (yield* vaultOf(first)).seal("x", "c")
      const encryption = yield* vaultOf(`${second}, ${first}`)
      assert.strictEqual(yield* encryption.open(before, "c"), "x")
      assert.isTrue(encryption.isOld(before, "c"))
      const after = encryption.seal("x", "c")
      assert.isFalse(encryption.isOld(after, "c"))
      const alone = yield* vaultOf(second)
      assert.strictEqual(yield* alone.open(after, "c"), "x")
      const error = yield* Effect.flip(alone.open(before, "c"))
      assert.match(error.message, /another ENCRYPTION_KEY/u)
    })
  )

  for (const keys of ["", "short", `${first},`, `${first},short`]) {
    it.effect(`refuses to start on the keys ${JSON.stringify(keys)}`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(vaultOf(keys))
        assert.match(error.message, /^ENCRYPTION_KEY must be 32 bytes/u)
      })
    )
  }

  it.effect("makes one key when many start for the first time at once, and keeps it", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      const starting = Effect.provide(
        Encryption,
        Encryption.layer.pipe(
          Layer.provide(testSettings({ dataDir, encryptionKey: undefined })),
          Layer.provide(NodeFileSystem.layer)
        )
      )
      const vaults = yield* Effect.all(
        Array.from({ length: 20 }, () => starting),
        { concurrency: "unbounded" }
      )
      const sealed = vaults[0]!.seal("one", "c")
      for (const encryption of [...vaults, yield* starting]) {
        assert.strictEqual(yield* encryption.open(sealed, "c"), "one")
      }
      assert.deepStrictEqual(readdirSync(dataDir), ["encryption.key"])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})
