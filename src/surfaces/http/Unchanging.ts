/** Responses that are the same for everyone while the service runs: compressed once, and not resent to clients that have them. */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, gzip } from "node:zlib"

export interface Content {
  readonly body: string | Uint8Array
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>> & { readonly "cache-control": string }
}

/** In order of preference. */
const compressions = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Coding = keyof typeof compressions
const codings = Object.keys(compressions) as ReadonlyArray<Coding>

/** The best coding the client accepts: one it names without `q=0`. */
const codingOf = (accepted: string | undefined): Coding | undefined => {
  if (accepted === undefined) return undefined
  const taken = accepted
    .toLowerCase()
    .split(",")
    .map((item) => item.trim().split(/\s*;\s*/u))
    .filter(([, weight]) => weight === undefined || !/^q=0(?:\.0*)?$/u.test(weight))
    .map(([name]) => name)
  return codings.find((coding) => taken.includes(coding))
}

const has = (held: string | undefined, etag: string) =>
  held !== undefined && (held.trim() === "*" || held.split(",").some((item) => item.trim() === etag))

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
    const compressed = (coding: Coding) =>
      Effect.cached(Effect.flatMap(ready, ({ body }) => Effect.promise(() => compressions[coding](body))))
    const bodies = { br: yield* compressed("br"), gzip: yield* compressed("gzip") }

    return Effect.gen(function* () {
      const { headers: sent } = yield* HttpServerRequest.HttpServerRequest
      const { body, contentType, etag, headers } = yield* ready
      if (has(sent["if-none-match"], etag)) return HttpServerResponse.empty({ status: 304, headers })
      const coding = codingOf(sent["accept-encoding"])
      if (coding === undefined) return HttpServerResponse.uint8Array(body, { contentType, headers })
      return HttpServerResponse.uint8Array(yield* bodies[coding], {
        contentType,
        headers: { ...headers, "content-encoding": coding }
      })
    })
  })
