import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number, plural } = speech

export const settings = {
  group: { workspace: "Workspace", selling: "Selling", connections: "Connections" },
  title: "Workspace",
  name: "Name",
  timeZone: "Time zone",
  aboutZone: "Months, weeks and days of reports begin at midnight there. What is kept stays as it is.",
  aboutLostReasons: "Offered where a deal is marked as lost.",
  save: "Save",
  saved: "Workspace saved.",
  plan: "Plan",
  plans: { free: "Free", standard: "Standard" },
  role: "Your role",
  used: "What is used",
  of: (count: number, cap: number) => `${number(count)} of ${number(cap)}`,
  noCap: (count: number) => number(count),
  boards: "Boards",
  openDeals: "Open deals",
  members: "Members",
  keys: "API keys",
  templates: "Email templates",
  requests: "Requests in the last minute",
  operator: "Whoever runs this service changes the plan, by the command “npm run admin -- workspace”.",
  resend: "Invite again",
  holds: (count: number) => plural(count, { one: "deal", other: "deals" }),
  holdsDeals: (stage: Part, count: number) =>
    html`${stage} is removed. It holds ${plural(count, { one: "deal", other: "deals" })}: choose below where
    they go.`
}
