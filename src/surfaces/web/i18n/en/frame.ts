import { html, type Part } from "../../Html.ts"

export const frame = {
  description: "Deals, leads, boards and reports of a sales team and its agents.",
  skip: "Skip to content",
  workspace: "Workspace",
  switch: "Switch",
  waiting: "waiting",
  sections: "Sections",
  account: "Account",
  signOut: "Sign out",
  rehearsal: "Rehearsal",
  section: {
    Today: "Today",
    Board: "Board",
    Deals: "Deals",
    Leads: "Leads",
    Reports: "Reports",
    Forecast: "Forecast",
    Approvals: "Approvals",
    Settings: "Settings"
  },
  tab: {
    Workspace: "Workspace",
    Templates: "Templates",
    "API keys": "API keys",
    "Connected apps": "Connected apps",
    Usage: "Usage",
    Members: "Members",
    Boards: "Boards",
    Import: "Import",
    Intake: "Intake",
    Webhooks: "Webhooks",
    "Audit log": "Audit log",
    Rehearsals: "Rehearsals"
  },
  rehearsing: (name: Part) => html`<strong>${name}</strong> is a test copy. Nothing is sent to anyone.`,
  hereItIs: (now: Part) => html`Its time is ${now}.`,
  itEnds: (at: Part) => html`It ends ${at}.`,
  clockAndEnd: "Clock and end",
  homeless: "You don’t belong to a workspace. Ask an admin to invite you.",
  suspended: "Suspended",
  isSuspended: (name: Part) => html`${name} is suspended`,
  aboutSuspended:
    "Its data can’t be read or changed, but nothing is lost. Ask the operator of this service to resume it."
}
