import { html, type Part } from "../../Html.ts"

export const inbox = {
  withoutView: "Posteingang",
  beside: "Entlang der Liste",
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
  aboutSuspects: html`Diese sehen nach einem Bot aus: schneller gesendet, als ein Mensch tippt, mit einem
  ausgefüllten versteckten Feld oder als Massenmail. Sie stehen in keiner anderen Liste, kein Webhook hat sie
  gemeldet, und sie bleiben hier, bis Sie sie einordnen. Wie auch immer Sie sie markieren: Danach stehen sie
  bei den anderen Leads.`,
  noMatch: "Kein Lead passt dazu",
  shorter: (address: string) =>
    html`Suchen Sie nach etwas Kürzerem, oder <a href="${address}">heben Sie die Suche auf</a>.`,
  allDone: "Alles erledigt: Kein Lead wartet",
  noLeads: "Hier sind keine Leads",
  noSuspects: "Nichts, was hereinkam, sieht nach einem Bot aus. ",
  waysIn: html`Leads kommen über die Kontaktseite eines Boards, seine E-Mail-Adresse oder die API herein. Sie
    erscheinen hier von selbst. <a href="/settings/intake">Sehen Sie sich die Eingänge an</a>, oder
    <a href="/import?kind=leads">importieren Sie welche</a>.`
}
