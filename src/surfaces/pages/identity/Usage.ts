/** The workspace's usage by credential: the last minutes against the limit, and the last day by hour. */
import { Effect } from "effect"
import { status } from "../../../../schema/Fault.ts"
import type { CredentialUsage, Usage } from "../../../../schema/Usage.ts"
import {
  lastDay,
  lastHour,
  type Series,
  type Span,
  start,
  sum
} from "../../../domain/identity/UsageSeries.ts"
import { act } from "../platform/Act.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Page from "../platform/Page.ts"
import * as Workplace from "../platform/Workplace.ts"
import { chart } from "./Chart.ts"
import { part } from "../platform/Parts.ts"
import * as Settings from "../platform/Settings.ts"

const path = "/settings/usage"
const read = act("usage.read")

type Read = typeof Usage.Encoded
type Measured = Read["whole"]

const number = (value: number) => value.toLocaleString("en")

const requests = (value: number) => `${number(value)} ${value === 1 ? "request" : "requests"}`

const kinds: Readonly<Record<CredentialUsage["kind"], string>> = {
  key: "API key",
  app: "Connected app",
  person: "On these pages",
  gone: "No longer there"
}

/** The same numbers as a table, for screen readers. */
const table = (caption: string, { refused, requests }: Series, span: Span, now: number): Html => {
  const first = start(span, now)
  const time = (index: number) => new Date(first + index * span.step).toISOString().slice(11, 16)
  return html`<div class="unseen">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">From (UTC)</th>
          <th scope="col">Answered</th>
          <th scope="col">Refused</th>
        </tr>
      </thead>
      <tbody>
        ${requests.map(
          (count, index) =>
            html`<tr>
              <th scope="row">${time(index)}</th>
              <td>${count}</td>
              <td>${refused[index]}</td>
            </tr>`
        )}
      </tbody>
    </table>
  </div>`
}

const graphs = (name: string, { hours, minutes }: Measured, limit: number, now: number): Html =>
  html`<figure>
      <figcaption>
        <strong>The last hour, by minute</strong>
        <span class="soft">
          busiest minute ${number(Math.max(...minutes.requests))} of ${number(limit)} ·
          ${number(sum(minutes.refused))} refused
        </span>
      </figcaption>
      ${chart(minutes, limit, "large")}
      <p class="ends soft"><span>60 minutes ago</span><span>now</span></p>
      <ul class="legend soft">
        <li class="through">answered</li>
        <li class="refused">refused</li>
        <li class="limit">limit of ${number(limit)} a minute</li>
      </ul>
      ${table(`Requests of ${name} in the last hour, by minute`, minutes, lastHour, now)}
    </figure>
    <figure>
      <figcaption>
        <strong>The last 24 hours, by hour</strong>
        <span class="soft">
          ${requests(sum(hours.requests))} answered · ${number(sum(hours.refused))} refused
        </span>
      </figcaption>
      ${chart(hours, undefined, "large")}
      <p class="ends soft"><span>24 hours ago</span><span>now</span></p>
      ${table(`Requests of ${name} in the last 24 hours, by hour`, hours, lastDay, now)}
    </figure>`

const row = (credential: Read["credentials"][number], limit: number, chosen: string | null): Html => {
  const { hours, id, kind, minutes, name, owner } = credential
  const refused = sum(hours.refused)
  return html`<li>
    <div>
      <p class="name">
        <a
          id="of-${id}"
          href="${path}?of=${encodeURIComponent(id)}"
          ${id === chosen && html`aria-current="true"`}
          >${name}</a
        >
      </p>
      <p class="soft">${kinds[kind]}${owner !== null && html` · ${owner}`}</p>
      <p>
        ${requests(sum(minutes.requests))} in the last hour, ${number(sum(hours.requests))} in 24
        hours${refused > 0 && html`, <strong class="turned-away">${number(refused)} refused</strong>`}
      </p>
    </div>
    ${chart(minutes, limit, "small")}
  </li>`
}

const nothing = new Page.Refusal({
  type: "not_found",
  message: "There is no such credential in this workspace. Choose one from the list of its usage."
})

const busiest = (a: Measured, b: Measured) =>
  sum(b.minutes.requests) - sum(a.minutes.requests) || sum(b.hours.requests) - sum(a.hours.requests)

const show = Effect.fnUntraced(function* (here: Workplace.Here) {
  const { credentials, generatedAt, limits, whole } = yield* read({})
  const of = here.url.searchParams.get("of")
  const { shown, turn } = part(here, credentials.toSorted(busiest))
  const one = credentials.find(({ id }) => id === of)
  if (of !== null && one === undefined) return yield* nothing
  const [name, limit] =
    one === undefined ? ["the whole workspace", limits.workspace] : [one.name, limits.credential]
  return Settings.content("Usage", {
    title: "Usage",
    body: html`<h1>Usage</h1>
      <p class="soft">
        Requests to the API, to MCP and to these pages. A credential may make ${number(limits.credential)} in
        any 60 seconds, and the workspace ${number(limits.workspace)}; what goes beyond is refused with
        ${status.rate_limit_error} and Retry-After. Counted a few seconds behind.
      </p>
      <div id="usage" data-live="10">
        <section class="card" aria-labelledby="of">
          <h2 id="of">${one === undefined ? "The whole workspace" : name}</h2>
          ${one !== undefined && html`<p><a id="whole" href="${path}">Show the whole workspace</a></p>`}
          ${graphs(name, one ?? whole, limit, Date.parse(generatedAt))}
        </section>
        <h2>By credential</h2>
        <ul class="rows measured" aria-label="By credential">
          ${shown.map((credential) => row(credential, limits.credential, of))}
        </ul>
        ${turn}
      </div>`
  })
})

export const routes = [Workplace.page(path, show)]
