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
    Board: "Board",
    Deals: "Deals",
    Leads: "Leads",
    Reports: "Reports",
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
  rehearsing: (name: Part) => html`<strong>${name}</strong>: a copy to try things in, which reaches nobody.`,
  hereItIs: (now: Part) => html`Here it is ${now}.`,
  itEnds: (at: Part) => html`It ends ${at}.`,
  clockAndEnd: "Clock and end",
  homeless: "You do not belong to any workspace. Ask an admin to add you, then come back.",
  suspended: "Suspended",
  isSuspended: (name: Part) => html`${name} is suspended`,
  aboutSuspended:
    "Nothing in it can be read or changed for now, and nothing is lost. Ask whoever runs this service to resume it."
}
