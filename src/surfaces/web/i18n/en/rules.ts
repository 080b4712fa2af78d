import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number } = locale

export const rules = {
  groups: {
    deals: "Deals",
    notes: "Notes",
    leads: "Leads",
    imports: "Imports",
    boards: "Boards and stages",
    templates: "Email templates",
    webhooks: "Webhooks",
    embed: "Email client",
    undo: "Undo"
  },
  verbs: { allow: "allowed", ask: "needs approval", deny: "denied" },
  andMore: (count: number) => ` and ${number(count)} more`,
  all: "everything allowed",
  allElse: (verb: Part) => html`${verb}: everything else`,
  writes: (count: number) => `at most ${number(count)} writes per hour`,
  amounts: (percent: number) => `amounts by at most ${number(percent)}% in 24 hours`,
  records: (count: number) => `at most ${number(count)} records per write`,
  title: "Rules",
  otherwise: "All other writes",
  does: "Allowed",
  asks: "Needs approval",
  mayNot: "Denied",
  perHour: "Writes per hour without approval",
  perHourCalled: "Writes per hour",
  perHourHint: "Further writes need approval. Leave empty for no limit.",
  percent: "Percent that an amount may change in 24 hours without approval",
  percentCalled: "Percent",
  percentHint: "Greater changes, and a first amount, need approval. Leave empty for no limit.",
  atOnce: "Records per write without approval",
  atOnceCalled: "Records per write",
  atOnceHint: "Larger writes need approval. Leave empty for no limit.",
  choices: { same: "Default", allow: "Allow", ask: "Require approval", deny: "Deny" },
  write: "Write",
  allOf: (group: Part) => html`All of ${group}`,
  forAdmins: "Only admins can set rules.",
  gone: "API key or connected app not found. It may have been revoked.",
  titleOf: (name: Part) => html`Rules of ${name}`,
  ofKey: (name: Part) => html`Rules of the key ${name}`,
  ofApp: (name: Part) => html`Rules of the app ${name}`,
  aboutKey: html`Writes that an agent with this key can make, and those that need approval by an admin under
    <a href="/approvals">Approvals</a>, within a day. It can never do more than its owner. Reading isn’t
    limited. Changes take effect within a second.`,
  aboutApp: html`Writes that an agent with this app can make, and those that need approval by an admin under
    <a href="/approvals">Approvals</a>, within a day. It can never do more than the person who connected it.
    Reading isn’t limited. Changes take effect within a second.`,
  limits: "Limits",
  save: "Save rules",
  back: "Back",
  areSaved: "Rules saved.",
  saved: (name: Part) => html`Rules of ${name} saved.`
}
