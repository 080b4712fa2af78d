/** Compresses dynamic responses if the client accepts it. Streams are sent uncompressed. */
import { Effect } from "effect"
import { HttpBody, HttpServerResponse } from "effect/http"
import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"
import * as ContentNegotiation from "./ContentNegotiation.ts"

type Response = HttpServerResponse.HttpServerResponse
type Headers = Readonly<Record<string, string | undefined>>

/** In bytes. A shorter response fits in one packet with its headers anyway. */
const minLength = 1024

/** In bytes. Up to this size, a worker thread costs more than compressing: 15 to 200 µs at these levels. */
const maxInlineBytes = 65_536

/** The fastest levels: a page of 25 similar deals takes 30 to 60 µs and shrinks to a fifteenth. */
const brotli = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 1,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: size
  }
})
const deflate = { level: 1 }

const here = {
  br: (bytes: Uint8Array) => brotliCompressSync(bytes, brotli(bytes.length)),
  gzip: (bytes: Uint8Array) => gzipSync(bytes, deflate)
}
const [brotliApart, gzipApart] = [promisify(brotliCompress), promisify(gzip)]
const apart = {
  br: (bytes: Uint8Array) => brotliApart(bytes, brotli(bytes.length)),
  gzip: (bytes: Uint8Array) => gzipApart(bytes, deflate)
}

const isText = (type: string) =>
  type === "application/json" || /^(?:text\/(?!event-stream)|application\/json\b|image\/svg\+xml)/u.test(type)

/**
 * Whether the length of the compressed response could reveal a secret in it (BREACH). Another site can make a browser request our pages
 * with cookies and chosen text, but not as a navigation from our own pages, and not with API credentials. Responses with one-time secrets
 * are `no-store` JSON.
 */
const isTelltale = (request: Headers, response: Headers) => {
  const isPrivate = response["cache-control"] === "no-store"
  if (isPrivate && response["content-type"] === "application/json") return true
  if (request["cookie"] === undefined) return false
  const { "sec-fetch-mode": mode, "sec-fetch-site": site } = request
  return isPrivate && !(mode === "navigate" && (site === "same-origin" || site === "none"))
}

/** Whether to compress this response. Static responses have set Vary already (`StaticResponse`). */
const isFor = (request: Headers, headers: Headers, type: string, length: number) =>
  length >= minLength &&
  isText(type) &&
  headers["content-encoding"] === undefined &&
  headers["vary"] !== "accept-encoding" &&
  !isTelltale(request, headers)

const varying = ({ vary }: Headers) => (vary === undefined ? "accept-encoding" : `${vary}, accept-encoding`)

const codingFor = (request: Headers) => {
  const header = request["accept-encoding"]
  return header === undefined ? undefined : ContentNegotiation.accepted(header)
}

const shrunk = (
  coding: ContentNegotiation.ContentNegotiation,
  bytes: Uint8Array
): Effect.Effect<Uint8Array> =>
  bytes.length <= maxInlineBytes
    ? Effect.succeed(here[coding](bytes))
    : Effect.promise(() => apart[coding](bytes))

const coded = (
  response: Response,
  coding: ContentNegotiation.ContentNegotiation,
  bytes: Uint8Array
): Response =>
  HttpServerResponse.setBody(
    HttpServerResponse.setHeader(response, "content-encoding", coding),
    HttpBody.uint8Array(bytes, response.headers["content-type"])
  )

/** The response in the coding that the client accepts. It costs nothing if nothing is compressed. */
export const forRequest = (request: Headers, response: Response): Effect.Effect<Response> => {
  const { body, headers } = response
  if (body._tag !== "Uint8Array" || !isFor(request, headers, body.contentType, body.contentLength))
    return Effect.succeed(response)
  const varied = HttpServerResponse.setHeader(response, "vary", varying(headers))
  const coding = codingFor(request)
  return coding === undefined
    ? Effect.succeed(varied)
    : Effect.map(shrunk(coding, body.body), (bytes) => coded(varied, coding, bytes))
}
