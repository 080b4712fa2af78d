/** The usage page: requests by credential for the last minutes with the limit, and for the last day by hour. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { status } from "../../../schema/Fault.ts"
import type { CredentialUsage, Usage } from "../../../schema/Usage.ts"
import { lastDay, lastHour, type Series, type Span, start, sum } from "../rules/UsageSeries.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageResponse from "../../surfaces/web/PageResponse.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { chart } from "./Chart.ts"
import { part } from "../../surfaces/web/SettingsParts.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"

const path = "/settings/usage"
const readUsage = callOperation("usage.read")

type Read = typeof Usage.Encoded
type Measured = Read["whole"]

const number = (value: number): Part => say.usage.number(value)

const kinds: Readonly<Record<CredentialUsage["kind"], Part>> = {
  key: say.usage.kinds.key,
  app: say.usage.kinds.app,
  person: say.usage.kinds.person,
  gone: say.usage.kinds.gone
}

/** The same numbers as a table, for screen readers. */
const table = (caption: Part, { refused, requests }: Series, span: Span, now: number): Html => {
  const first = start(span, now)
  const time = (index: number) => new Date(first + index * span.step).toISOString().slice(11, 16)
  return html`<div class="unseen">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${say.usage.fromUtc}</th>
          <th scope="col">${say.usage.answered}</th>
          <th scope="col">${say.usage.refused}</th>
        </tr>
      </thead>
      <tbody>
        ${requests.map(
          (count, index) =>
            html`<tr>
              <th scope="row">${time(index)}</th>
              <td>${number(count)}</td>
              <td>${number(refused[index] ?? 0)}</td>
            </tr>`
        )}
      </tbody>
    </table>
  </div>`
}

const graphs = (name: Part, { hours, minutes }: Measured, limit: number, now: number): Html =>
  html`<figure>
      <figcaption>
        <strong>${say.usage.lastHour}</strong>
        <span class="soft">
          ${say.usage.busiest(Math.max(...minutes.requests), limit)} ·
          ${say.usage.soManyRefused(sum(minutes.refused))}
        </span>
      </figcaption>
      ${chart(minutes, limit, "large")}
      <p class="ends soft"><span>${say.usage.minutesAgo}</span><span>${say.parts.now}</span></p>
      <ul class="legend soft">
        <li class="through">${say.usage.wasAnswered}</li>
        <li class="refused">${say.usage.wasRefused}</li>
        <li class="limit">${say.usage.limit(limit)}</li>
      </ul>
      ${table(say.usage.hourOf(name), minutes, lastHour, now)}
    </figure>
    <figure>
      <figcaption>
        <strong>${say.usage.lastDay}</strong>
        <span class="soft">
          ${say.usage.soManyAnswered(sum(hours.requests))} · ${say.usage.soManyRefused(sum(hours.refused))}
        </span>
      </figcaption>
      ${chart(hours, undefined, "large")}
      <p class="ends soft"><span>${say.usage.hoursAgo}</span><span>${say.parts.now}</span></p>
      ${table(say.usage.dayOf(name), hours, lastDay, now)}
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
        ${say.usage.lately(sum(minutes.requests), sum(hours.requests))}${refused > 0 && html`, <strong class="turned-away">${say.usage.soManyRefused(refused)}</strong>`}
      </p>
    </div>
    ${chart(minutes, limit, "small")}
  </li>`
}

const nothing = new PageResponse.Refusal({
  type: "not_found",
  message: say.usage.nothing
})

const busiest = (a: Measured, b: Measured) =>
  sum(b.minutes.requests) - sum(a.minutes.requests) || sum(b.hours.requests) - sum(a.hours.requests)

const show = Effect.fnUntraced(function* (context: PageContext) {
  const { credentials, generatedAt, limits, whole } = yield* readUsage({})
  const of = context.url.searchParams.get("of")
  const { shown, turn } = part(context, credentials.toSorted(busiest))
  const one = credentials.find(({ id }) => id === of)
  if (of !== null && one === undefined) return yield* nothing
  const [name, limit]: readonly [Part, number] =
    one === undefined ? [say.usage.wholeWorkspace, limits.workspace] : [one.name, limits.credential]
  return SettingsFrame.content("Usage", {
    title: say.frame.tab.Usage,
    body: html`<h1>${say.frame.tab.Usage}</h1>
      <p class="soft">${say.usage.about(limits.credential, limits.workspace, status.rate_limit_error)}</p>
      <div id="usage" data-live="10">
        <section class="card" aria-labelledby="of">
          <h2 id="of">${one === undefined ? say.usage.whole : name}</h2>
          ${one !== undefined && html`<p><a id="whole" href="${path}">${say.usage.showWhole}</a></p>`}
          ${graphs(name, one ?? whole, limit, Date.parse(generatedAt))}
        </section>
        <h2>${say.usage.byCredential}</h2>
        <ul class="rows measured" aria-label="${say.usage.byCredential}">
          ${shown.map((credential) => row(credential, limits.credential, of))}
        </ul>
        ${turn}
      </div>`
  })
})

export const routes = [WorkspacePage.page(path, show)]
