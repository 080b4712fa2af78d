import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number } = speech

export const findings = {
  title: "Enrichment",
  nothing: "No enrichment yet. What a qualifier finds out appears here.",
  noVerdict: "No verdict yet",
  status: "Status",
  statuses: {
    queued: "Waiting for a qualifier",
    in_progress: "A qualifier is at work",
    complete: "Complete",
    skipped: "Skipped"
  },
  scoreAsGiven: "Score as given",
  provider: "Provider",
  contact: "Contact they found",
  longValue: "This value is longer; the API returns all of it.",
  moreKeys: (count: number) => `The API returns ${number(count)} more.`,
  writeUp: "Write-up",
  notes: "Notes",
  additional: "More they found",
  apiKey: (name: Part) => html`API key ${name}`,
  app: (name: Part) => html`App ${name}`,
  history: (count: number) => `History: written ${count === 1 ? "once" : `${number(count)} times`}`,
  writtenBy: (at: Part, who: Part) => html`${at} by ${who}`,
  wrote: (keys: Part) => html`Wrote ${keys}`,
  noKeys: "nothing",
  andMore: (keys: Part, count: number) => html`${keys} and ${number(count)} more`,
  earlier: (count: number) => `The API returns the ${number(count)} earlier entries.`
}
