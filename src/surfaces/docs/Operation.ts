/** The page of an operation: what it does, what it takes, what it answers, and a form that sends it. */
import type { Routed } from "../../contract/Operation.ts"
import * as Fault from "../../../schema/Fault.ts"
import { html, type Html } from "../pages/platform/Html.ts"
import type { Heading } from "./Article.ts"
import {
  type Description,
  exampleOf,
  mediaOf,
  type Media,
  nameOf,
  type Parameter,
  type Placed,
  paragraphs,
  type Response
} from "./Description.ts"
import * as Fields from "./Fields.ts"
import * as Refusals from "./Refusals.ts"
import * as Samples from "./Samples.ts"
import * as Try from "./Try.ts"

const places = [
  ["path", "In the path"],
  ["query", "In the query"],
  ["header", "Headers"]
] as const

const slug = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/gu, "-")

const heading = (title: string): Html => {
  const id = slug(title)
  return html`<h2 id="${id}">
    ${title}<a class="anchor" href="#${id}" aria-label="Link to: ${title}">#</a>
  </h2>`
}

const resolved = (
  description: Description,
  parameters: ReadonlyArray<Parameter | { readonly $ref: string }>
) => parameters.map((one) => ("$ref" in one ? description.components.parameters[nameOf(one.$ref)]! : one))

const parametersOf = (parameters: ReadonlyArray<Parameter>, place: string, title: string) => {
  const found = parameters.filter((one) => one.in === place)
  return found.length > 0 && html`${heading(title)} ${Fields.ofParameters(found, "required")}`
}

/** The fields of what is answered; of each, if it is a list. */
const answered = (description: Description, { schema }: Media): Html => {
  const named = schema.$ref ?? schema.items?.$ref
  const found = named === undefined ? schema : description.components.schemas[nameOf(named)]!
  return html`<p>${Fields.words(schema)}${found.properties !== undefined && ", with these fields:"}</p>
    ${found.properties !== undefined && Fields.ofObject(found, "always there")}`
}

const good = (description: Description, { operation }: Placed): Html => {
  const entries = Object.entries(operation.responses)
  const own = entries.filter((entry): entry is [string, Response] => !("$ref" in entry[1]))
  const statuses = entries.map(([status]) => status)
  const [, first] = own[0]!
  const example = exampleOf(description, mediaOf(first.content))
  return html`${heading("Answer")}
    <p>${own.map(([status], index) => [index > 0 && " or ", html`<code>${status}</code>`])}</p>
    ${example !== undefined && Samples.block(JSON.stringify(example, null, 2), "json")}
    ${answered(description, mediaOf(first.content))}
    ${
      statuses.includes("202") &&
      html`<p>
        <code>202</code> It waits for an approval, if the rules of the credential say so:
        <a href="/docs/guide/ask">Ask mode</a>. Nothing was done.
      </p>`
    }
    ${
      statuses.includes("304") &&
      html`<p>
        <code>304</code> It still has an ETag that <code>If-None-Match</code> names. There is no body.
      </p>`
    }`
}

/** Faults that it declares, with their codes; the others are those of every request. */
const refusals = (operation: Routed): Html => {
  const own = operation.faults.filter(
    (fault) => !["api_error", "rate_limit_error"].includes(Fault.typeOf(fault))
  )
  return html`${heading("Refusals")}
    <p>
      Beside those of
      <a href="/docs/errors">every request</a
      >${own.length > 0 ? ", it may be refused as these, usually with one of the codes:" : ", there are none."}
    </p>
    ${
      own.length > 0 &&
      html`<ul>
        ${own.map((fault) => {
          const [type, status] = [Fault.typeOf(fault), Fault.status[Fault.typeOf(fault)]]
          const codes = Refusals.codesOf(fault, operation)
          return html`<li>
            <a href="/docs/errors#e${status}">${status} ${type}</a>${codes.length > 0 && ": "}${codes.map(
              (code, index) => [
                index > 0 && ", ",
                html`<a href="/docs/errors#${code}"><code>${code}</code></a>`
              ]
            )}
          </li>`
        })}
      </ul>`
    }`
}

export const headings = (body: Html): ReadonlyArray<Heading> =>
  [...body.pieces.join("").matchAll(/<h2 id="([^"]+)">([^<]+)/gu)].map(([, id, title]) => ({
    level: 2,
    id: id!,
    title: title!
  }))

export const page = (
  description: Description,
  placed: Placed,
  operation: Routed,
  tools: ReadonlyArray<{ readonly tool?: string }>,
  live: boolean
): Html => {
  const { method, path } = placed
  const { description: about, requestBody, summary } = placed.operation
  const parameters = resolved(description, placed.operation.parameters)
  const whole: Placed = { ...placed, operation: { ...placed.operation, parameters } }
  return html`<h1>${summary}</h1>
    <p class="route"><span class="tag">${method}</span> <code>${path}</code></p>
    ${paragraphs(about)}
    ${tools.length > 0 && html`<p class="soft">For agents: ${tools.map(({ tool }, index) => [index > 0 && ", ", html`<code>${tool}</code>`])}.</p>`}
    ${heading("Request")} ${Samples.of(whole)} ${live && Try.form(whole)}
    ${places.map(([place, title]) => parametersOf(parameters, place, title))}
    ${
      requestBody !== undefined &&
      html`${heading(requestBody.required ? "Body" : "Body, optional")}
      ${Fields.ofObject(requestBody.content["application/json"].schema, "required")}`
    }
    ${good(description, whole)} ${refusals(operation)}`
}
