/** The side panel of an email client: who an address belongs to, and templates to answer with. */
import type { Found, MatchedDeal, MatchedLead } from "../../../../layers/deals/Matches.ts"
import type { Template } from "../../../../schema/Template.ts"
import * as MergeTokens from "../../../domain/templates/MergeTokens.ts"
import * as Money from "../../../domain/platform/Money.ts"
import * as Assets from "../platform/Assets.ts"
import { html, type Html, type Part } from "../platform/Html.ts"
import type { Page } from "../platform/Framed.ts"
import * as Words from "../leads/Words.ts"

const styles = [Assets.path("tokens.css"), Assets.path("panel.css")]

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`

const link = (address: string, text: string): Html =>
  html`<a href="${address}" target="_blank" rel="noopener"
    >${text}<span class="aside"> (opens a new tab)</span></a
  >`

const fact = (name: string, value: string | null): Html | null =>
  value === null
    ? null
    : html`<dt>${name}</dt>
        <dd>${value}</dd>`

const dealItem = (deal: MatchedDeal): Html =>
  html`<li>
    <h3>${link(`/deals/${deal.id}`, deal.name)}</h3>
    <dl>
      ${fact("Company", deal.company)}${fact("Stage", deal.stage)}
      ${fact("Amount", deal.amountCents === null ? "not set" : Money.format(deal.amountCents, deal.currency))}
    </dl>
  </li>`

const leadItem = (lead: MatchedLead): Html =>
  html`<li>
    <h3>${link(`/leads/${lead.id}`, lead.name ?? lead.company ?? "Unnamed lead")}</h3>
    <dl>${fact("Company", lead.company)}${fact("Status", Words.statuses[lead.status])}</dl>
  </li>`

const section = (title: string, items: ReadonlyArray<Html>): Html | null =>
  items.length === 0
    ? null
    : html`<section aria-labelledby="${title.toLowerCase()}">
        <h2 id="${title.toLowerCase()}">${title}</h2>
        <ul>
          ${items}
        </ul>
      </section>`

const verdict = ({ deals, domain, leads, match }: Found, email: string): string => {
  const found = `${count(deals.length, "deal")} and ${count(leads.length, "lead")}`
  if (match === "email") return `${found} with ${email}.`
  if (match === "domain") return `Nobody has ${email}, but ${found} are at ${domain}.`
  return `No deal and no lead has ${email}${domain === null ? "" : `, nor ${domain}`}.`
}

const templateItem = (template: Template, values: MergeTokens.Values): Html => {
  const field = (part: "subject" | "body") => `${part}-${template.id}`
  const button = (part: "subject" | "body", text: string) =>
    html`<button
      type="button"
      hidden
      data-copy="${field(part)}"
      data-name="${text} of ${template.name}"
      aria-label="Copy ${text} of ${template.name}"
    >
      Copy ${text}
    </button>`
  return html`<li>
    <h3><span aria-hidden="true">${template.icon}</span> ${template.name}</h3>
    <input
      id="${field("subject")}"
      readonly
      aria-label="Subject of ${template.name}"
      value="${MergeTokens.fill(template.subject, values)}"
    />
    <textarea id="${field("body")}" readonly aria-label="Text of ${template.name}">
${MergeTokens.fill(template.body, values)}</textarea>
    ${button("subject", "subject")} ${button("body", "text")}
  </li>`
}

export interface Content {
  readonly workspace: string
  /** As it was asked for; empty where nothing was. */
  readonly email: string
  /** Undefined where nothing was looked up. */
  readonly found: Found | undefined
  /** Why nothing was looked up, where that was not wanted. */
  readonly problem: Part
  readonly templates: ReadonlyArray<Template>
  readonly values: MergeTokens.Values
}

const search = ({ email, problem }: Content): Html =>
  html`<form action="/embed" role="search">
    <label for="email">Email address</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="off"
      required
      value="${email}"
      ${problem !== undefined && html`aria-invalid="true" aria-describedby="problem"`}
    />
    <button>Find</button>
  </form>`

export const page = (content: Content): Page => {
  const { email, found, problem, templates, values, workspace } = content
  return {
    title: `${email === "" ? "Who is this?" : email} · ${workspace}`,
    styles,
    scripts: [Assets.path("panel.js")],
    body: html`<header>
        <h1>${workspace}</h1>
      </header>
      <main>
        ${search(content)}
        ${problem !== undefined && html`<p id="problem" class="wrong" role="alert">${problem}</p>`}
        ${found !== undefined && html`<p role="status">${verdict(found, email)}</p>`}
        ${found !== undefined && section("Deals", found.deals.map(dealItem))}
        ${found !== undefined && section("Leads", found.leads.map(leadItem))}
        ${section(
          "Templates",
          templates.map((template) => templateItem(template, values))
        )}
        <p id="copied" class="quiet copied" role="status"></p>
      </main>`
  }
}

/** What a frame shows that nothing opens any more. */
export const over: Page = {
  title: "Open the panel again",
  styles,
  body: html`<main>
    <h1>Open the panel again</h1>
    <p>The link that opened it was used already, or it has expired. Close this panel and open it anew.</p>
  </main>`
}
