/** Names and ids of something else, of several, or of nothing. */
import type { Refused } from "../Mistake.ts"

const never = "01997f2e-6b1c-7d7a-9d0c-0a1b2c3d4e5f"

export const refused: ReadonlyArray<Refused> = [
  {
    what: "a stage of another board",
    tool: "move_deal",
    args: { id: "Annual licence", toStageId: "Pilot" },
    says: ["the board Partners has one", "Proposal (stg_"]
  },
  {
    what: "the id of another board's stage",
    tool: "move_deal",
    args: ({ licence, pilot }) => ({ id: licence, toStageId: pilot }),
    says: ["Its stages are", "Proposal (stg_"]
  },
  {
    what: "a stage misspelt",
    tool: "move_deal",
    args: { id: "Annual licence", toStageId: "Propsal" },
    says: ["Did you mean Proposal?"]
  },
  {
    what: "Closed Won",
    tool: "move_deal",
    args: { id: "Annual licence", toStageId: "Closed Won" },
    says: ["Did you mean Won?"]
  },
  {
    what: "no board, of three",
    tool: "create_deal",
    args: { name: "Trackers" },
    says: ["boardId is required", "Sales in USD (", "Tokyo in JPY ("]
  },
  {
    what: "a board misspelt",
    tool: "list_deals",
    args: { boardId: "Patners" },
    says: ["Did you mean Partners?"]
  },
  {
    what: "an owner by a first name that two have",
    tool: "list_deals",
    args: { ownerId: "Ada" },
    says: ["Ada Park <", "Ada Moss <"]
  },
  {
    what: "an owner of a name that two have",
    tool: "update_deal",
    args: { id: "Trial", ownerId: "Ben Ito" },
    says: ["2 members are called Ben Ito", "email"]
  },
  {
    what: "an owner who is no member",
    tool: "update_deal",
    args: { id: "Trial", ownerId: "nobody@test.example" },
    says: ["The members are", "Ada Park <"]
  },
  {
    what: "a company with two deals",
    tool: "get_deal",
    args: { id: "Acme Corp" },
    says: ["2 deals match Acme Corp", "Annual licence", "Support plan"]
  },
  {
    what: "a deal nobody knows",
    tool: "get_deal",
    args: { id: "Zeppelin" },
    says: ["Zeppelin", "search_deals"]
  },
  {
    what: "an id that never was",
    tool: "get_deal",
    args: { id: never },
    says: [never, "search_deals"]
  },
  {
    what: "half an id",
    tool: "get_deal",
    args: ({ licence }) => ({ id: licence.slice(0, 13) }),
    says: ["search_deals"]
  },
  {
    what: "a deal that was deleted",
    tool: "update_deal",
    args: ({ deleted }) => ({ id: deleted, name: "Back" }),
    says: ["was deleted", "restore it until"]
  },
  {
    what: "a lead's id for a deal",
    tool: "get_deal",
    args: ({ lead }) => ({ id: lead }),
    says: ["is a lead, not a deal", "get_lead"]
  },
  {
    what: "a deal's id for a lead",
    tool: "triage_lead",
    args: ({ licence }) => ({ id: licence, triageStatus: "contacted" }),
    says: ["is a deal, not a lead", "get_deal"]
  },
  { what: "a tool in another style", tool: "listDeals", args: {}, says: ["did you mean list_deals?"] },
  {
    what: "a tool there is not",
    tool: "delete_deal",
    args: ({ licence }) => ({ id: licence }),
    says: [/tools\/list|did you mean/u]
  }
]
