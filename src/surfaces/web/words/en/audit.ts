import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number, plural } = speech

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
    intake: "from outside",
    admin: "at the command line",
    job: "by itself"
  },
  andMore: (count: number) => ` and ${number(count)} more`,
  others: (count: number) => `The API returns the other ${number(count)}.`,
  wasRefused: (code: Part) => html`refused: ${code}`,
  times: (count: number) => `, ${number(count)} times`,
  undoThis: "Undo…",
  undoSince: (who: Part) => html`Undo all by ${who} since then…`,
  forAdmins: "Only an admin of the workspace may see the audit log. Ask one.",
  about:
    "All changes in this workspace, newest first: who made them and how. Refused requests are listed too. Agents choose their own names.",
  noEntries: "No matching entries.",
  noneSoFar: "No matches here. There are older entries.",
  older: "Older entries",
  app: (name: Part) => html`App ${name}`,
  key: (name: Part) => html`API key ${name}`,
  undoSomeone: "Undo everything by someone…",
  undoAll: "Undo everything by",
  toOrNow: "To, or until now",
  showThat: "Preview",
  beforeSeen: (days: number) =>
    `Nothing is undone before you have seen it. What is older than ${number(days)} days can’t be undone.`,
  wholeRecord: "the whole record",
  nothingToUndo: "Nothing can be undone.",
  willBeUndone: "This will be undone",
  stays: "This stays unchanged",
  moreOlder: "There is more, older than this: undo again afterwards.",
  messages: (count: number) =>
    `${plural(count, { one: "message goes", other: "messages go" })} out to those who were told of it by webhook.`,
  undo: "Undo",
  back: "← Back",
  notYet:
    "Nothing has been undone yet. What is undone will be as if it had not happened: dates, sums, activity. What somebody changed since stays as it is.",
  cancel: "Cancel",
  nothingHere: (days: number, admin: boolean) =>
    `There is nothing here to undo. It changed nothing, is more than ${number(days)} days old${admin ? "" : ", or someone else did it, so that only they and admins can undo it"}.`,
  chooseAnother: html`Choose another time or another entry in the <a href="/settings/audit">audit log</a>.`,
  askAdmin: "Ask an admin of the workspace to undo it, or change the record by hand.",
  undone: (count: number) => (count === 1 ? "Change undone." : `${number(count)} changes are undone.`),
  notUndone: (count: number) => ` ${number(count)} could not be undone.`,
  inUtc: (label: Part) => html`${label} (UTC)`
}
