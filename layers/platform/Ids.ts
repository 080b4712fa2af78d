/** New identifiers and secrets; a service, so that tests can make them predictable. */
import { Context, Effect, Layer } from "effect"
import { SecureRandom, WebCrypto } from "effect/crypto"
import * as ShiftedClock from "./ShiftedClock.ts"

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Maps random bytes to base62 without bias: bytes of 248 and above are discarded. */
const toBase62 = (bytes: Uint8Array, length: number): string => {
  let out = ""
  for (const byte of bytes) {
    if (out.length === length) break
    if (byte < 248) out += base62[byte % 62]
  }
  return out
}

/** Random bytes drawn for many ids at once: a system call for each costs more than the id. */
const pooled = () => {
  const pool = new Uint8Array(4096)
  let taken = pool.length
  return {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => {
      if (bytes.length > pool.length) return crypto.getRandomValues(bytes)
      if (taken + bytes.length > pool.length) {
        crypto.getRandomValues(pool)
        taken = 0
      }
      const end = taken + bytes.length
      bytes.set(pool.subarray(taken, end))
      pool.fill(0, taken, end)
      taken = end
      return bytes
    }
  }
}

export class Ids extends Context.Service<
  Ids,
  {
    /** A UUIDv7: ids made later sort later. */
    readonly uuid: Effect.Effect<string>
    /** `length` base62 characters from a secure source (43 hold more than 256 bits). */
    readonly token: (length: number) => Effect.Effect<string>
    readonly bytes: (size: number) => Effect.Effect<Uint8Array>
  }
>()("pipeline/layers/Ids") {
  static readonly layer = Layer.effect(
    Ids,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const token = (length: number): Effect.Effect<string> =>
        Effect.flatMap(random.randomBytes(length * 2), (bytes) => {
          const text = toBase62(bytes, length)
          return text.length === length ? Effect.succeed(text) : token(length)
        })
      // The generator never goes back: ids of a day to come would be everybody's until then.
      return Ids.of({ uuid: ShiftedClock.real(random.uuidV7()), token, bytes: random.randomBytes })
    })
  ).pipe(
    Layer.provide(SecureRandom.layerWebCrypto),
    Layer.provide(Layer.sync(WebCrypto.WebCrypto, () => pooled() as unknown as typeof crypto))
  )

  /** Ids that count up from 1, the same in every run. */
  static readonly layerCounting = Layer.sync(Ids, () => {
    let count = 0
    const next = () => String(++count)
    return Ids.of({
      uuid: Effect.sync(() => `00000000-0000-7000-8000-${next().padStart(12, "0")}`),
      token: (length) => Effect.sync(() => next().padStart(length, "0")),
      bytes: (size) => Effect.sync(() => new Uint8Array(size).fill(++count % 256))
    })
  })
}
