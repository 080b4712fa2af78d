/** The body of a request: read within its limit, and parsed where it is JSON. */
import { Effect } from "effect"
import { HttpIncomingMessage, type HttpServerError, type HttpServerRequest } from "effect/http"
import { Invalid, UnsupportedMediaType } from "../../schema/Fault.ts"

type Request = HttpServerRequest.HttpServerRequest

/** The largest body, in bytes (SPEC: Limits). */
export const maxBody = 1_048_576

const tooLarge = (max: number) =>
  new Invalid({
    code: "body_too_large",
    message: `The body is over ${max / maxBody} MiB (${max} bytes). Send less in one request.`
  })

const notUtf8 = new Invalid({ code: "invalid_json", message: "The body is not UTF-8. Send JSON in UTF-8." })

const cutShort = new Invalid({ code: "invalid_request", message: "The body ended before it was whole." })

const utf8 = new TextDecoder("utf-8", { fatal: true })

const isTooLarge = ({ reason }: HttpServerError.HttpServerError) =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"

/** The body's bytes, counted as they stream, whatever Content-Length says. */
export const readBytes = (request: Request, max = maxBody): Effect.Effect<Uint8Array<ArrayBuffer>, Invalid> =>
  Number(request.headers["content-length"] ?? 0) > max
    ? Effect.fail(tooLarge(max))
    : request.arrayBuffer.pipe(
        Effect.provideService(HttpIncomingMessage.MaxBodySize, max as never),
        Effect.mapBoth({
          onSuccess: (bytes) => new Uint8Array(bytes),
          onFailure: (error) => (isTooLarge(error) ? tooLarge(max) : cutShort)
        })
      )

export const readText = (request: Request): Effect.Effect<string, Invalid> =>
  Effect.flatMap(readBytes(request), (bytes) =>
    Effect.try({ try: () => utf8.decode(bytes), catch: () => notUtf8 })
  )

/** Only a run of so many digits can be a number that is not kept as it was written. */
const manyDigits = /\d{16}/u

/** The longest integer a JSON number can be; longer ones are infinite. */
const longest = 309

const isRounded = (value: unknown, source: string | undefined) =>
  typeof value === "number" &&
  source !== undefined &&
  /^-?\d{16,}$/u.test(source) &&
  (source.length > longest || BigInt(source) !== BigInt(value))

const rounded = (key: string, source: string) => {
  const message = `holds ${source.slice(0, 40)}, which has more digits than a JSON number keeps; send it as text`
  return new Invalid({
    code: "invalid_body",
    message: `${key} ${message}.`,
    meta: { issues: [{ path: key, message }] }
  })
}

/** The fault of the first integer that would be stored as another one. */
const roundedIn = (text: string): Invalid | undefined => {
  if (!manyDigits.test(text)) return undefined
  let found: Invalid | undefined
  JSON.parse(text, (key, value, context?: { readonly source?: string }) => {
    if (found === undefined && isRounded(value, context?.source)) found = rounded(key, context!.source!)
    return value
  })
  return found
}

export const parse = (text: string): Effect.Effect<unknown, Invalid> =>
  Effect.try({
    try: () => [JSON.parse(text) as unknown, roundedIn(text)] as const,
    catch: (error) =>
      new Invalid({ code: "invalid_json", message: `The body is not JSON: ${(error as Error).message}.` })
  }).pipe(
    Effect.flatMap(([value, fault]) => (fault === undefined ? Effect.succeed(value) : Effect.fail(fault)))
  )

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

const hasBody = ({ headers }: Request): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/** The JSON body; undefined where there is none, whatever Content-Type says of it. */
export const read = Effect.fnUntraced(function* (request: Request) {
  if (!hasBody(request)) return undefined
  const encoding = request.headers["content-encoding"] ?? "identity"
  if (encoding !== "identity") return yield* compressed(encoding)
  const contentType = request.headers["content-type"]
  if (contentType !== undefined && !isJson(contentType)) return yield* notJson(contentType)
  const text = yield* readText(request)
  if (text.trim() === "") return undefined
  if (contentType === undefined) return yield* notJson(undefined)
  return yield* parse(text)
})
