import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { plural } = locale

const dealsAndLeads = (deals: number, leads: number) =>
  `${plural(deals, { one: "Deal", other: "Deals" })} und ${plural(leads, { one: "Lead", other: "Leads" })}`

export const panel = {
  unscoped: "Das Token dieser Ansicht hat keine Berechtigung, Deals und Leads zu lesen.",
  noEmail: "Ungültige E-Mail-Adresse.",
  newTab: " (neuer Tab)",
  stage: "Phase",
  status: "Status",
  noAmount: "nicht angegeben",
  withEmail: (deals: number, leads: number, email: Part) =>
    html`${dealsAndLeads(deals, leads)} mit ${email}.`,
  atDomain: (deals: number, leads: number, email: Part, domain: Part) =>
    html`Keine Treffer für ${email}, aber ${dealsAndLeads(deals, leads)} bei ${domain}.`,
  none: (email: Part) => html`Keine Deals oder Leads mit ${email}.`,
  noneOf: (email: Part, domain: Part) => html`Keine Deals oder Leads mit ${email} oder ${domain}.`,
  deals: "Deals",
  leads: "Leads",
  templates: "Vorlagen",
  subjectOf: (template: Part) => html`Betreff von „${template}“`,
  textOf: (template: Part) => html`Text von „${template}“`,
  copy: {
    subject: {
      button: "Betreff kopieren",
      label: (template: Part) => html`Betreff kopieren: ${template}`,
      copied: (template: Part) => html`Kopiert: Betreff von „${template}“.`
    },
    body: {
      button: "Text kopieren",
      label: (template: Part) => html`Text kopieren: ${template}`,
      copied: (template: Part) => html`Kopiert: Text von „${template}“.`
    }
  },
  noCopy:
    "Der Browser erlaubt hier kein Kopieren: Drücken Sie Strg+C oder ⌘C, um den markierten Text zu kopieren.",
  address: "E-Mail-Adresse",
  find: "Suchen",
  who: "Wer ist das?",
  openAgain: "Ansicht neu öffnen",
  isOver:
    "Der Link, mit dem sie geöffnet wurde, ist schon benutzt oder abgelaufen. Schließen Sie diese Ansicht und öffnen Sie sie neu."
}
