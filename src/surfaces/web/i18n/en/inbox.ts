import { html, type Part } from "../../Html.ts"

export const inbox = {
  withoutView: "Inbox",
  beside: "Along the list",
  previous: "Previous lead",
  next: "Next lead",
  all: "All leads",
  back: "Back to the list",
  marked: (lead: Part, status: Part) => html`${lead} is marked as ${status}.`,
  last: (lead: Part, status: Part) =>
    html`${lead} is marked as ${status}. That was the last lead in this list.`,
  keys: "Keys:",
  toNext: "next",
  toPrevious: "previous",
  byStatus: "Leads by status",
  active: "Active",
  allViews: "All",
  title: "Leads",
  titleOf: (view: Part) => html`Leads: ${view}`,
  import: "Import",
  searchLabel: "Name, company, email or website",
  order: "Order",
  orders: { newest: "Newest first", score: "Best score first" },
  allBoards: "All boards",
  show: "Show",
  focusOn: (first: string) => html`With the focus on <a href="#open-${first}">a lead</a>:`,
  opens: "opens",
  undoes: html`<kbd>Ctrl</kbd> <kbd>Z</kbd> undoes`,
  aboutSuspects: html`Suspected spam: sent faster than a person types, with a hidden field filled in, or as
  bulk mail. Suspects don’t appear in other lists and fire no webhooks until you triage them.`,
  noMatch: "No leads match",
  shorter: (address: string) => html`Try a shorter search, or <a href="${address}">clear the search</a>.`,
  allDone: "All done: no leads to triage",
  noLeads: "No leads here",
  noSuspects: "No suspected spam. ",
  waysIn: html`Leads come in by a board’s contact page, its email address, or the API, and appear here
    automatically. <a href="/settings/intake">Set up intake</a>, or
    <a href="/import?kind=leads">import leads</a>.`
}
