/** Fields under other names, in other places, of other types. */
import type { Refused, Taken } from "../Mistake.ts"

export const refused: ReadonlyArray<Refused> = [
  {
    what: "title for name",
    tool: "create_deal",
    args: { title: "Trackers", boardId: "Sales" },
    says: ["title", "did you mean name?"]
  },
  {
    what: "value for amount",
    tool: "create_deal",
    args: { name: "Trackers", boardId: "Sales", value: "12500" },
    says: ["value", "did you mean amount?"]
  },
  {
    what: "stage for toStageId",
    tool: "move_deal",
    args: { id: "Annual licence", stage: "Won" },
    says: ["did you mean toStageId?"]
  },
  {
    what: "stage for stageId",
    tool: "create_deal",
    args: { name: "Trackers", boardId: "Sales", stage: "New" },
    says: ["did you mean stageId?"]
  },
  {
    what: "owner for ownerId",
    tool: "update_deal",
    args: { id: "Trial", owner: "me" },
    says: ["did you mean ownerId?"]
  },
  {
    what: "score beside enrichment",
    tool: "patch_lead_enrichment",
    args: { id: "Mia Chen", score: 85 },
    says: ["score", "inside enrichment"]
  },
  {
    what: "email of a new lead",
    tool: "create_lead",
    args: { email: "a@b.example" },
    says: ["did you mean workEmail?"]
  },
  {
    what: "name of a new lead",
    tool: "create_lead",
    args: { name: "Mia Chen", workEmail: "a@b.example" },
    says: ["did you mean firstName and lastName?"]
  },
  {
    what: "company of a new lead",
    tool: "create_lead",
    args: { company: "Globex" },
    says: ["did you mean companyName?"]
  },
  {
    what: "contact as an object",
    tool: "create_deal",
    args: { name: "Trackers", boardId: "Sales", primaryContact: { name: "Mia" } },
    says: ["primaryContactName"]
  },
  {
    what: "text of a note",
    tool: "add_note",
    args: { id: "Annual licence", text: "Called" },
    says: ["did you mean contentText?"]
  },
  { what: "query of a search", tool: "search_deals", args: { query: "acme" }, says: ["did you mean q?"] },
  {
    what: "deal_id for id",
    tool: "get_deal",
    args: ({ licence }) => ({ deal_id: licence }),
    says: ["did you mean id?"]
  },
  {
    what: "names with underscores",
    tool: "list_deals",
    args: { board_id: "Sales" },
    says: ["did you mean boardId?"]
  },
  {
    what: "a filter there is not",
    tool: "list_deals",
    args: { priority: "high" },
    says: ["priority", "Its parameters:", "quietDays"]
  },
  {
    what: "since for createdAfter",
    tool: "list_leads",
    args: { since: "2026-05-01" },
    says: ["did you mean createdAfter?"]
  },
  { what: "no id", tool: "get_deal", args: {}, says: ["id is required"] },
  {
    what: "arguments as JSON text of no object",
    tool: "list_deals",
    args: "[1]",
    says: ["arguments", "an object"]
  },
  {
    what: "labels as one text",
    tool: "update_deal",
    args: { id: "Trial", labels: "a, b" },
    says: ["labels", "an array", '["a", "b"]']
  },
  {
    what: "enrichment as text",
    tool: "patch_lead_enrichment",
    args: { id: "Mia Chen", enrichment: "score: 85" },
    says: ["enrichment", "an object"]
  },
  {
    what: "a name of 300 letters",
    tool: "update_deal",
    args: { id: "Trial", name: "x".repeat(300) },
    says: ["name", "200"]
  },
  {
    what: "a field both sent and cleared",
    tool: "update_deal",
    args: { id: "Trial", company: "X", clear: ["company"] },
    says: ["clear", "company"]
  },
  {
    what: "a field to clear in another case",
    tool: "update_deal",
    args: { id: "Trial", clear: ["Company"] },
    says: ["did you mean company?"]
  }
]

export const taken: ReadonlyArray<Taken> = [
  {
    what: "arguments as JSON text",
    as: "read as the object in it",
    tool: "search_deals",
    args: '{"q":"acme"}',
    holds: ({ data }) => data.length === 2
  },
  {
    what: "null for what is not filtered",
    as: "not sent",
    tool: "list_deals",
    args: { boardId: null, q: null, stageId: null, status: null, cursor: null },
    holds: ({ data }) => data.length > 3
  },
  {
    what: '"" for what is not filtered',
    as: "not sent",
    tool: "list_deals",
    args: { boardId: "", q: "", stageId: "", ownerId: "", label: "", createdAfter: "" },
    holds: ({ data }) => data.length > 3
  },
  {
    what: 'company ""',
    as: "no company, not an empty one",
    tool: "create_deal",
    args: { name: "No company", boardId: "Sales", company: "" },
    holds: ({ company }) => company === null
  },
  {
    what: "null to empty a field",
    as: "nothing changes; clear empties",
    tool: "update_deal",
    args: { id: "Annual licence", company: null },
    holds: ({ company }) => company === "Acme Corp"
  },
  {
    what: "emoji",
    as: "kept",
    tool: "create_deal",
    args: { name: "Rollout 🚚 für Zoë", boardId: "Sales" },
    holds: async ({ id, name }, { rest }) =>
      name === "Rollout 🚚 für Zoë" && (await rest("GET", `/v1/deals/${id}`)).name === name
  }
]
