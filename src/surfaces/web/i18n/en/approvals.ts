import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number } = locale

export const approvals = {
  statuses: {
    pending: "pending",
    done: "done",
    declined: "declined",
    expired: "expired",
    stale: "not executed: data changed",
    failed: "failed"
  },
  open: { deal: "Open the deal", lead: "Open the lead" },
  justNow: "just now",
  ago: (age: Part) => html`${age} ago`,
  waitsUntil: (left: Part, until: Part) => html` · expires in ${left}, ${until}`,
  moreOfThese: (count: number) => `${number(count)} more of these`,
  readAll: "Read the full text",
  knownOnce: (what: Part) => html`Known only after approval: ${what}`,
  declined: "Declined",
  approved: "Approved",
  by: (who: Part) => html` by ${who}`,
  quoted: (text: Part) => html`: “${text}”`,
  whatChanged: "Changes made",
  requests: "Requests",
  waiting: "Waiting",
  lately: "Last 30 days",
  title: "Approvals",
  forAdmin: html`Writes of agents that need an admin’s approval appear here. Choose which writes need approval
    for each <a href="/settings/keys">API key</a> and <a href="/settings/apps">connected app</a>.`,
  forOthers: "Requests from your own agents. An admin of the workspace decides.",
  nothingAsked: "No requests yet.",
  nothingWaits: "No pending approvals.",
  older: "Older requests",
  approval: "Approval",
  reasonOptional: "Reason (optional)",
  reason: "Reason",
  agentReads: "The agent can read it.",
  declineAlike: "Also decline all similar requests",
  alikeOfApp: (kind: Part, name: Part) =>
    html`Also approves all other pending writes of this kind (${kind}) by the app ${name}, up to 100. Each is
    executed only if the data it was based on hasn’t changed.`,
  alikeOfKey: (kind: Part, name: Part) =>
    html`Also approves all other pending writes of this kind (${kind}) by the key ${name}, up to 100. Each is
    executed only if the data it was based on hasn’t changed.`,
  approve: "Approve",
  declineOpen: "Decline …",
  decline: "Decline",
  alikeOpen: "Approve all similar…",
  approveAlike: "Approve all similar",
  moreWait: (count: number) => `${number(count)} similar pending.`,
  areDeclined: (count: number) =>
    `${count === 1 ? "Write declined" : `${number(count)} writes declined`}. Nothing was changed.`,
  someDone: (done: number, all: number) => `${number(done)} of ${number(all)} executed.`,
  someNot: (count: number) => `${number(count)} failed. See the reason for each.`,
  isDone: (what: Part) => html`Done: ${what}`,
  notDone: "Approved, but not executed. See the reason below."
}
