/** Reads what a form sends: encoded by a browser, or as JSON from a script. */
import { Effect } from "effect"
import { type HttpServerRequest, MultipartParser } from "effect/http"
import { Invalid, UnsupportedMediaType } from "../../../../schema/Fault.ts"
import * as Body from "../../http/request/Body.ts"
import * as Charset from "../../http/request/Charset.ts"
import type { Sender } from "../../http/server/InFlight.ts"
import * as Json from "../../http/request/Json.ts"
import * as Urlencoded from "../../http/request/Urlencoded.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Fields in the order in which they were sent; a file is represented by its name. */
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

/** The parser reads headers as UTF-8, so each byte is passed as the character with that number, and none is lost. */
const widened = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"), "utf8")

/** Converts such text back to bytes. Text with other characters was percent-encoded (`filename*`). */
const narrowed = (text: string): Uint8Array => Buffer.from(text, /[^\0-\xff]/u.test(text) ? "utf8" : "latin1")

/** Values stay bytes until all have arrived, because one field may declare their charset. Of files, only the names are read. */
const readMultipart = Effect.fnUntraced(function* (request: Request, sender: Sender, contentType: string) {
  const bytes = yield* Body.readBytes(request, sender)
  const pairs: Array<readonly [Uint8Array, Uint8Array]> = []
  let fault: Invalid | undefined
  const parser = MultipartParser.make({
    headers: { "content-type": contentType },
    maxParts: Urlencoded.maxFields,
    maxFieldSize: 2 * Body.maxBody,
    isFile: ({ filename }) => filename !== undefined,
    onField: ({ name }, value) =>
      void pairs.push([narrowed(name), narrowed(Buffer.from(value).toString("utf8"))]),
    onFile: ({ filename = "", name }) => {
      pairs.push([narrowed(name), narrowed(filename)])
      return () => undefined
    },
    onError: (error) => void (fault ??= error._tag === "ReachedLimit" ? Urlencoded.tooMany : unreadable),
    onDone: () => undefined
  })
  parser.write(widened(bytes))
  parser.end()
  return fault === undefined ? (Charset.fields(pairs, contentType) as FormBody) : yield* fault
})

const readUrlencoded = Effect.fnUntraced(function* (request: Request, sender: Sender, contentType: string) {
  return (yield* Urlencoded.fields(yield* Body.readBytes(request, sender), contentType)) as FormBody
})

const readJson = Effect.fnUntraced(function* (request: Request, sender: Sender, contentType: string) {
  const value = yield* Json.parse(Charset.text(yield* Body.readBytes(request, sender), contentType))
  if (typeof value !== "object" || value === null || Array.isArray(value)) return yield* notAnObject
  return Object.entries(value) as FormBody
})

export const read = (
  request: Request,
  sender: Sender
): Effect.Effect<FormBody, Body.Unread | UnsupportedMediaType> => {
  const contentType = request.headers["content-type"] ?? ""
  if (Body.isJson(contentType)) return readJson(request, sender, contentType)
  if (isUrlencoded.test(contentType)) return readUrlencoded(request, sender, contentType)
  return isMultipart.test(contentType) ? readMultipart(request, sender, contentType) : Effect.fail(notAForm)
}
