/** A lead's enrichment. */
import { isCommon, readOnly } from "../../../schema/Enrichment.ts"
import * as PlainText from "../../shared/PlainText.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as Markdown from "../../surfaces/web/Markdown.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as LeadFacts from "./LeadFacts.ts"
import * as LeadScore from "./LeadScore.ts"
import type { ShownLead } from "./LeadWords.ts"

type Enrichment = ShownLead["enrichment"]

const { entry, fact } = LeadFacts
const words = say.enrichment
const names = say.leads.fact

const result = (enrichment: Enrichment): Html => {
  const { provider, scoreDisplay, status, summary, verdict } = enrichment
  return html`<section class="card" aria-labelledby="enrichment">
    <h2 id="enrichment">${words.title}</h2>
    ${
      status === undefined && enrichment.history.length === 0
        ? html`<p class="soft">${words.nothing}</p>`
        : html`<div class="result">
            ${LeadScore.badge(enrichment)}
            <p class="verdict">${verdict === undefined ? words.noVerdict : PlainText.cut(verdict, 200)}</p>
          </div>`
    }
    ${summary !== undefined && LeadFacts.verbatim(summary)}
    ${LeadFacts.list(
      status !== undefined && entry(words.status, words.statuses[status]),
      fact(words.scoreAsGiven, scoreDisplay),
      fact(words.provider, provider)
    )}
  </section>`
}

const contactSection = ({ contact = {} }: Enrichment): Html | false => {
  const facts = LeadFacts.list(
    fact(names.name, contact.name),
    fact(names.title, contact.title),
    fact(names.email, contact.email, LeadFacts.email),
    fact(names.phone, contact.phone, LeadFacts.phone),
    fact(names.linkedin, contact.linkedin, LeadFacts.site),
    fact(names.website, contact.website, LeadFacts.site)
  )
  return (
    facts !== undefined &&
    html`<section class="card" aria-labelledby="found">
      <h2 id="found">${words.contact}</h2>
      ${facts}
    </section>`
  )
}

const text = (id: string, title: Part, body: Html | false | undefined): Html | false =>
  body !== undefined &&
  body !== false &&
  html`<section class="card" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`

const maxKeys = 50
const maxValueLength = 4_000

/** A value as formatted JSON. Plain text is unchanged. */
const valueOf = (value: unknown): Html => {
  const isText = typeof value === "string"
  const whole = isText ? value : JSON.stringify(value, null, 2)
  const shown = PlainText.cut(whole, maxValueLength)
  const rest = shown !== whole && html` <span class="hint">${words.longValue}</span>`
  return isText || typeof value !== "object" || value === null
    ? html`<span class="verbatim">${shown}</span>${rest}`
    : html`<pre class="json">${shown}</pre>
        ${rest}`
}

/** The custom keys. */
const additional = (enrichment: Enrichment): Html | false => {
  const entries = Object.entries(enrichment).filter(([key]) => !isCommon(key) && !readOnly.has(key))
  const more = entries.length - maxKeys
  return (
    entries.length > 0 &&
    html`<dl class="facts">
        ${entries.slice(0, maxKeys).map(
          ([key, value]) =>
            html`<dt>${PlainText.cut(key, 80)}</dt>
              <dd>${valueOf(value)}</dd>`
        )}
      </dl>
      ${more > 0 && html`<p class="hint">${words.moreKeys(more)}</p>`}`
  )
}

export const sections = ({ enrichment }: ShownLead): Html =>
  html`${result(enrichment)}
  ${text("write-up", words.writeUp, enrichment.body === undefined ? false : Markdown.render(enrichment.body))}
  ${text("notes", words.notes, enrichment.notes === undefined ? false : LeadFacts.verbatim(enrichment.notes))}
  ${contactSection(enrichment)} ${text("additional", words.additional, additional(enrichment))}`
