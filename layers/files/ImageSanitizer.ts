/** Re-encodes untrusted images, so that stored files contain only the image and no hidden data. */
import { Context, Data, Effect, Layer, Semaphore } from "effect"
import { Hex } from "effect/encoding"

class Unusable extends Data.TaggedError("Unusable")<{ readonly message: string }> {}

export interface SafeImage {
  readonly bytes: Uint8Array
  readonly contentType: string
}

type Format = "png" | "jpeg" | "webp" | "gif"

const maxPixels = 40_000_000
const maxBytes = 20_000_000

/** Patterns for the first twelve bytes, in hex. */
const signatures: ReadonlyArray<readonly [format: Format, pattern: RegExp]> = [
  ["png", /^89504e470d0a1a0a/u],
  ["jpeg", /^ffd8ff/u],
  ["gif", /^474946383[79]61/u],
  ["webp", /^52494646.{8}57454250/u]
]

/** Detects the format by its signature, so that no decoder parses other formats. */
const formatOf = (bytes: Uint8Array): Format | undefined => {
  const head = Hex.encode(bytes.subarray(0, 12))
  return signatures.find(([, pattern]) => pattern.test(head))?.[0]
}

/** Re-encodes the first frame in its own format, upright and without metadata. */
const encode = async (bytes: Uint8Array, format: Format): Promise<SafeImage> => {
  // Loaded with the first image: most services never need it, and it takes 25 MB.
  const { default: sharp } = await import("sharp")
  const decoded = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", pages: 1 })
    .autoOrient()
    .timeout({ seconds: 20 })
  const { data, info } = await decoded.toFormat(format).toBuffer({ resolveWithObject: true })
  return { bytes: data, contentType: `image/${info.format}` }
}

const explain = (cause: unknown) =>
  new Unusable({
    message: String(cause).includes("pixel limit")
      ? `it has more than ${maxPixels / 1_000_000} million pixels`
      : "it is not a whole and valid image"
  })

export class ImageSanitizer extends Context.Service<
  ImageSanitizer,
  { readonly sanitize: (bytes: Uint8Array) => Effect.Effect<SafeImage, Unusable> }
>()("pipeline/layers/ImageSanitizer") {
  static readonly layer = Layer.effect(
    ImageSanitizer,
    Effect.gen(function* () {
      // Encoding an image at the size limit takes 160 MB, so only two run at once.
      const turns = yield* Semaphore.make(2)
      const sanitize = Effect.fn("ImageSanitizer.sanitize")(function* (bytes: Uint8Array) {
        const format = formatOf(bytes)
        if (format === undefined)
          return yield* new Unusable({ message: "it is not a PNG, JPEG, WebP or GIF image" })
        const image = yield* Effect.tryPromise({ try: () => encode(bytes, format), catch: explain })
        if (image.bytes.byteLength <= maxBytes) return image
        return yield* new Unusable({ message: `it takes more than ${maxBytes / 1_000_000} MB to store` })
      }, turns.withPermits(1))
      return ImageSanitizer.of({ sanitize })
    })
  )
}
