import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number } = speech

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
    undo: "Undoing"
  },
  verbs: { allow: "by itself", ask: "asks first", deny: "refused" },
  andMore: (count: number) => ` and ${number(count)} more`,
  all: "does everything by itself",
  allElse: (verb: Part) => html`${verb}: all else`,
  writes: (count: number) => `at most ${number(count)} writes an hour`,
  amounts: (percent: number) => `amounts by at most ${number(percent)} % in 24 hours`,
  records: (count: number) => `at most ${number(count)} records at once`,
  title: "Rules",
  otherwise: "All that is not set below",
  does: "It does by itself",
  asks: "It asks me first",
  mayNot: "It may not do",
  perHour: "Writes within an hour that it makes by itself",
  perHourCalled: "Writes within an hour",
  perHourHint: "For each one more it asks me first. Empty: as many as it likes.",
  percent: "Percent that it changes an amount by itself within 24 hours",
  percentCalled: "Percent",
  percentHint: "For a greater change, and for a first amount, it asks me first. Empty: any.",
  atOnce: "Records that it changes at once by itself",
  atOnceCalled: "Records at once",
  atOnceHint: "For more it asks me first. Empty: any number.",
  choices: { same: "As above", allow: "By itself", ask: "Ask me first", deny: "Never" },
  write: "Write",
  allOf: (group: Part) => html`All of ${group}`,
  forAdmins: "Only an admin of the workspace may set rules. Ask one.",
  gone: "There is no such API key or connected app. It may have been revoked.",
  titleOf: (name: Part) => html`Rules of ${name}`,
  ofKey: (name: Part) => html`Rules of the key ${name}`,
  ofApp: (name: Part) => html`Rules of the app ${name}`,
  aboutKey: html`What an agent with this key may change by itself, and what waits for you or another admin
    under <a href="/approvals">Approvals</a>, for a day at most. It may never do more than its owner. Reading
    is not limited here. Changes hold within a second.`,
  aboutApp: html`What an agent with this app may change by itself, and what waits for you or another admin
    under <a href="/approvals">Approvals</a>, for a day at most. It may never do more than the person who
    connected it. Reading is not limited here. Changes hold within a second.`,
  limits: "Limits",
  save: "Save rules",
  back: "Back",
  areSaved: "Rules saved.",
  saved: (name: Part) => html`The rules of ${name} are saved.`
}
