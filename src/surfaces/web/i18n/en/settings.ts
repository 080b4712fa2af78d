import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const settings = {
  group: { workspace: "Workspace", selling: "Selling", connections: "Connections" },
  title: "Workspace",
  name: "Name",
  timeZone: "Time zone",
  aboutZone: "Reports use this time zone for months, weeks and days.",
  aboutLostReasons: "Offered where a deal is marked as lost.",
  save: "Save",
  saved: "Workspace saved.",
  plan: "Plan",
  plans: { free: "Free", standard: "Standard" },
  role: "Your role",
  used: "Usage",
  of: (count: number, cap: number) => `${number(count)} of ${number(cap)}`,
  noCap: (count: number) => number(count),
  boards: "Boards",
  openDeals: "Open deals",
  members: "Members",
  keys: "API keys",
  templates: "Email templates",
  requests: "Requests in the last minute",
  operator: "The operator can change the plan with “npm run admin -- workspace”.",
  resend: "Invite again",
  holds: (count: number) => plural(count, { one: "deal", other: "deals" }),
  holdsDeals: (stage: Part, count: number) =>
    html`${stage} is removed. It has ${plural(count, { one: "deal", other: "deals" })}: choose below where
    they go.`
}
