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
    html`${lead} is marked as ${status}. That was the last lead of this list.`,
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
  aboutSuspects: html`These look like a bot's: sent faster than a person types, with a hidden field filled in,
  or as bulk mail. They are in no other list, no webhook was sent for them, and they stay here until you
  triage them. However you mark them, they join the other leads.`,
  noMatch: "No leads match",
  shorter: (address: string) => html`Try a shorter search, or <a href="${address}">clear the search</a>.`,
  allDone: "All done: no leads to triage",
  noLeads: "No leads here",
  noSuspects: "Nothing that came in looks like a bot's. ",
  waysIn: html`Leads come in by a board's contact page, its email address, or the API. They show up here by
    themselves. <a href="/settings/intake">See the ways in</a>, or
    <a href="/import?kind=leads">import some</a>.`
}
