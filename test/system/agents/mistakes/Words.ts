/** Words and dates that a list does not have, or has in another form. */
import type { Refused } from "../Mistake.ts"

const asDate = ["createdAfter", "2026-05-01", "2026-05-01T09:30:00Z"]

export const refused: ReadonlyArray<Refused> = [
  {
    what: "a word in the wrong case",
    tool: "list_deals",
    args: { status: "Open" },
    says: ['"open"', "did you mean open?"]
  },
  {
    what: "a status there is not",
    tool: "list_deals",
    args: { status: "closed" },
    says: ['"won"', '"dead"', '"all"']
  },
  { what: "an order in words", tool: "list_deals", args: { sort: "amount desc" }, says: ['"-amount"'] },
  {
    what: "an inbox of unread leads",
    tool: "list_leads",
    args: { triageStatus: "unread" },
    says: ['"new"', '"contacted"']
  },
  { what: "New for new", tool: "list_leads", args: { triageStatus: "New" }, says: ["did you mean new?"] },
  {
    what: "triage to spam",
    tool: "triage_lead",
    args: { id: "Mia Chen", triageStatus: "spam" },
    says: ["did you mean junk?"]
  },
  {
    what: "triage to qualified",
    tool: "triage_lead",
    args: { id: "Mia Chen", triageStatus: "qualified" },
    says: ['"contacted"', "promote_lead"]
  },
  {
    what: "triage to promoted",
    tool: "triage_lead",
    args: { id: "Mia Chen", triageStatus: "promoted" },
    says: ["promote_lead"]
  },
  {
    what: "Contacted for contacted",
    tool: "triage_lead",
    args: { id: "Mia Chen", triageStatus: "Contacted" },
    says: ["did you mean contacted?"]
  },
  {
    what: "a report by its title",
    tool: "export_report_image",
    args: { report: "this month" },
    says: ["did you mean this_month?"]
  },
  { what: "yesterday", tool: "list_deals", args: { createdAfter: "yesterday" }, says: asDate },
  { what: "next Friday", tool: "list_leads", args: { createdAfter: "next Friday" }, says: asDate },
  { what: "a month 13", tool: "list_deals", args: { createdAfter: "2026-13-01" }, says: asDate },
  { what: "month, day, year", tool: "list_deals", args: { createdAfter: "05/01/2026" }, says: asDate },
  { what: "seconds since 1970", tool: "list_deals", args: { createdAfter: 1_767_225_600 }, says: asDate },
  {
    what: "a time without its offset",
    tool: "list_deals",
    args: { createdAfter: "2026-05-01 09:30" },
    says: asDate
  },
  {
    what: "30 days in words",
    tool: "list_deals",
    args: { quietDays: "30 days" },
    says: ["quietDays", "integer"]
  },
  { what: "500 rows", tool: "list_deals", args: { limit: 500 }, says: ["limit", "100"] }
]
