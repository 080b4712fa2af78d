/** Encrypts secrets at rest with AES-256-GCM, and derives signing keys. */
import { Context, Effect, FileSystem, Layer, Option, Redacted, Result, Schema } from "effect"
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes
} from "node:crypto"
import { join } from "node:path"
import * as DataDir from "../runtime/DataDir.ts"
import * as RandomPool from "../runtime/RandomPool.ts"
import { Settings } from "../settings/Settings.ts"

export class VaultError extends Schema.TaggedError<VaultError>()("VaultError", { message: Schema.String }) {}

const version = 1

/** Format: `[version | nonce 12 | tag 16 | ciphertext]`. `context` is authenticated data. */
const seal = (key: KeyObject, plain: string, context: string): Buffer => {
  const head = Buffer.allocUnsafe(13)
  head[0] = version
  const nonce = head.subarray(1)
  RandomPool.draw(nonce)
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context))
  const body = cipher.update(plain, "utf8")
  // In GCM, `final` returns no bytes.
  cipher.final()
  return Buffer.concat([head, cipher.getAuthTag(), body])
}

const open = (key: KeyObject, sealed: Uint8Array, context: string): Buffer => {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 13))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(13, 29))
  return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()])
}

const parse = (text: string): Option.Option<Buffer> => {
  const bytes = /^[0-9a-f]{64}$/iu.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64")
  return bytes.length === 32 ? Option.some(bytes) : Option.none()
}

/** One or more keys separated by commas. The first encrypts; the others only decrypt older data. */
const fromSettings = (text: string) =>
  Effect.fromOption(Option.all(text.split(",").map((key) => parse(key.trim())))).pipe(
    Effect.mapError(
      () =>
        new VaultError({
          message:
            "ENCRYPTION_KEY must be 32 bytes, in hex or base64 (make one with: openssl rand -base64 32), or several such keys separated by commas, the newest first"
        })
    )
  )

/** The key file in DATA_DIR, created on the first start. */
const fromDataDir = Effect.fnUntraced(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const path = join(dataDir, "encryption.key")
  yield* DataDir.make(dataDir)
  if (!(yield* fs.exists(path))) {
    // Linking is atomic and fails if the file exists, so concurrent first starts agree on one key.
    const draft = `${path}.${randomBytes(8).toString("hex")}`
    yield* fs.writeFileString(draft, randomBytes(32).toString("base64"), { mode: 0o600 })
    yield* fs.link(draft, path).pipe(
      Effect.catchIf(
        (error) => error.reason._tag === "AlreadyExists",
        () => Effect.void
      ),
      Effect.ensuring(Effect.ignore(fs.remove(draft), { log: "Warn" }))
    )
  }
  return yield* fromSettings((yield* fs.readFileString(path)).trim())
})

export class Encryption extends Context.Service<
  Encryption,
  {
    /** Encrypts a text. It can only be decrypted with the same `context`. */
    readonly seal: (plain: string, context: string) => Uint8Array
    readonly open: (sealed: Uint8Array, context: string) => Effect.Effect<string, VaultError>
    /** Whether it was encrypted with a key other than the current one. */
    readonly isOld: (sealed: Uint8Array, context: string) => boolean
    /** HMAC-SHA256 under a key derived for `purpose`. */
    readonly mac: (purpose: string) => (data: string) => Uint8Array
    /** Like `mac`, under each key, the current one first, to verify older signatures. */
    readonly macs: (purpose: string) => ReadonlyArray<(data: string) => Uint8Array>
  }
>()("pipeline/layers/Encryption") {
  static readonly layer = Layer.effect(
    Encryption,
    Effect.gen(function* () {
      const settings = yield* Settings
      const [root, ...older] = yield* settings.encryptionKey === undefined
        ? fromDataDir(settings.dataDir)
        : fromSettings(Redacted.value(settings.encryptionKey))
      // A KeyObject, because raw bytes would be converted to one on each use.
      const derive = (root: Buffer, purpose: string) =>
        createSecretKey(Buffer.from(hkdfSync("sha256", root, "", purpose, 32)))
      const macOf = (root: Buffer, purpose: string) => {
        const key = derive(root, purpose)
        return (data: string) => createHmac("sha256", key).update(data).digest()
      }
      const sealKey = derive(root!, "seal")
      const openKeys = [sealKey, ...older.map((root) => derive(root, "seal"))]
      const openWith = (key: KeyObject, sealed: Uint8Array, context: string) =>
        Result.try(() => open(key, sealed, context).toString("utf8"))
      return Encryption.of({
        seal: (plain, context) => seal(sealKey, plain, context),
        open: (sealed, context) => {
          for (const key of openKeys) {
            const opened = openWith(key, sealed, context)
            if (Result.isSuccess(opened)) return Effect.succeed(opened.success)
          }
          return Effect.fail(
            new VaultError({ message: "The stored data was sealed with another ENCRYPTION_KEY" })
          )
        },
        isOld: (sealed, context) => Result.isFailure(openWith(sealKey, sealed, context)),
        mac: (purpose) => macOf(root!, purpose),
        macs: (purpose) => [root!, ...older].map((one) => macOf(one, purpose))
      })
    })
  )
}
