/** Turns bytes from strangers into an image of our own making: same picture, nothing else that rode along. */
import { Context, Data, Effect, Layer, Semaphore } from "effect"
import { Hex } from "effect/encoding"

class Unusable extends Data.TaggedError("Unusable")<{ readonly message: string }> {}

export interface Picture {
  readonly bytes: Uint8Array
  readonly contentType: string
}

type Format = "png" | "jpeg" | "webp" | "gif"

const maxPixels = 40_000_000
const maxBytes = 20_000_000

/** The first twelve bytes of each, in hex. */
const signatures: ReadonlyArray<readonly [format: Format, pattern: RegExp]> = [
  ["png", /^89504e470d0a1a0a/u],
  ["jpeg", /^ffd8ff/u],
  ["gif", /^474946383[79]61/u],
  ["webp", /^52494646.{8}57454250/u]
]

/** By the first bytes, before any decoder sees them: what is none of the four is never parsed. */
const formatOf = (bytes: Uint8Array): Format | undefined => {
  const head = Hex.encode(bytes.subarray(0, 12))
  return signatures.find(([, pattern]) => pattern.test(head))?.[0]
}

/** The first frame, upright, without metadata; encoded anew in its own format. */
const redraw = async (bytes: Uint8Array, format: Format): Promise<Picture> => {
  // Loaded for the first picture: most services never see one, and it takes 25 MB.
  const { default: sharp } = await import("sharp")
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", pages: 1 })
    .autoOrient()
    .timeout({ seconds: 20 })
  const { data, info } = await image.toFormat(format).toBuffer({ resolveWithObject: true })
  return { bytes: data, contentType: `image/${info.format}` }
}

const explain = (cause: unknown) =>
  new Unusable({
    message: String(cause).includes("pixel limit")
      ? `it has more than ${maxPixels / 1_000_000} million pixels`
      : "it is not a whole and valid image"
  })

export class Pictures extends Context.Service<
  Pictures,
  { readonly redraw: (bytes: Uint8Array) => Effect.Effect<Picture, Unusable> }
>()("pipeline/layers/Pictures") {
  static readonly layer = Layer.effect(
    Pictures,
    Effect.gen(function* () {
      // A picture at the limit takes 160 MB while it is drawn: two at a time.
      const turns = yield* Semaphore.make(2)
      const draw = Effect.fn("Pictures.redraw")(function* (bytes: Uint8Array) {
        const format = formatOf(bytes)
        if (format === undefined)
          return yield* new Unusable({ message: "it is no PNG, JPEG, WebP or GIF image" })
        const picture = yield* Effect.tryPromise({ try: () => redraw(bytes, format), catch: explain })
        if (picture.bytes.byteLength <= maxBytes) return picture
        return yield* new Unusable({ message: `it takes more than ${maxBytes / 1_000_000} MB to store` })
      }, turns.withPermits(1))
      return Pictures.of({ redraw: draw })
    })
  )
}
