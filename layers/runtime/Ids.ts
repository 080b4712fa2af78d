/** New identifiers and secrets; a service, so that tests can make them predictable. */
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

/** Where ids and secrets count up from, for services of tests that make the same ones in each run. */
export const Seed = Context.Reference<number | undefined>("pipeline/layers/Ids/Seed", {
  defaultValue: () => undefined
})

/** Set in background work, whose turns come at any time: it counts ids of its own, and leaves those of calls as they are. */
export const Aside = Context.Reference<boolean>("pipeline/layers/Ids/Aside", { defaultValue: () => false })

/** The number of ids between two seeds, the second half of which is for background work. */
const apart = 1_000_000

/** The number in the last eight bytes, and before that its last byte. */
const bytesOf = (count: number, size: number) => {
  const bytes = new Uint8Array(size).fill(count % 256)
  for (let at = size - 1, rest = count; at >= Math.max(0, size - 8); at--, rest = Math.floor(rest / 256))
    bytes[at] = rest % 256
  return bytes
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
  private static readonly layerRandom = Layer.sync(Ids, () => {
    const random = SecureRandom.make((size) => RandomPool.draw(new Uint8Array(size)))
    const token = (length: number): Effect.Effect<string> =>
      Effect.flatMap(random.randomBytes(length * 2), (bytes) => {
        const text = toBase62(bytes, length)
        return text.length === length ? Effect.succeed(text) : token(length)
      })
    // The generator never goes back: ids of a day to come would be everybody's until then.
    return Ids.of({ uuid: ShiftedClock.real(random.uuidV7()), token, bytes: random.randomBytes })
  })

  static readonly layer = Layer.unwrap(
    Effect.map(Seed, (seed) => (seed === undefined ? Ids.layerRandom : Ids.layerCountingFrom(seed * apart)))
  )

  /** Ids that count up from 1, the same in every run. */
  static readonly layerCounting = Layer.suspend(() => Ids.layerCountingFrom(0))

  private static readonly layerCountingFrom = (first: number) =>
    Layer.sync(Ids, () => {
      const counts = { calls: first, aside: first + apart / 2 }
      const next = Effect.map(Aside, (isAside) => ++counts[isAside ? "aside" : "calls"])
      const padded = (length: number) => Effect.map(next, (count) => String(count).padStart(length, "0"))
      return Ids.of({
        uuid: Effect.map(padded(12), (digits) => `00000000-0000-7000-8000-${digits}`),
        token: padded,
        bytes: (size) => Effect.map(next, (count) => bytesOf(count, size))
      })
    })
}
