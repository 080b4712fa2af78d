import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number } = speech

export const approvals = {
  statuses: {
    pending: "waits",
    done: "done",
    declined: "declined",
    expired: "expired",
    stale: "not done: data changed",
    failed: "not done: refused"
  },
  open: { deal: "Open the deal", lead: "Open the lead" },
  justNow: "just now",
  ago: (age: Part) => html`${age} ago`,
  waitsUntil: (left: Part, until: Part) => html` · waits another ${left}, until ${until}`,
  moreOfThese: (count: number) => `${number(count)} more of these`,
  readAll: "Read the full text",
  knownOnce: (what: Part) => html`Known only once it is done: ${what}`,
  declined: "Declined",
  approved: "Approved",
  by: (who: Part) => html` by ${who}`,
  quoted: (text: Part) => html`: “${text}”`,
  whatChanged: "Changes made",
  requests: "Requests",
  waiting: "Waiting",
  lately: "Last 30 days",
  title: "Approvals",
  forAdmin: html`What agents may not do by themselves waits here for an admin. What they have to ask for is
    set at each <a href="/settings/keys">API key</a> and <a href="/settings/apps">connected app</a>.`,
  forOthers: "Requests from your own agents. An admin of the workspace decides.",
  nothingAsked: "No requests yet.",
  nothingWaits: "No pending approvals.",
  older: "Older requests",
  approval: "Approval",
  reasonOptional: "Reason (optional)",
  reason: "Reason",
  agentReads: "The agent sees it.",
  declineAlike: "Also decline all similar requests",
  alikeOfApp: (kind: Part, name: Part) =>
    html`Every other write of this kind (${kind}) that the app ${name} waits for is approved with this one, at
    most 100. Each is done only if nothing it was based on has changed.`,
  alikeOfKey: (kind: Part, name: Part) =>
    html`Every other write of this kind (${kind}) that the key ${name} waits for is approved with this one, at
    most 100. Each is done only if nothing it was based on has changed.`,
  approve: "Approve",
  declineOpen: "Decline …",
  decline: "Decline",
  alikeOpen: "Approve all similar…",
  approveAlike: "Approve all similar",
  moreWait: (count: number) => `${number(count)} more like it wait.`,
  areDeclined: (count: number) =>
    `${count === 1 ? "It is" : `${number(count)} writes are`} declined: nothing was changed.`,
  someDone: (done: number, all: number) => `${number(done)} of ${number(all)} are done.`,
  someNot: (count: number) => `${number(count)} could not be: each says why.`,
  isDone: (what: Part) => html`Done: ${what}`,
  notDone: "Approved, but not executed. See the reason below."
}
