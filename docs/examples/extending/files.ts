/** A layer of one's own: stored files are encrypted, with a key that only this program knows. */
import { Effect, Layer, Option } from "effect"
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto"
import { start, swap } from "sales-pipeline/extend"
import { Files } from "sales-pipeline/layers/Files"

const key = createHash("sha256")
  .update(process.env["FILES_KEY"] ?? "")
  .digest()

const seal = (bytes: Uint8Array) => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key, nonce)
  const sealed = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()])
}

const open = (stored: Uint8Array) => {
  const decipher = createDecipheriv("aes-256-gcm", key, stored.subarray(0, 12))
  decipher.setAuthTag(stored.subarray(-16))
  return Buffer.concat([decipher.update(stored.subarray(12, -16)), decipher.final()])
}

/** Around the app's own store, a directory or a bucket. */
const encrypted = (ours: typeof Files.layer) =>
  Layer.effect(
    Files,
    Effect.map(Files, (store) => ({
      ...store,
      keep: (name: string, bytes: Uint8Array, type: string) => store.keep(name, seal(bytes), type),
      read: (name: string) => Effect.map(store.read(name), Option.map(open))
    }))
  ).pipe(Layer.provide(ours))

await start({ swaps: [swap(Files, encrypted)] })
