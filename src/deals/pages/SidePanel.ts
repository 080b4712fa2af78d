/** The side panel of an email client: the records that match an address, and templates for a reply. */
import type { MatchedRecords, MatchedDeal, MatchedLead } from "../../../layers/deals/Matches.ts"
import type { Template } from "../../../schema/Template.ts"
import * as MergeTokens from "../../templates/rules/MergeTokens.ts"
import * as Amounts from "../../surfaces/web/Amounts.ts"
import * as Assets from "../../surfaces/web/Assets.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import type { Page } from "../../surfaces/web/frame/EmbeddedPage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

const words = say.panel

const styles = [Assets.path("tokens.css"), Assets.path("panel.css")]

const link = (address: string, text: Part): Html =>
  html`<a href="${address}" target="_blank" rel="noopener"
    >${text}<span class="aside">${words.newTab}</span></a
  >`

const fact = (name: Part, value: Part): Html | null =>
  value === null
    ? null
    : html`<dt>${name}</dt>
        <dd>${value}</dd>`

const dealItem = (deal: MatchedDeal): Html =>
  html`<li>
    <h3>${link(`/deals/${deal.id}`, deal.name)}</h3>
    <dl>
      ${fact(say.deals.field.company, deal.company)}${fact(words.stage, deal.stage)}
      ${fact(say.deals.field.amount, deal.amountCents === null ? words.noAmount : Amounts.full(deal.amountCents, deal.currency))}
    </dl>
  </li>`

const leadItem = (lead: MatchedLead): Html =>
  html`<li>
    <h3>${link(`/leads/${lead.id}`, lead.name ?? lead.company ?? say.leads.unnamed)}</h3>
    <dl>
      ${fact(say.deals.field.company, lead.company)}${fact(words.status, say.leads.status[lead.status])}
    </dl>
  </li>`

const section = (id: string, title: Part, items: ReadonlyArray<Html>): Html | null =>
  items.length === 0
    ? null
    : html`<section aria-labelledby="${id}">
        <h2 id="${id}">${title}</h2>
        <ul>
          ${items}
        </ul>
      </section>`

const verdict = ({ deals, domain, leads, match }: MatchedRecords, email: string): Part => {
  if (match === "email") return words.withEmail(deals.length, leads.length, email)
  if (match === "domain") return words.atDomain(deals.length, leads.length, email, domain)
  return domain === null ? words.none(email) : words.noneOf(email, domain)
}

const templateItem = (template: Template, values: MergeTokens.Values): Html => {
  const field = (part: "subject" | "body") => `${part}-${template.id}`
  const button = (part: "subject" | "body") =>
    html`<button
      type="button"
      hidden
      data-copy="${field(part)}"
      data-copied="${words.copy[part].copied(template.name)}"
      aria-label="${words.copy[part].label(template.name)}"
    >
      ${words.copy[part].button}
    </button>`
  return html`<li>
    <h3><span aria-hidden="true">${template.icon}</span> ${template.name}</h3>
    <input
      id="${field("subject")}"
      readonly
      aria-label="${words.subjectOf(template.name)}"
      value="${MergeTokens.fill(template.subject, values)}"
    />
    <textarea id="${field("body")}" readonly aria-label="${words.textOf(template.name)}">
${MergeTokens.fill(template.body, values)}</textarea>
    ${button("subject")} ${button("body")}
  </li>`
}

export interface Content {
  readonly workspace: string
  /** The address in the request; empty if there is none. */
  readonly email: string
  /** Undefined if there was no lookup. */
  readonly found: MatchedRecords | undefined
  /** The reason why there was no lookup. */
  readonly problem: Part
  readonly templates: ReadonlyArray<Template>
  readonly values: MergeTokens.Values
}

const search = ({ email, problem }: Content): Html =>
  html`<form action="/embed" role="search">
    <label for="email">${words.address}</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="off"
      required
      value="${email}"
      ${problem !== undefined && html`aria-invalid="true" aria-describedby="problem"`}
    />
    <button>${words.find}</button>
  </form>`

export const page = (content: Content): Page => {
  const { email, found, problem, templates, values, workspace } = content
  return {
    title: html`${email === "" ? words.who : email} · ${workspace}`,
    styles,
    scripts: [Assets.path("panel.js")],
    body: html`<header>
        <h1>${workspace}</h1>
      </header>
      <main>
        ${search(content)}
        ${problem !== undefined && html`<p id="problem" class="wrong" role="alert">${problem}</p>`}
        ${found !== undefined && html`<p role="status">${verdict(found, email)}</p>`}
        ${found !== undefined && section("deals", words.deals, found.deals.map(dealItem))}
        ${found !== undefined && section("leads", words.leads, found.leads.map(leadItem))}
        ${section(
          "templates",
          words.templates,
          templates.map((template) => templateItem(template, values))
        )}
        <p id="copied" class="quiet copied" role="status" data-failed="${words.noCopy}"></p>
      </main>`
  }
}

/** The page for a frame whose link was used already or has expired. */
export const over: Page = {
  title: words.openAgain,
  styles,
  body: html`<main>
    <h1>${words.openAgain}</h1>
    <p>${words.isOver}</p>
  </main>`
}
