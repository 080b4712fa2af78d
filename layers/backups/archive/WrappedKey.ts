/**
 * Wraps the encryption key with a passphrase (scrypt, AES-256-GCM) as self-describing JSON. docs/operations/backup.md shows how to open it
 * without this service.
 */
import { Effect, Schema } from "effect"
import { createCipheriv, createDecipheriv, scrypt } from "node:crypto"
import { Ids } from "../../runtime/Ids.ts"
import { BackupError, damaged } from "../BackupError.ts"

/** Each guess takes 128 MiB and about half a second. */
const cost = { N: 2 ** 17, r: 8, p: 1 }

const Base64 = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9+/]+={0,2}$/u), Schema.isMaxLength(10_000))

/** Only our own cost is accepted: a forged file could demand all memory. */
const Sealed = Schema.fromJsonString(
  Schema.Struct({
    kdf: Schema.Literal("scrypt"),
    N: Schema.Literal(cost.N),
    r: Schema.Literal(cost.r),
    p: Schema.Literal(cost.p),
    salt: Base64,
    cipher: Schema.Literal("aes-256-gcm"),
    nonce: Base64,
    tag: Base64,
    sealed: Base64
  })
)

const derive = (passphrase: string, salt: Uint8Array) =>
  Effect.callback<Buffer, BackupError>((resume) => {
    scrypt(passphrase.normalize("NFC"), salt, 32, { ...cost, maxmem: 256 * 2 ** 20 }, (cause, key) =>
      resume(
        cause
          ? Effect.fail(
              new BackupError({ code: "backup_key", message: "The passphrase can't be used.", cause })
            )
          : Effect.succeed(key)
      )
    )
  })

export const wrap = Effect.fn("WrappedKey.wrap")(function* (key: string, passphrase: string) {
  const ids = yield* Ids
  const [salt, nonce] = [yield* ids.bytes(16), yield* ids.bytes(12)]
  const cipher = createCipheriv("aes-256-gcm", yield* derive(passphrase, salt), nonce)
  const body = Buffer.concat([cipher.update(key, "utf8"), cipher.final()])
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64")
  const sealed = {
    kdf: "scrypt",
    ...cost,
    salt: base64(salt),
    cipher: "aes-256-gcm",
    nonce: base64(nonce),
    tag: base64(cipher.getAuthTag()),
    sealed: base64(body)
  }
  return `${JSON.stringify(sealed, null, 2)}\n`
})

const wrong = new BackupError({
  code: "wrong_passphrase",
  message: "Wrong passphrase. Use the one that the backup was created with."
})

export const unwrap = Effect.fn("WrappedKey.unwrap")(function* (text: string, passphrase: string) {
  const { nonce, salt, sealed, tag } = yield* Effect.mapError(
    Schema.decodeUnknownEffect(Sealed)(text),
    (cause) => damaged("its encrypted key is invalid", cause)
  )
  const bytes = (base64: string) => Buffer.from(base64, "base64")
  const key = yield* derive(passphrase, bytes(salt))
  return yield* Effect.try({
    try: () => {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes(nonce), { authTagLength: 16 })
      decipher.setAuthTag(bytes(tag))
      return decipher.update(bytes(sealed), undefined, "utf8") + decipher.final("utf8")
    },
    catch: () => wrong
  })
})
