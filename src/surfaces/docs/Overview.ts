/** The overview page (rules for every operation, and a list of all), and the pages of errors and events. */
import { status } from "../../../schema/Fault.ts"
import { html, type Html } from "../pages/platform/Html.ts"
import { type Description, nameOf, operationsOf, paragraphs, prose, sample } from "./Description.ts"
import * as Fields from "./Fields.ts"
import * as Group from "./Group.ts"

const conventions: ReadonlyArray<readonly [string, string]> = [
  [
    "Credentials",
    "Send an API key (`svc_live_…`, from Settings) or an OAuth 2.1 access token as `Authorization: Bearer …`. It has those of its scopes that its person's current role allows; `GET /v1/me` lists them. A request asks for less with a header, `Scope: deals:read leads:read`."
  ],
  [
    "Errors",
    "Every failure is `{error: {type, code, message, request_id, meta?}}`. The message says what to do; `meta.issues` lists every wrong field."
  ],
  [
    "Lists",
    "`{data, hasMore, nextCursor}`, newest first. Send `nextCursor` as `cursor` with the same filters; `limit` is 1 to 100, 25 where left out."
  ],
  [
    "Writing safely",
    "Give any write an `Idempotency-Key`: the same request with the same key gets the stored response for 24 hours, a different request with that key gets a 409. Send any write with `Dry-Run: true` to learn what it would do: nothing is done, and the plan in the answer, sent as `Plan` with the same call, does it only if nothing has changed since."
  ],
  [
    "Rate limits",
    "Requests are counted per credential and per workspace over 60 seconds. `RateLimit-Policy` shows the limits, `RateLimit` what is left, and `Retry-After` how long to wait after a 429."
  ],
  [
    "Values",
    "Money is a whole number of the currency's minor units with its currency code. Times are ISO 8601 in UTC with milliseconds. Ids are UUIDs, except stage ids, which are opaque strings. Unknown fields and parameters are refused. A body is JSON of at most 1 MiB."
  ]
]

export const overview = (description: Description): Html => html`
  <h1>${description.info.title}</h1>
  <p>
    ${description.info.description} Version ${description.info.version}, for machines at
    <a href="/openapi.json">/openapi.json</a>. In the examples <code>$API</code> is
    <code>${description.servers[0]?.url}</code> and <code>$KEY</code> a credential.
  </p>
  <div class="card">
    ${conventions.map(
      ([name, text]) => html`
        <h2>${name}</h2>
        <p>${prose(text)}</p>
      `
    )}
  </div>
  ${description.tags.map(
    (tag) => html`
      <section class="card" aria-labelledby="${tag.name}">
        <h2 id="${tag.name}"><a href="/docs/${tag.name}">${Group.title(tag.name)}</a></h2>
        <p>${tag.description}</p>
        ${Group.contents(operationsOf(description, tag.name), `/docs/${tag.name}`)}
      </section>
    `
  )}
  <section class="card" aria-labelledby="elsewhere">
    <h2 id="elsewhere">What is sent to you</h2>
    <ul class="contents">
      <li><a href="/docs/webhook-events">Events</a> delivered to webhook subscriptions</li>
      <li><a href="/docs/errors">Errors</a> with their codes</li>
    </ul>
  </section>
`

/** The values that a field of the error envelope can have. */
const valuesOf = ({ components }: Description, ref: string | undefined, field: "type" | "code") => {
  const schema = ref === undefined ? undefined : components.schemas[nameOf(ref)]
  return schema?.properties?.["error"]?.properties?.[field]?.enum ?? []
}

export const errors = (description: Description): Html => {
  const responses = Object.entries(description.components.responses)
    .filter(([name]) => name.startsWith("Error_"))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return html`<h1>Errors</h1>
    <p>
      Each is an envelope with a type, a code to act on, a message that says what to do, and the id of the
      request. Codes are added over time; treat one you do not know by its type. An address that does not
      exist is a ${status.not_found}
      <code>route_not_found</code>, another method than it has a ${status.method_not_allowed} with
      <code>Allow</code>.
    </p>
    ${responses.map(([name, response]) => {
      const status = name.replace("Error_", "")
      const { example, schema } = response.content["application/json"]
      const [type] = valuesOf(description, schema.$ref, "type")
      return html`<section class="card" id="e${status}" aria-labelledby="e${status}-title">
        <h2 id="e${status}-title">${status} <code>${String(type)}</code></h2>
        <p>${response.description}</p>
        <p>
          Codes of this type:
          ${valuesOf(description, schema.$ref, "code").map((code, index) => [
            index > 0 && ", ",
            html`<code>${String(code)}</code>`
          ])}.
        </p>
        ${sample("Example", example)}
      </section>`
    })}`
}

export const events = (description: Description): Html => {
  const entries = Object.entries(description.webhooks)
  const headers = (entries[0]?.[1].post.parameters ?? []).map(
    ({ $ref }) => description.components.parameters[nameOf($ref)]!
  )
  const [, { post } = { post: undefined }] = entries[0] ?? []
  return html`<h1>Events</h1>
    <p>
      Delivered by POST to the address of a <a href="/docs/webhooks">webhook subscription</a>, at least once,
      in no promised order.
    </p>
    <section class="card" aria-labelledby="headers">
      <h2 id="headers">Headers of a delivery</h2>
      ${Fields.ofParameters(headers, "always there")}
      <h3>Your answer</h3>
      ${Object.entries(post?.responses ?? {}).map(
        ([status, response]) =>
          html`<p><code>${status}</code> ${"description" in response && prose(response.description)}</p>`
      )}
    </section>
    ${entries.map(
      ([event, { post }]) => html`
        <section class="card" id="${event}" aria-labelledby="${event}-title">
          <h2 id="${event}-title"><code>${event}</code></h2>
          ${paragraphs(post.description)}
          <p>Body: ${Fields.words(post.requestBody.content["application/json"].schema)}</p>
        </section>
      `
    )}
    ${Group.objects(
      description,
      entries.map(([, { post }]) => post.requestBody)
    )}`
}
