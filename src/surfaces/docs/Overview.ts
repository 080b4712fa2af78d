/** Pages of the reference beside those of operations: its rules, objects, errors, and events. */
import { status } from "../../../schema/Fault.ts"
import { html, type Html } from "../pages/platform/Html.ts"
import { type Description, nameOf, operationsOf, paragraphs, prose } from "./Description.ts"
import { causes } from "./errors/Causes.ts"
import * as Fields from "./Fields.ts"
import * as Group from "./Group.ts"
import * as Samples from "./Samples.ts"

const conventions: ReadonlyArray<readonly [id: string, name: string, text: string]> = [
  [
    "credentials",
    "Credentials",
    "Send an API key (`svc_live_…`, from Settings) or an OAuth 2.1 access token as `Authorization: Bearer …`. It has those of its scopes that its person's current role allows; `GET /v1/me` lists them. A request asks for less with a header, `Scope: deals:read leads:read`."
  ],
  [
    "failures",
    "Errors",
    "Every failure is `{error: {type, code, message, request_id, meta?}}`. The message says what to do; `meta.issues` lists every wrong field."
  ],
  [
    "lists",
    "Lists",
    "`{data, hasMore, nextCursor}`, newest first. Send `nextCursor` as `cursor` with the same filters; `limit` is 1 to 100, 25 where left out."
  ],
  [
    "writing",
    "Writing safely",
    "Give any write an `Idempotency-Key`: the same request with the same key gets the stored response for 24 hours, a different request with that key gets a 409. Send the `ETag` of a record as `If-Match` with its change: if it has changed since you read it, the response is a 412 with the current one in `meta.etag`. Send any write with `Dry-Run: true` to learn what it would do: nothing is done, and the plan in the answer, sent as `Plan` with the same call, does it only if nothing has changed since."
  ],
  [
    "rates",
    "Rate limits",
    "Requests are counted per credential and per workspace over 60 seconds. `RateLimit-Policy` shows the limits, `RateLimit` what is left, and `Retry-After` how long to wait after a 429."
  ],
  [
    "values",
    "Values",
    "Money is a whole number of the currency's minor units with its currency code. Times are ISO 8601 in UTC with milliseconds. Ids are UUIDs, except stage ids, which are opaque strings. Unknown fields and parameters are refused. A body is JSON of at most 1 MiB."
  ]
]

const titled = (id: string, name: string): Html =>
  html`<h2 id="${id}">${name}<a class="anchor" href="#${id}" aria-label="Link to: ${name}">#</a></h2>`

export const overview = (description: Description): Html => html`
  <h1>API reference</h1>
  <p>
    ${description.info.description} Version ${description.info.version}. In the examples
    <code>$SALES_PIPELINE_URL</code> is <code>${description.servers[0]?.url}</code> and
    <code>$SALES_PIPELINE_API_KEY</code> a credential. For machines: <a href="/openapi.json">OpenAPI 3.1</a>,
    a <a href="/postman.json">Postman collection</a>, and <a href="/llms-full.txt">everything as one text</a>.
  </p>
  ${conventions.map(
    ([id, name, text]) =>
      html`${titled(id, name)}
        <p>${prose(text)}</p>`
  )}
  ${description.tags.map(
    (tag) => html`
      <h2 id="${tag.name}"><a href="/docs/${tag.name}">${Group.title(tag.name)}</a></h2>
      <p>${tag.description}</p>
      ${Group.contents(operationsOf(description, tag.name))}
    `
  )}
`

export const objects = ({ components }: Description): Html => html`
  <h1>Objects</h1>
  <p>What operations answer, field by field. Fields may be added at any time.</p>
  ${Object.entries(components.schemas)
    .filter(([name]) => !name.startsWith("Error_"))
    .map(
      ([name, schema]) => html`
        ${titled(name, name)}
        ${schema.properties === undefined ? html`<p>${Fields.words(schema)}</p>` : Fields.ofObject(schema, "always there")}
      `
    )}
`

/** The values that a field of the error envelope can have. */
const valuesOf = ({ components }: Description, ref: string | undefined, field: "type" | "code") => {
  const schema = ref === undefined ? undefined : components.schemas[nameOf(ref)]
  return (schema?.properties?.["error"]?.properties?.[field]?.enum ?? []) as ReadonlyArray<string>
}

const causeOf = (code: string) =>
  (causes as Readonly<Record<string, readonly [string, string] | undefined>>)[code]

export const errors = (description: Description): Html => {
  const responses = Object.entries(description.components.responses)
    .filter(([name]) => name.startsWith("Error_"))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const told = new Set<string>()
  return html`<h1>Errors</h1>
    <p>
      Each is an envelope with a type, a code to act on, a message that says what to do, and the id of the
      request. Codes are added over time; treat one you do not know by its type. An address that does not
      exist is a ${status.not_found} <code>route_not_found</code>.
    </p>
    ${responses.map(([name, response]) => {
      const number = name.replace("Error_", "")
      const { example, schema } = response.content["application/json"]
      const [type = ""] = valuesOf(description, schema.$ref, "type")
      const codes = valuesOf(description, schema.$ref, "code").filter((code) => !told.has(code))
      codes.forEach((code) => told.add(code))
      return html`<h2 id="e${number}">
          ${number} ${type}<a class="anchor" href="#e${number}" aria-label="Link to: ${number} ${type}">#</a>
        </h2>
        <p>${response.description}</p>
        ${Samples.block(JSON.stringify(example, null, 2), "json")}
        ${codes.map((code) => {
          const [cause = "", way = ""] = causeOf(code) ?? []
          return html`<section class="code" id="${code}">
            <h3><code>${code}</code></h3>
            <p>${prose(cause)}</p>
            <p><strong>What to do.</strong> ${linked(way)}</p>
          </section>`
        })}`
    })}`
}

/** A text of ours with links in it, as in Markdown. */
const linked = (text: string): Html =>
  html`${text.split(/(\[[^\]]+\]\([^)]+\))/u).map((part) => {
    const [, title, address] = /^\[([^\]]+)\]\(([^)]+)\)$/u.exec(part) ?? []
    return address === undefined ? prose(part) : html`<a href="${address}">${title}</a>`
  })}`

export const events = (description: Description): Html => {
  const entries = Object.entries(description.webhooks)
  const headers = (entries[0]?.[1].post.parameters ?? []).map(
    ({ $ref }) => description.components.parameters[nameOf($ref)]!
  )
  const [, { post } = { post: undefined }] = entries[0] ?? []
  return html`<h1>Webhook events</h1>
    <p>
      Delivered by POST to the address of a <a href="/docs/guide/webhooks">webhook subscription</a>, at least
      once, in no promised order.
    </p>
    ${titled("headers", "Headers of a delivery")} ${Fields.ofParameters(headers, "always there")}
    ${titled("answer", "Your answer")}
    ${Object.entries(post?.responses ?? {}).map(
      ([answer, response]) =>
        html`<p><code>${answer}</code> ${"description" in response && prose(response.description)}</p>`
    )}
    ${entries.map(
      ([
        event,
        {
          post: { description: about, requestBody }
        }
      ]) => html`
        ${titled(event, event)} ${paragraphs(about)}
        <p>Body: ${Fields.words(requestBody.content["application/json"].schema)}</p>
      `
    )}`
}
