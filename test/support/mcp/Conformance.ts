/** Checks answers against the API description: declared status, valid body, required headers. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { assert } from "@effect/vitest"
import * as OpenApi from "../../../src/surfaces/openapi/OpenApi.ts"
import type { Answer } from "../server/TestService.ts"

const formats: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu,
  date: /^\d{4}-\d{2}-\d{2}$/u,
  "date-time": /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u,
  email: /^[^@\s]+@[^@\s]+$/u,
  uri: /^[a-z][a-z0-9+.-]*:/iu
}

const ajv = new Ajv2020({ strict: false, allErrors: true, formats })

/** The API description, as `/openapi.json` serves it. */
export const document = OpenApi.make("http://127.0.0.1") as any
ajv.addSchema(document, "api")

const escape = (segment: string) => segment.replaceAll("~", "~0").replaceAll("/", "~1")

/** A validator for the schema at `path` in the description. */
export const validator = (...path: ReadonlyArray<string>): ValidateFunction =>
  ajv.getSchema(`api#/${path.map((segment) => encodeURIComponent(escape(segment))).join("/")}`)!

/** The path of an answer's schema: errors are described once for all operations. */
export const placeOf = (responses: ReadonlyArray<string>, status: string): ReadonlyArray<string> => {
  const described = responses.reduce((value, key) => value[key], document)[status]
  return described.$ref === undefined ? [...responses, status] : described.$ref.split("/").slice(1)
}

/** The described path that matches a URL; one without parameters comes first. */
const templateOf = (url: string): string | undefined => {
  const path = url.replace(/\/?(\?.*)?$/u, "").split("/")
  const fits = (template: string) => {
    const segments = template.split("/")
    return (
      segments.length === path.length &&
      segments.every((segment, index) => segment.startsWith("{") || segment === path[index])
    )
  }
  return path.join("/") in document.paths ? path.join("/") : Object.keys(document.paths).find(fits)
}

const requestId = /^req_[0-9a-f]{32}$/u

const checkHeaders = ({ headers }: Answer) => {
  assert.match(headers.get("service-request-id") ?? "", requestId)
  assert.strictEqual(headers.get("access-control-allow-origin"), "*")
}

const checkEnvelope = ({ body, headers, status, text }: Answer) => {
  assert.deepStrictEqual(Object.keys(body ?? {}), ["error"], text)
  // A replay has the bytes of the first answer, and so the first request's id.
  const replayed = headers.get("idempotent-replayed") === "true"
  if (!replayed) assert.strictEqual(body.error.request_id, headers.get("service-request-id"))
  assert.isAbove(body.error.message.length, 10)
  assert.notMatch(body.error.message, /\bundefined\b|\[object|\bNaN\b/u)
  if (status === 401) assert.match(headers.get("www-authenticate") ?? "", /^Bearer/u)
  if ([429, 503].includes(status)) assert.match(headers.get("retry-after") ?? "", /^([1-9]|[1-5]\d|60)$/u)
  if (status === 405) assert.include(headers.get("allow") ?? "", "OPTIONS")
}

/** A dry run's answer, and what it says that the call would answer. */
const checkDryRun = (answer: Answer, responses: ReadonlyArray<string>, what: string) => {
  assert.strictEqual(answer.status, 200)
  const { dryRun } = answer.body
  const schema = [...placeOf(responses, String(dryRun.status)), "content", "application/json", "schema"]
  for (const [place, value] of [
    [["components", "schemas", "DryRun"], answer.body],
    [schema, dryRun.answer]
  ] as const) {
    const validate = validator(...place)
    assert.isTrue(validate(value), `${what} ${ajv.errorsText(validate.errors)}: ${answer.text}`)
  }
}

/** Each line of a file is as described. */
const checkLines = (validate: ValidateFunction, { text }: Answer) => {
  for (const line of text.split("\n").filter((one) => one !== "")) {
    assert.isTrue(validate(JSON.parse(line)), `${ajv.errorsText(validate.errors)}: ${line}`)
  }
}

/** Fails unless the description declares this answer. */
export const check = (method: string, url: string, answer: Answer) => {
  checkHeaders(answer)
  if (answer.status >= 400 && method !== "HEAD") checkEnvelope(answer)
  const path = templateOf(url)
  const operation = path === undefined ? undefined : document.paths[path][method.toLowerCase()]
  if (path === undefined || operation === undefined) return
  const status = String(answer.status)
  const described = ["paths", path, method.toLowerCase(), "responses"]
  if (answer.headers.get("dry-run") === "true") return checkDryRun(answer, described, `${method} ${url}`)
  assert.isTrue(status in operation.responses, `${method} ${path} is not said to answer ${answer.text}`)
  const responses = placeOf(described, status)
  const { content } = responses.reduce((value, key) => value[key], document)
  if (content === undefined)
    return assert.strictEqual(answer.text, "", `${method} ${path} is to have no body`)
  const isLines = "application/x-ndjson" in content
  const place = [...responses, "content", Object.keys(content)[0]!, "schema"]
  const validate = validator(...place)
  if (isLines) return checkLines(validate, answer)
  assert.isTrue(validate(answer.body), `${method} ${url} ${ajv.errorsText(validate.errors)}: ${answer.text}`)
}
