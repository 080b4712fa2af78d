/** Templates and webhooks. */
import type { Refused } from "../Mistake.ts"

const hook = (url: string, events: ReadonlyArray<string> = ["deal.won"]) => ({
  boardId: "Sales",
  url,
  events
})

export const refused: ReadonlyArray<Refused> = [
  {
    what: "a template by a wrong name",
    tool: "render_template",
    args: ({ licence }) => ({ id: "Folow-up", dealId: licence }),
    says: ["Did you mean Follow-up?", "The templates are"]
  },
  {
    what: "a template for a deal and a lead",
    tool: "render_template",
    args: ({ lead, licence }) => ({ id: "Follow-up", dealId: licence, leadId: lead }),
    says: ["dealId or leadId, not both"]
  },
  {
    what: "a webhook over http",
    tool: "create_webhook",
    args: hook("http://hooks.example/x"),
    says: ["url", "https"]
  },
  {
    what: "a webhook to this machine",
    tool: "create_webhook",
    args: hook("https://127.0.0.1/hook"),
    says: ["url", "public"]
  },
  {
    what: "an event there is not",
    tool: "create_webhook",
    args: hook("https://hooks.slack.com/services/T0/B0/x", ["deal.lost"]),
    says: ["events[0]", '"deal.stage_changed"']
  },
  {
    what: "a goal in decimals",
    tool: "set_board_goals",
    args: { boardId: "Sales", deal_value: "1000.00" },
    says: ["deal_value", "integer"]
  },
  {
    what: "contacts by a name",
    tool: "match_contact",
    args: { email: "Mia Chen" },
    says: ["email", "email address"]
  }
]
