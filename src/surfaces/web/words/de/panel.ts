import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { plural } = speech

const dealsAndLeads = (deals: number, leads: number) =>
  `${plural(deals, { one: "Deal", other: "Deals" })} und ${plural(leads, { one: "Lead", other: "Leads" })}`

export const panel = {
  unscoped: "Das Token, mit dem diese Ansicht geöffnet wurde, darf Deals und Leads nicht lesen.",
  noEmail: "Das ist keine E-Mail-Adresse.",
  newTab: " (neuer Tab)",
  stage: "Phase",
  status: "Status",
  noAmount: "nicht angegeben",
  withEmail: (deals: number, leads: number, email: Part) =>
    html`${dealsAndLeads(deals, leads)} mit ${email}.`,
  atDomain: (deals: number, leads: number, email: Part, domain: Part) =>
    html`Niemand hat die Adresse ${email}, aber bei ${domain} gibt es ${dealsAndLeads(deals, leads)}.`,
  none: (email: Part) => html`Zu ${email} gibt es keinen Deal und keinen Lead.`,
  noneOf: (email: Part, domain: Part) =>
    html`Weder zu ${email} noch zu ${domain} gibt es einen Deal oder Lead.`,
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
