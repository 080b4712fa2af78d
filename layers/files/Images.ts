/** Downloads images from other servers once and stores them. */
import { Context, Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import { Invalid } from "../../schema/Fault.ts"
import * as FileId from "../../src/shared/FileId.ts"
import { BaseUrl } from "../runtime/BaseUrl.ts"
import { Egress, type Reply } from "../egress/Egress.ts"
import { FileRecords, type FileRecord } from "./FileRecords.ts"
import { Files } from "./Files.ts"
import { Ids } from "../runtime/Ids.ts"
import { now } from "../runtime/Now.ts"
import { ImageSanitizer, type SafeImage } from "./ImageSanitizer.ts"
import { Tenant } from "../identity/Tenant.ts"

export interface Image {
  readonly id: string
  /** An absolute URL of this service. */
  readonly url: string
  readonly sourceUrl: string
  readonly contentType: string
  readonly bytes: number
}

const limits = {
  method: "GET",
  headers: { accept: "image/png, image/jpeg, image/webp, image/gif" },
  connectTimeout: "5 seconds",
  totalTimeout: "10 seconds",
  maxResponseBytes: 10_000_000,
  whenTooLarge: "fail",
  redirects: 3
} as const

/** Advice for a caller whose image can't be fetched. */
const advice =
  "Or upload the image (create_image_upload, POST /v1/image-uploads) and send the url that gives; with screenshotOptional true the rest is written without it."

/** A grey pixel, as PNG. */
const blank = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGM4AQAAygDJmcpdfgAAAABJRU5ErkJggg==",
  "base64"
)

const failed = (field: string, url: string, reason: string) => {
  const message = `${field} could not be fetched from ${url}: ${reason}. Send the https:// URL of a PNG, JPEG, WebP or GIF image of at most 10 MB. ${advice}`
  return new Invalid({
    code: "image_fetch_failed",
    message,
    meta: { issues: [{ path: field, message: reason }] }
  })
}

const unusable = (reason: string) =>
  new Invalid({
    code: "invalid_image",
    message: `The body can't be taken: ${reason}. Send the bytes of a PNG, JPEG, WebP or GIF image; the upload URL still works.`
  })

const bodyOf = (reply: Reply) =>
  reply.status === 200
    ? Effect.succeed(reply.body)
    : Effect.fail({ message: `the answer was HTTP ${reply.status}` })

export class Images extends Context.Service<
  Images,
  {
    /** Downloads, re-encodes and stores an image. `field` names the URL in errors. URLs of this service are not downloaded. */
    readonly store: (url: string, field?: string) => Effect.Effect<Image, Invalid, Tenant>
    /** Stores a blank image instead of downloading, for rehearsals. */
    readonly stub: (url: string, field?: string) => Effect.Effect<Image, Invalid, Tenant>
    /** Re-encodes and stores an uploaded image. Its source URL is its own URL. */
    readonly keep: (bytes: Uint8Array) => Effect.Effect<Image, Invalid, Tenant>
    /** The URL of a file. */
    readonly urlOf: (id: string) => string
  }
>()("pipeline/layers/Images") {
  static readonly layerNoDeps = Layer.effect(
    Images,
    Effect.gen(function* () {
      const egress = yield* Egress
      const sanitizer = yield* ImageSanitizer
      const files = yield* Files
      const records = yield* FileRecords
      const ids = yield* Ids
      const prefix = `${yield* BaseUrl}/files/`

      const toImage = ({ bytes, contentType, id }: FileRecord, sourceUrl: string): Image => ({
        id,
        url: prefix + id,
        sourceUrl,
        contentType,
        bytes
      })

      const urlOf = (id: string) => prefix + id

      const save = Effect.fn("Images.save")(function* (image: SafeImage, sourceUrl?: string) {
        const { workspaceId } = yield* Tenant
        const id = FileId.make(workspaceId, yield* ids.bytes(FileId.randomSize))
        const sha256 = createHash("sha256").update(image.bytes).digest("hex")
        yield* files.keep(`${workspaceId}/${sha256}`, image.bytes, image.contentType)
        return yield* records.record({
          id,
          sha256,
          contentType: image.contentType,
          bytes: image.bytes.byteLength,
          sourceUrl: sourceUrl ?? urlOf(id),
          createdAt: yield* now
        })
      })

      const keep = Effect.fn("Images.keep")(function* (bytes: Uint8Array) {
        const image = yield* Effect.mapError(sanitizer.sanitize(bytes), ({ message }) => unusable(message))
        const record = yield* save(image)
        return toImage(record, record.sourceUrl)
      })

      const vet = (url: string, field: string) =>
        Effect.mapError(
          egress.checkUrl(url, field),
          (fault) => new Invalid({ ...fault, message: `${fault.message} ${advice}` })
        )

      const fetch = Effect.fn("Images.fetch")(function* (url: string, field: string) {
        const vetted = yield* vet(url, field)
        const image = yield* egress.request({ ...limits, url: vetted.href }).pipe(
          Effect.flatMap(bodyOf),
          Effect.flatMap(sanitizer.sanitize),
          // The fault is ours, not the URL's, so the caller should retry later.
          Effect.catchIf((failure) => "kind" in failure && failure.kind === "ours", Effect.die),
          Effect.mapError(({ message }) => failed(field, url, message))
        )
        return toImage(yield* save(image, url), url)
      })

      const ours = Effect.fnUntraced(function* (url: string, id: string, field: string) {
        const found = yield* records.find(id)
        if (Option.isSome(found)) return toImage(found.value, found.value.sourceUrl)
        return yield* failed(field, url, "this workspace has no such file")
      })

      const store = Effect.fn("Images.store")(function* (url: string, field = "url") {
        return yield* url.startsWith(prefix) ? ours(url, url.slice(prefix.length), field) : fetch(url, field)
      })

      const stub = Effect.fn("Images.stub")(function* (url: string, field = "url") {
        if (url.startsWith(prefix)) return yield* ours(url, url.slice(prefix.length), field)
        yield* vet(url, field)
        const image = yield* Effect.orDie(sanitizer.sanitize(blank))
        return toImage(yield* save(image, url), url)
      })

      return Images.of({ store, stub, keep, urlOf })
    })
  )

  static readonly layer = Images.layerNoDeps.pipe(Layer.provide(ImageSanitizer.layer))
}
