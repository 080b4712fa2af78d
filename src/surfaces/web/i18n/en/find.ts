import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { plural } = locale

export const find = {
  find: "Find",
  title: "Find",
  label: "Find deals, leads, contacts and settings",
  placeholder: "Deals, leads, contacts, settings",
  deals: "Deals",
  leads: "Leads",
  contacts: "Contacts",
  boards: "Boards",
  pages: "Go to",
  nothing: (q: Part) => html`No results for “${q}”. Try fewer words, or only the beginning of one.`,
  unread: "Search for at most 10 words, of 120 characters together.",
  more: "There are more results. Add a word to narrow them down.",
  count: (count: number) => plural(count, { one: "result", other: "results" }),
  people: "People",
  theirDeals: "their open deals",
  ofDeals: (count: number) => plural(count, { one: "deal", other: "deals" }),
  ofLeads: (count: number) => plural(count, { one: "lead", other: "leads" }),
  newDeal: "New deal",
  help: html`<kbd>↑</kbd> <kbd>↓</kbd> to choose, <kbd>Enter</kbd> to open, <kbd>Esc</kbd> to close`,
  /** Synonyms by which people search for a page. */
  also: {
    Workspace: "name plan limits caps",
    Templates: "email text mail merge",
    "API keys": "token secret MCP agent connect curl",
    "Connected apps": "OAuth Claude ChatGPT access",
    Usage: "limits rate requests",
    Members: "people team invite invitation users roles",
    Boards: "stages pipeline goals currency",
    Import: "CSV Excel file upload",
    Intake: "contact form email leads website",
    Webhooks: "events deliveries log Slack",
    "Audit log": "history changes undo who",
    Rehearsals: "copy try test"
  }
}
