import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const audit = {
  everything: "Everything",
  done: "Changes",
  refused: "Refused requests",
  target: "Record ID",
  actor: "Person, key, app or job",
  agent: "Agent",
  operation: "Operation",
  request: "Request",
  from: "From",
  before: "Before",
  outcome: "Outcome",
  show: "Show",
  surfaces: {
    rest: "over the API",
    mcp: "over MCP",
    rpc: "over RPC",
    pages: "on a page",
    intake: "by intake",
    admin: "on the command line",
    job: "automatically"
  },
  andMore: (count: number) => ` and ${number(count)} more`,
  others: (count: number) => `The API returns the other ${number(count)}.`,
  wasRefused: (code: Part) => html`refused: ${code}`,
  times: (count: number) => `, ${number(count)} times`,
  undoThis: "Undo…",
  undoSince: (who: Part) => html`Undo all by ${who} since then…`,
  forAdmins: "Only admins can see the audit log.",
  about:
    "All changes in this workspace and all refused requests, newest first. Agents choose their own names.",
  noEntries: "No matching entries.",
  noneSoFar: "No matches here. There are older entries.",
  older: "Older entries",
  app: (name: Part) => html`App ${name}`,
  key: (name: Part) => html`API key ${name}`,
  undoSomeone: "Undo everything by someone…",
  undoAll: "Undo everything by",
  toOrNow: "To (optional)",
  showThat: "Preview",
  beforeSeen: (days: number) =>
    `You see a preview first. Changes older than ${number(days)} days can’t be undone.`,
  wholeRecord: "the whole record",
  nothingToUndo: "Nothing can be undone.",
  willBeUndone: "This will be undone",
  stays: "This stays unchanged",
  moreOlder: "There are older changes. Undo again to include them.",
  messages: (count: number) =>
    `${plural(count, { one: "webhook message", other: "webhook messages" })} will be sent to subscribers that received the change.`,
  undo: "Undo",
  back: "← Back",
  notYet:
    "Nothing has been undone yet. Undo restores dates, sums and activity. Records changed since then stay as they are.",
  cancel: "Cancel",
  nothingHere: (days: number, admin: boolean) =>
    `Nothing to undo. It changed nothing, is older than ${number(days)} days${admin ? "" : ", or was done by someone else: only they and admins can undo it"}.`,
  chooseAnother: html`Choose another time or another entry in the <a href="/settings/audit">audit log</a>.`,
  askAdmin: "Ask an admin of the workspace to undo it, or change the record by hand.",
  undone: (count: number) => (count === 1 ? "Change undone." : `${number(count)} changes undone.`),
  notUndone: (count: number) => ` ${number(count)} could not be undone.`,
  inUtc: (label: Part) => html`${label} (UTC)`
}
