import { html, type Part } from "../../Html.ts"

export const inbox = {
  withoutView: "Posteingang",
  beside: "Leads in der Liste",
  previous: "Voriger Lead",
  next: "Nächster Lead",
  all: "Alle Leads",
  back: "Zurück zur Liste",
  marked: (lead: Part, status: Part) => html`${lead} ist als „${status}“ markiert.`,
  last: (lead: Part, status: Part) =>
    html`${lead} ist als „${status}“ markiert. Das war der letzte Lead dieser Liste.`,
  keys: "Tasten:",
  toNext: "weiter",
  toPrevious: "zurück",
  byStatus: "Leads nach Status",
  active: "Aktiv",
  allViews: "Alle",
  title: "Leads",
  titleOf: (view: Part) => html`Leads: ${view}`,
  import: "Importieren",
  searchLabel: "Name, Unternehmen, E-Mail oder Website",
  order: "Reihenfolge",
  orders: { newest: "Neueste zuerst", score: "Beste Bewertung zuerst" },
  allBoards: "Alle Boards",
  show: "Anzeigen",
  focusOn: (first: string) => html`Mit dem Fokus auf <a href="#open-${first}">einem Lead</a>:`,
  opens: "öffnet",
  undoes: html`<kbd>Strg</kbd> <kbd>Z</kbd> macht rückgängig`,
  aboutSuspects: html`Diese Leads stammen vermutlich von einem Bot: schneller gesendet, als ein Mensch tippt,
  mit einem ausgefüllten versteckten Feld oder als Massenmail. Sie stehen in keiner anderen Liste und lösen
  keine Webhooks aus. Sobald Sie einen einordnen, steht er bei den anderen Leads.`,
  noMatch: "Keine passenden Leads",
  shorter: (address: string) =>
    html`Verkürzen Sie die Suche, oder <a href="${address}">setzen Sie sie zurück</a>.`,
  allDone: "Keine neuen Leads",
  noLeads: "Keine Leads",
  noSuspects: "Keine verdächtigen Leads. ",
  waysIn: html`Leads kommen über die Kontaktseite eines Boards, seine E-Mail-Adresse oder die API.
    <a href="/settings/intake">Richten Sie den Eingang ein</a>, oder
    <a href="/import?kind=leads">importieren Sie Leads</a>.`
}
