import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const today = {
  title: "Today",
  whose: "Whose deals",
  mine: "Mine",
  everyone: "Everyone",
  wrongWhose: html`The parameter <code>whose</code> must be <code>mine</code> or <code>everyone</code>. The
    page shows your own deals.`,
  steps: "Next steps",
  overdue: "Overdue",
  dueToday: "Due today",
  dueSoon: "Next 7 days",
  nothingDue: "Nothing due today.",
  toBoard: "Open the board",
  toInbox: "Open the inbox",
  allSteps: "All deals by next step",
  noStep: "No description",
  overdueBy: (days: number) => `${plural(days, { one: "day", other: "days" })} overdue`,
  overdueSince: (time: Part) => html`overdue since ${time}`,
  inDays: (days: number) => (days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${number(days)} days`),
  at: (day: Part, time: Part) => html`${day}, ${time}`,
  done: "Done",
  isDone: (step: Part, deal: Part) => html`Done: ${step} (${deal}).`,
  reschedule: "Reschedule",
  tomorrow: "Tomorrow",
  nextWeek: "Next Monday",
  otherDay: "Another day",
  setDay: "Set day",
  noDay: "Choose a day first.",
  isMoved: (deal: Part, day: Part) => html`${deal}: next step due ${day}.`,
  stepChanged: (deal: Part) =>
    html`The next step of ${deal} has changed in the meantime, so nothing was saved. Reload the page to see
    it.`,
  addNote: "Add note",
  of: (deal: Part) => html`: ${deal}`,
  leads: "New leads",
  noLeads: "No new leads.",
  allLeads: "All new leads",
  quiet: "Gone quiet",
  aboutQuiet: (days: number) => `No activity for ${number(days)} days or more.`,
  inStage: (stage: Part, days: Part) => html`${stage}, ${days}`,
  allQuiet: "All quiet deals",
  allApprovals: "All approvals",
  changed: "Changed in the last 24 hours",
  byWhom: (who: Part, means: Part) => html`· ${who}${means !== false && [" ", means]}`,
  andMore: (what: Part, count: number) =>
    html`${what} (${plural(count, { one: "more change", other: "more changes" })})`,
  moved: (from: Part, to: Part) => html`moved from ${from} to ${to}`,
  edited: (fields: Part) => html`changed: ${fields}`,
  noted: (text: Part) => html`note: ${text}`,
  marked: (status: Part) => html`marked as ${status}`,
  changes: {
    deal: {
      created: "created",
      updated: "edited",
      stage_changed: "moved to another stage",
      won: "won",
      dead: "lost",
      reopened: "reopened",
      deleted: "deleted",
      restored: "restored",
      email_sent: "email sent"
    },
    note: {
      created: "note added",
      updated: "note edited",
      deleted: "note deleted"
    },
    lead: {
      created: "new lead",
      updated: "details changed",
      triaged: "status changed",
      enriched: "enriched",
      promoted: "promoted to a deal",
      deleted: "deleted"
    }
  }
}
