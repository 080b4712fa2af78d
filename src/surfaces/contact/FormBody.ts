/** What a form sends: as browsers encode it, or as JSON from a page's script. */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Invalid, UnsupportedMediaType } from "../../../schema/Fault.ts"
import * as Body from "../Body.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Fields in the order they were sent; files are left out. */
export type FormBody = ReadonlyArray<readonly [name: string, value: unknown]>

const isForm = (contentType: string) =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/iu.test(contentType)

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

const readForm = Effect.fnUntraced(function* (request: Request, contentType: string) {
  const bytes = yield* Body.readBytes(request)
  const data = yield* Effect.tryPromise({
    try: () => new Response(bytes, { headers: { "content-type": contentType } }).formData(),
    catch: () => unreadable
  })
  return [...data].filter(([, value]) => typeof value === "string") as FormBody
})

const readJson = Effect.fnUntraced(function* (request: Request) {
  const text = yield* Body.readText(request)
  const sent = yield* Body.parse(text)
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return yield* notAnObject
  return Object.entries(sent) as FormBody
})

export const read = (request: Request): Effect.Effect<FormBody, Invalid | UnsupportedMediaType> => {
  const contentType = request.headers["content-type"] ?? ""
  if (Body.isJson(contentType)) return readJson(request)
  return isForm(contentType) ? readForm(request, contentType) : Effect.fail(notAForm)
}
