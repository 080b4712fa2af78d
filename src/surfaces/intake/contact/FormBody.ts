/** Reads what a form sends: encoded by a browser, or as JSON from a script. */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Invalid, UnsupportedMediaType } from "../../../../schema/Fault.ts"
import * as Body from "../../http/Body.ts"
import type { Sender } from "../../http/InFlight.ts"
import * as Json from "../../http/Json.ts"
import * as Urlencoded from "../../http/Urlencoded.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Fields in the order they were sent; files are left out. */
export type FormBody = ReadonlyArray<readonly [name: string, value: unknown]>

const isUrlencoded = /^application\/x-www-form-urlencoded\s*(;|$)/iu
const isMultipart = /^multipart\/form-data\s*(;|$)/iu

const notAForm = new UnsupportedMediaType({
  code: "unsupported_media_type",
  message:
    "Send the form as application/x-www-form-urlencoded, multipart/form-data or application/json, and say which in Content-Type."
})

const unreadable = new Invalid({
  code: "invalid_body",
  message: "The form's body is not encoded the way its Content-Type says. Send it as a browser does."
})

const notAnObject = new Invalid({
  code: "invalid_body",
  message: `The JSON body must be one object of fields, such as {"workEmail": "mia@acme.example"}.`
})

/** Whether a multipart form has too many fields, counted by the header that precedes each field. */
const isLong = (bytes: Uint8Array): boolean =>
  Urlencoded.holds(
    Buffer.from(bytes.buffer).toString("latin1").toLowerCase(),
    "content-disposition",
    Urlencoded.mostFields
  )

const readMultipart = Effect.fnUntraced(function* (request: Request, sender: Sender, contentType: string) {
  const bytes = yield* Body.readBytes(request, sender)
  if (isLong(bytes)) return yield* Urlencoded.tooMany
  const data = yield* Effect.tryPromise({
    try: () => new Response(bytes, { headers: { "content-type": contentType } }).formData(),
    catch: () => unreadable
  })
  return [...data].filter(([, value]) => typeof value === "string") as FormBody
})

/** Bytes that aren't UTF-8 become replacement characters, so that a badly encoded site loses no leads. */
const readUrlencoded = Effect.fnUntraced(function* (request: Request, sender: Sender) {
  const bytes = yield* Body.readBytes(request, sender)
  return [...(yield* Urlencoded.parse(new TextDecoder().decode(bytes)))] as FormBody
})

const readJson = Effect.fnUntraced(function* (request: Request, sender: Sender) {
  const text = yield* Body.readText(request, sender)
  const sent = yield* Json.parse(text)
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return yield* notAnObject
  return Object.entries(sent) as FormBody
})

export const read = (
  request: Request,
  sender: Sender
): Effect.Effect<FormBody, Body.Unread | UnsupportedMediaType> => {
  const contentType = request.headers["content-type"] ?? ""
  if (Body.isJson(contentType)) return readJson(request, sender)
  if (isUrlencoded.test(contentType)) return readUrlencoded(request, sender)
  return isMultipart.test(contentType) ? readMultipart(request, sender, contentType) : Effect.fail(notAForm)
}
