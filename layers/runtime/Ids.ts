/** Generates IDs and secrets. It is a service so that tests can make them predictable. */
import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as RandomPool from "./RandomPool.ts"
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

/** Start of the counter for test services with reproducible IDs and secrets. */
export const Seed = Context.Reference<number | undefined>("pipeline/layers/Ids/Seed", {
  defaultValue: () => undefined
})

/** Set in background work, which runs at unpredictable times: it has its own counter, so that the IDs of calls stay reproducible. */
export const Aside = Context.Reference<boolean>("pipeline/layers/Ids/Aside", { defaultValue: () => false })

/** IDs per seed. Background work uses the second half. */
const idsPerSeed = 1_000_000

/** The number in the last eight bytes, preceded by copies of its last byte. */
const bytesOf = (count: number, size: number) => {
  const bytes = new Uint8Array(size).fill(count % 256)
  for (let at = size - 1, rest = count; at >= Math.max(0, size - 8); at--, rest = Math.floor(rest / 256))
    bytes[at] = rest % 256
  return bytes
}

export class Ids extends Context.Service<
  Ids,
  {
    /** A UUIDv7. Later IDs sort later. */
    readonly uuid: Effect.Effect<string>
    /** `length` base62 characters from a secure source. 43 characters have more than 256 bits. */
    readonly token: (length: number) => Effect.Effect<string>
    readonly bytes: (size: number) => Effect.Effect<Uint8Array>
  }
>()("pipeline/layers/Ids") {
  private static readonly layerRandom = Layer.sync(Ids, () => {
    const random = SecureRandom.make((size) => RandomPool.draw(new Uint8Array(size)))
    const token = (length: number): Effect.Effect<string> =>
      Effect.flatMap(random.randomBytes(length * 2), (bytes) => {
        const text = toBase62(bytes, length)
        return text.length === length ? Effect.succeed(text) : token(length)
      })
    // Uses the real clock: the generator never goes back, so one ID from a future date would fix the date of all following ones.
    return Ids.of({ uuid: ShiftedClock.real(random.uuidV7()), token, bytes: random.randomBytes })
  })

  static readonly layer = Layer.unwrap(
    Effect.map(Seed, (seed) =>
      seed === undefined ? Ids.layerRandom : Ids.layerCountingFrom(seed * idsPerSeed)
    )
  )

  /** IDs that count up from 1, the same in every run. */
  static readonly layerCounting = Layer.suspend(() => Ids.layerCountingFrom(0))

  private static readonly layerCountingFrom = (first: number) =>
    Layer.sync(Ids, () => {
      const counts = { calls: first, aside: first + idsPerSeed / 2 }
      const next = Effect.map(Aside, (isAside) => ++counts[isAside ? "aside" : "calls"])
      const padded = (length: number) => Effect.map(next, (count) => String(count).padStart(length, "0"))
      return Ids.of({
        uuid: Effect.map(padded(12), (digits) => `00000000-0000-7000-8000-${digits}`),
        token: padded,
        bytes: (size) => Effect.map(next, (count) => bytesOf(count, size))
      })
    })
}
