/** The page of a group: its operations, and the objects they take and return. */
import { html, type Html } from "../pages/platform/Html.ts"
import * as Curl from "./Curl.ts"
import {
  type Description,
  exampleOf,
  mediaOf,
  operationsOf,
  type Parameter,
  type Placed,
  paragraphs,
  type Response,
  sample
} from "./Description.ts"
import * as Fields from "./Fields.ts"

/** The tools of an operation. */
type Tools = ReadonlyArray<{ readonly tool?: string }>

const places = { path: "In the path", query: "In the query", header: "Headers" } as const

const parametersOf = (parameters: ReadonlyArray<Parameter>, place: keyof typeof places) => {
  const found = parameters.filter((one) => one.in === place)
  return (
    found.length > 0 &&
    html`<h3>${places[place]}</h3>
      ${Fields.ofParameters(found, "required")}`
  )
}

const answers = (description: Description, { operation }: Placed): Html => {
  const entries = Object.entries(operation.responses)
  const good = entries.filter((entry): entry is [string, Response] => !("$ref" in entry[1]))
  const shared = entries.filter(([, response]) => "$ref" in response)
  const waits = shared.some(([status]) => status === "202")
  const unchanged = shared.some(([status]) => status === "304")
  const bad = shared.filter(([status]) => !["202", "304"].includes(status))
  return html`<h3>Responses</h3>
    ${good.map(([status, { content }]) => {
      const media = mediaOf(content)
      const example = exampleOf(description, media)
      return html`<p><code>${status}</code> ${Fields.words(media.schema)}</p>
        ${example !== undefined && sample("Example response", example)}`
    })}
    ${
      waits &&
      html`<p>
        <code>202</code> It waits for an approval, if the rules of the credential say so:
        <a href="/docs/approvals">Approval</a>. Nothing was done.
      </p>`
    }
    ${
      unchanged &&
      html`<p>
        <code>304</code> It still has an ETag that <code>If-None-Match</code> names. There is no body.
      </p>`
    }
    <p>
      Refused with
      ${bad.map(([status], index) => [
        index > 0 && ", ",
        html`<a href="/docs/errors#e${status}">${status}</a>`
      ])}.
    </p>`
}

const section = (description: Description, placed: Placed, tools: Tools): Html => {
  const { method, operation, path } = placed
  const body = operation.requestBody
  return html`<section
    class="card"
    id="${operation.operationId}"
    aria-labelledby="${operation.operationId}-title"
  >
    <h2 id="${operation.operationId}-title">${operation.summary}</h2>
    <p class="route"><span class="tag">${method}</span> <code>${path}</code></p>
    ${paragraphs(operation.description)}
    ${tools.length > 0 && html`<p class="soft">For agents: ${tools.map(({ tool }, index) => [index > 0 && ", ", html`<code>${tool}</code>`])}.</p>`}
    ${(["path", "query", "header"] as const).map((place) => parametersOf(operation.parameters, place))}
    ${
      body !== undefined &&
      html`<h3>Body${!body.required && ", optional"}</h3>
        ${Fields.ofObject(body.content["application/json"].schema, "required")}`
    }
    <h3>Request</h3>
    <pre><code>${Curl.of(placed)}</code></pre>
    ${answers(description, placed)}
  </section>`
}

/** The objects `value` refers to, each with its fields. */
export const objects = (description: Description, value: unknown): Html | false => {
  const names = Fields.namesIn(description, value)
  return (
    names.length > 0 &&
    html`<h2 id="objects">Objects</h2>
      ${names.map((name) => {
        const schema = description.components.schemas[name]!
        return html`<section class="card" id="${name}" aria-labelledby="${name}-title">
          <h3 id="${name}-title">${name}</h3>
          ${
            schema.properties === undefined
              ? html`<p>${Fields.words(schema)}</p>`
              : Fields.ofObject(schema, "always there")
          }
        </section>`
      })}`
  )
}

/** `tools` holds the tools of each operation, by its id. */
export const page = (description: Description, tag: string, tools: ReadonlyMap<string, Tools>) => {
  const placed = operationsOf(description, tag)
  const used = placed.map(({ operation: { requestBody, responses, parameters } }) => [
    parameters,
    requestBody,
    Object.values(responses).filter((response) => !("$ref" in response))
  ])
  return html`<h1>${title(tag)}</h1>
    <p>${description.tags.find(({ name }) => name === tag)?.description}</p>
    ${contents(placed)}
    ${placed.map((one) => section(description, one, tools.get(one.operation.operationId) ?? []))}
    ${objects(description, used)}`
}

export const title = (tag: string): string => tag[0]!.toUpperCase() + tag.slice(1)

/** Links to operations, on their own page or from another one. */
export const contents = (placed: ReadonlyArray<Placed>, address = ""): Html =>
  html`<ul class="contents">
    ${placed.map(
      ({ method, operation, path }) =>
        html`<li>
          <a href="${address}#${operation.operationId}">${operation.summary}</a>
          <code>${method} ${path}</code>
        </li>`
    )}
  </ul>`
