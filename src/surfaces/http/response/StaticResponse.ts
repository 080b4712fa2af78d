/** Responses that are the same for everyone while the service runs. They are compressed once and support conditional requests. */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import * as ContentNegotiation from "./ContentNegotiation.ts"

export interface Content {
  readonly body: string | Uint8Array
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>> & { readonly "cache-control": string }
}

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]

/** In bytes. Beyond this, the best compression takes a second, and saves only a twentieth more than the next best. */
const bestCompressionLimit = 200_000

const compressions = {
  br: (body: Uint8Array) =>
    brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: body.length > bestCompressionLimit ? 9 : 11 }
    }),
  gzip: (body: Uint8Array) => gzipped(body)
}

/** Responds with `content`, which is built on the first request. */
export const make = <E, R>(content: Effect.Effect<Content, E, R>) =>
  Effect.gen(function* () {
    const ready = yield* Effect.cached(
      Effect.map(content, (made) => {
        const body = typeof made.body === "string" ? Buffer.from(made.body) : made.body
        // A weak ETag, since it is the same for every coding of the body.
        const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
        const headers = { ...made.headers, etag, vary: "accept-encoding" }
        return { body, contentType: made.contentType, etag, headers }
      })
    )
    const compressed = (coding: ContentNegotiation.ContentNegotiation) =>
      Effect.cached(Effect.flatMap(ready, ({ body }) => Effect.promise(() => compressions[coding](body))))
    const bodies = { br: yield* compressed("br"), gzip: yield* compressed("gzip") }

    return Effect.gen(function* () {
      const { headers: sent } = yield* HttpServerRequest.HttpServerRequest
      const { body, contentType, etag, headers } = yield* ready
      if (ContentNegotiation.isHeld(sent["if-none-match"], etag))
        return HttpServerResponse.empty({ status: 304, headers })
      const accepted = sent["accept-encoding"]
      const coding = accepted === undefined ? undefined : ContentNegotiation.accepted(accepted)
      if (coding === undefined) return HttpServerResponse.uint8Array(body, { contentType, headers })
      return HttpServerResponse.uint8Array(yield* bodies[coding], {
        contentType,
        headers: { ...headers, "content-encoding": coding }
      })
    })
  })
