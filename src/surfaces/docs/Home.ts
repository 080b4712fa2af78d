/** The first page of the documentation. */
import { html, type Html } from "../pages/platform/Html.ts"
import { sections } from "./Contents.ts"
import * as Samples from "./Samples.ts"

const cards: ReadonlyArray<readonly [path: string, title: string, text: string]> = [
  [
    "/docs/guide/start",
    "The first five minutes",
    "Start it, create a deal, move it, and see the webhook arrive."
  ],
  ["/docs/guide/agents", "Give an agent a key", "Few rights, rules, rehearsals, an audit log and an undo."],
  [
    "/docs/reference",
    "API reference",
    "Every operation with its fields, errors, code, and a form that sends it."
  ],
  ["/docs/guide/operations", "Run it", "Install, secure, back up, watch, upgrade and scale."]
]

export const page = (): Html => html`
  <h1>Sales Pipeline documentation</h1>
  <p class="lead">
    A sales pipeline that AI agents can work in, and people too: deals on boards, a lead inbox, reports,
    webhooks, over REST and MCP. Self-hosted, with PostgreSQL inside.
  </p>
  ${Samples.block("npm start    # runs the service, makes a demo workspace, prints an API key and a first request", "sh")}
  <ul class="cards">
    ${cards.map(
      ([path, title, text]) =>
        html`<li>
          <a href="${path}">${title}</a>
          <p>${text}</p>
        </li>`
    )}
  </ul>
  ${sections().map(
    ({ guides, title }) => html`
      <h2>${title}</h2>
      <ul class="listed">
        ${guides.map((guide) => html`<li><a href="${guide.path}">${guide.title}</a></li>`)}
      </ul>
    `
  )}
`

interface Found {
  readonly t: string
  readonly h: string
  readonly u: string
  readonly x: string
}

const listed = (found: ReadonlyArray<Found>): Html =>
  html`<ol class="results">
    ${found.map(
      ({ h, t, u, x }) =>
        html`<li>
          <a href="${u}">${h}</a> <small>${t}</small>
          <p>${x}</p>
        </li>`
    )}
  </ol>`

/** In the place of a page that isn't there; `near` is what a search for the words of its address found. */
export const missing = (path: string, near: ReadonlyArray<Found>): Html => html`
  <h1>There is no such page</h1>
  <p>
    Nothing is at <code>${path}</code>. Look for it in the field at the top, or in
    <a href="/docs">all pages</a>.
  </p>
  ${near.length > 0 && html`<h2>Perhaps you look for</h2>`} ${listed(near)}
`

/** What a search found, for readers without scripts. */
export const results = (query: string, found: ReadonlyArray<Found>): Html => html`
  <h1>Search</h1>
  ${
    query === ""
      ? html`<p>Type what you look for in the field at the top.</p>`
      : html`<p>${found.length === 0 ? "Nothing" : String(found.length)} found for “${query}”.</p>`
  }
  ${listed(found)}
`
