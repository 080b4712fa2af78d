/** Compresses answers that are made for one request, where the client asks for it. Streams go out as they come. */
import { Effect } from "effect"
import { HttpBody, HttpServerResponse } from "effect/http"
import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"
import * as ContentNegotiation from "./ContentNegotiation.ts"

type Response = HttpServerResponse.HttpServerResponse
type Headers = Readonly<Record<string, string | undefined>>

/** In bytes: a shorter answer fits in one packet with its headers anyway. */
const least = 1024

/** In bytes. Up to here another thread costs more than the work: 15 to 200 µs at these levels. */
const mostHere = 65_536

/** The cheapest levels: a page of 25 much alike deals takes 30 to 60 µs and becomes a fifteenth. */
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
 * Whether the length of the compressed answer could tell a secret in it (BREACH). Another site can make a browser ask
 * for our pages, with the person's cookies and with texts of its choice, but not as a navigation from our own pages; nor
 * can it send the credentials of the API. What holds a secret to be handed out once is `no-store` JSON.
 */
const isTelltale = (request: Headers, response: Headers) => {
  const isPrivate = response["cache-control"] === "no-store"
  if (isPrivate && response["content-type"] === "application/json") return true
  if (request["cookie"] === undefined) return false
  const { "sec-fetch-mode": mode, "sec-fetch-site": site } = request
  return isPrivate && !(mode === "navigate" && (site === "same-origin" || site === "none"))
}

/** Whether an answer depends on what its client accepts. Those that are compressed once have said so already (`Unchanging`). */
const isFor = (request: Headers, headers: Headers, type: string, length: number) =>
  length >= least &&
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
  bytes.length <= mostHere ? Effect.succeed(here[coding](bytes)) : Effect.promise(() => apart[coding](bytes))

const coded = (
  response: Response,
  coding: ContentNegotiation.ContentNegotiation,
  bytes: Uint8Array
): Response =>
  HttpServerResponse.setBody(
    HttpServerResponse.setHeader(response, "content-encoding", coding),
    HttpBody.uint8Array(bytes, response.headers["content-type"])
  )

/** The answer as the client takes it. It costs nothing where nothing is compressed. */
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
