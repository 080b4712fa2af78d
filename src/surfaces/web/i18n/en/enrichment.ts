import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const enrichment = {
  title: "Enrichment",
  nothing: "No enrichment yet. Findings of an agent appear here.",
  noVerdict: "Not qualified yet",
  status: "Status",
  statuses: {
    queued: "Waiting for an agent",
    in_progress: "In progress",
    complete: "Complete",
    skipped: "Skipped"
  },
  scoreAsGiven: "Score as given",
  provider: "Provider",
  contact: "Contact found",
  longValue: "This value is longer; the API returns all of it.",
  moreKeys: (count: number) => `The API returns ${number(count)} more.`,
  writeUp: "Write-up",
  notes: "Notes",
  additional: "More findings",
  apiKey: (name: Part) => html`API key ${name}`,
  app: (name: Part) => html`App ${name}`,
  history: (count: number) => `History: ${plural(count, { one: "update", other: "updates" })}`,
  writtenBy: (at: Part, who: Part) => html`${at} by ${who}`,
  wrote: (keys: Part) => html`Updated ${keys}`,
  noKeys: "nothing",
  andMore: (keys: Part, count: number) => html`${keys} and ${number(count)} more`,
  earlier: (count: number) => `The API returns the ${number(count)} earlier entries.`
}
