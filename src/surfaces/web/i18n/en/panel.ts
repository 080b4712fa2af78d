import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { plural } = locale

const dealsAndLeads = (deals: number, leads: number) =>
  `${plural(deals, { one: "deal", other: "deals" })} and ${plural(leads, { one: "lead", other: "leads" })}`

export const panel = {
  unscoped: "This panel’s token has no access to deals and leads.",
  noEmail: "Not an email address.",
  newTab: " (opens a new tab)",
  stage: "Stage",
  status: "Status",
  noAmount: "not set",
  withEmail: (deals: number, leads: number, email: Part) =>
    html`${dealsAndLeads(deals, leads)} with ${email}.`,
  atDomain: (deals: number, leads: number, email: Part, domain: Part) =>
    html`Nobody has ${email}, but ${dealsAndLeads(deals, leads)} are at ${domain}.`,
  none: (email: Part) => html`No deal and no lead has ${email}.`,
  noneOf: (email: Part, domain: Part) => html`No deal and no lead has ${email}, nor ${domain}.`,
  deals: "Deals",
  leads: "Leads",
  templates: "Templates",
  subjectOf: (template: Part) => html`Subject of ${template}`,
  textOf: (template: Part) => html`Text of ${template}`,
  copy: {
    subject: {
      button: "Copy subject",
      label: (template: Part) => html`Copy subject of ${template}`,
      copied: (template: Part) => html`Copied: subject of ${template}.`
    },
    body: {
      button: "Copy text",
      label: (template: Part) => html`Copy text of ${template}`,
      copied: (template: Part) => html`Copied: text of ${template}.`
    }
  },
  noCopy: "The browser does not allow copying here: press Ctrl+C or ⌘C to copy the selected text.",
  address: "Email address",
  find: "Find",
  who: "Who is this?",
  openAgain: "Open the panel again",
  isOver: "The link was already used or has expired. Close this panel and open it again."
}
