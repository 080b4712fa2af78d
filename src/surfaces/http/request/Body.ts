/** Reads a request's body within its size limit and its sender's share, and parses JSON. */
import { Effect, Result } from "effect"
import { HttpIncomingMessage, type HttpServerError, type HttpServerRequest } from "effect/http"
import { type ApiError, Invalid, type RateLimited, UnsupportedMediaType } from "../../../../schema/Fault.ts"
import * as ReadBody from "./ReadBody.ts"
import { InFlight, type Sender } from "../server/InFlight.ts"
import * as Json from "./Json.ts"

type Request = Pick<HttpServerRequest.HttpServerRequest, "arrayBuffer" | "headers" | "source">

/** The maximum size of a body, in bytes (SPEC: Limits). */
export const maxBody = 1_048_576

/** The maximum size of a small form, in bytes: room for the longest password and the return address. */
export const smallForm = 16_384

const sizeOf = (bytes: number) => {
  if (bytes % 1_000_000 === 0) return `${bytes / 1_000_000} MB`
  return bytes < maxBody ? `${bytes / 1024} KiB` : `${bytes / maxBody} MiB`
}

const tooLarge = (max: number) =>
  new Invalid({
    code: "body_too_large",
    message: `The body is over ${sizeOf(max)} (${max} bytes). Send less in one request.`
  })

const notUtf8 = new Invalid({ code: "invalid_json", message: "The body is not UTF-8. Send JSON in UTF-8." })

const cutShort = new Invalid({ code: "invalid_request", message: "The body ended before it was whole." })

const utf8 = new TextDecoder("utf-8", { fatal: true })

const isTooLarge = ({ reason }: HttpServerError.HttpServerError) =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"

type Reader = (request: Request, max: number) => Effect.Effect<Uint8Array<ArrayBuffer>, Invalid>

/** Effect's reader, which caches the body for later readers. */
const keeping: Reader = (request, max) =>
  request.arrayBuffer.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, max as never),
    Effect.mapBoth({
      onSuccess: (bytes) => new Uint8Array(bytes),
      onFailure: (error) => (isTooLarge(error) ? tooLarge(max) : cutShort)
    })
  )

const once: Reader = (request, max) => {
  const source = ReadBody.sourceOf(request)
  return source === undefined
    ? keeping(request, max)
    : ReadBody.bytes(source, max, (flaw) => (flaw === "too large" ? tooLarge(max) : cutShort))
}

/** The reasons why a body can't be read. */
export type Unread = ApiError | Invalid | RateLimited

/** The announced length; without Content-Length, the maximum is assumed. */
const announced = ({ headers }: Request, max: number) =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : max

/**
 * Reads the body's bytes, counting them as they stream, whatever Content-Length says. They count against the sender's
 * share until `use` ends.
 */
export const using = <A, E, R>(
  request: Request,
  sender: Sender,
  max: number,
  use: (bytes: Uint8Array<ArrayBuffer>) => Effect.Effect<A, E, R>,
  reader = once
): Effect.Effect<A, E | Unread, R> => {
  const length = announced(request, max)
  if (length > max) return Effect.fail(tooLarge(max))
  return Effect.withFiber((fiber) =>
    fiber.getRef(InFlight).runReserved(sender, length, Effect.flatMap(reader(request, max), use))
  )
}

export const readBytes = (
  request: Request,
  sender: Sender,
  max = maxBody
): Effect.Effect<Uint8Array<ArrayBuffer>, Unread> => using(request, sender, max, Effect.succeed)

export const textOf = (bytes: Uint8Array): Effect.Effect<string, Invalid> =>
  Effect.fromResult(Result.try({ try: () => utf8.decode(bytes), catch: () => notUtf8 }))

export const readText = (request: Request, sender: Sender, max = maxBody): Effect.Effect<string, Unread> =>
  using(request, sender, max, textOf)

/** Keeps the text readable for a library that reads the request's body again. */
export const keepText = (request: Request, sender: Sender): Effect.Effect<string, Unread> =>
  using(request, sender, maxBody, textOf, keeping)

export const isJson = (contentType: string | undefined) =>
  /^application\/json\s*(;|$)/iu.test(contentType ?? "")

const notJson = (contentType: string | undefined) =>
  new UnsupportedMediaType({
    code: "unsupported_media_type",
    message: `Send the body as JSON, with Content-Type: application/json${contentType === undefined ? "" : ` (it was ${contentType})`}.`
  })

const compressed = (encoding: string) =>
  new UnsupportedMediaType({
    code: "unsupported_media_type",
    message: `Send the body as it is, without Content-Encoding (it was ${encoding}).`
  })

/** The parsed JSON body; undefined if it is empty, whatever its Content-Type. */
export const read = Effect.fnUntraced(function* (request: Request, sender: Sender) {
  if (!ReadBody.hasBody(request)) return undefined
  const encoding = request.headers["content-encoding"] ?? "identity"
  if (encoding !== "identity") return yield* compressed(encoding)
  const contentType = request.headers["content-type"]
  if (contentType !== undefined && !isJson(contentType)) return yield* notJson(contentType)
  const text = yield* readText(request, sender)
  if (text.trim() === "") return undefined
  if (contentType === undefined) return yield* notJson(undefined)
  return yield* Json.parse(text)
})
