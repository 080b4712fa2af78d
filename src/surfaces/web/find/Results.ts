/** Search results by kind. Each is a link, so that the keyboard moves from one to the next. */
import type { Member } from "../../../../schema/Member.ts"
import type { Deal } from "../../../../schema/Deal.ts"
import { shortened } from "../../../shared/PlainText.ts"
import * as Amounts from "../Amounts.ts"
import { html, type Html, type Part } from "../Html.ts"
import * as DealFormFields from "../../../deals/pages/DealFormFields.ts"
import * as Leads from "../../../leads/pages/LeadWords.ts"
import { say } from "../i18n/Words.ts"
import type { Contact } from "./Contacts.ts"

const maxLength = 120

interface Row {
  readonly href: string
  readonly name: Part
  readonly beside?: Part
  readonly state?: Part
}

const row = ({ beside, href, name, state }: Row): Html =>
  html`<li>
    <a href="${href}"
      ><span class="what"
        ><b>${typeof name === "string" ? shortened(name, maxLength) : name}</b>${
          beside !== undefined && beside !== "" && html` <span class="soft">${beside}</span>`
        }</span
      >${state !== undefined && html` <span class="state">${state}</span>`}</a
    >
  </li>`

export const group = (id: string, title: Part, rows: ReadonlyArray<Row>): Html | false =>
  rows.length > 0 &&
  html`<section aria-labelledby="found-${id}">
    <h2 id="found-${id}">${title}</h2>
    <ul>
      ${rows.map(row)}
    </ul>
  </section>`

const short = (text: string | null) => (text === null ? "" : shortened(text, maxLength))

export const deal = (
  { amountCents, boardId, company, currency, id, name, primaryContact, stage }: typeof Deal.Encoded,
  boards: ReadonlyMap<string, string>
): Row => ({
  href: `/deals/${id}`,
  name,
  beside: [company, primaryContact.name]
    .map(short)
    .filter((text) => text !== "")
    .join(" · "),
  state: html`${amountCents !== null && html`${Amounts.short(amountCents, currency)} · `}${
    boards.size > 1 && html`${short(boards.get(boardId) ?? null)} · `
  }${short(stage.name)}`
})

export const lead = (lead: Leads.ShownLead): Row => ({
  href: `/leads/${lead.id}`,
  name: Leads.nameOf(lead),
  beside: [Leads.companyOf(lead), lead.contact.email === Leads.nameOf(lead) ? null : lead.contact.email]
    .map((text) => short(text ?? null))
    .filter((text) => text !== "")
    .join(" · "),
  state: say.leads.status[lead.triageStatus]
})

/** A contact of several deals links to all of them. */
export const contact = ({ at, company, email, name }: Contact): Row => {
  const deals = at.filter((href) => href.startsWith("/deals/")).length
  const leads = at.length - deals
  return {
    href: at.length === 1 ? at[0]! : `/find?${new URLSearchParams({ q: email ?? name }).toString()}`,
    name,
    beside: [email === name ? null : email, company]
      .map(short)
      .filter((text) => text !== "")
      .join(" · "),
    state: [
      deals > 0 && say.find.ofDeals(deals),
      deals > 0 && leads > 0 && " · ",
      leads > 0 && say.find.ofLeads(leads)
    ]
  }
}

/** A member of the workspace links to the deals they own. */
export const person = (member: typeof Member.Encoded): Row => ({
  href: `/deals?${new URLSearchParams({ owner: member.id }).toString()}`,
  name: DealFormFields.nameOf(member),
  beside: member.name === null ? undefined : member.email,
  state: say.find.theirDeals
})
