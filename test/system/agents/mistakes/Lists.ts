/** Lists and searches that go past what is there. */
import type { Refused, Taken } from "../Mistake.ts"

export const refused: ReadonlyArray<Refused> = [
  {
    what: "the cursor of another list",
    tool: "list_leads",
    args: async (_, agent) => ({ cursor: (await agent.call("list_deals", { limit: 1 })).nextCursor }),
    says: ["cursor"]
  },
  {
    what: "a cursor with other filters",
    tool: "list_deals",
    args: async (_, agent) => ({
      cursor: (await agent.call("list_deals", { limit: 1 })).nextCursor,
      status: "won"
    }),
    says: ["cursor", "filters"]
  },
  {
    what: "a part there is not",
    tool: "get_deal",
    args: { id: "Trial", include: ["history"] },
    says: ["include[0]", '"notes"', '"activity"']
  },
  {
    what: "a part as text",
    tool: "get_deal",
    args: { id: "Trial", include: "notes" },
    says: ['include must be an array, such as ["notes"]']
  },
  {
    what: "a search without words",
    tool: "search_deals",
    args: {},
    says: ["q is required"]
  },
  {
    what: "a cursor made up",
    tool: "list_deals",
    args: { cursor: "page2" },
    says: ["cursor", /first page|without (?:a )?cursor|nextCursor/u]
  }
]

export const taken: ReadonlyArray<Taken> = [
  {
    what: "a search among open deals for one that is won",
    as: "nothing, and how many a wider search finds",
    tool: "search_deals",
    args: { q: "finished" },
    after: async (agent, { sales }) => {
      const { id } = await agent.call("create_deal", { name: "Finished", boardId: sales })
      await agent.call("move_deal", { id, toStageId: "Won" })
    },
    holds: ({ data, hint }) => data.length === 0 && hint.includes("status all")
  },
  {
    what: "words in another order, without accents",
    as: "found",
    tool: "search_deals",
    args: { q: "LICENCE acmé" },
    holds: ({ data }) => data.length === 1
  },
  {
    what: "a label that no deal has",
    as: "nothing, and how many there are without it",
    tool: "list_deals",
    args: { label: "renewals" },
    holds: ({ data, hint }) => data.length === 0 && hint.includes("without label")
  },
  {
    what: "update_deal into Won",
    as: "the stage is corrected; the answer warns that wonAt is not set",
    tool: "update_deal",
    args: { id: "Support plan", stageId: "Won" },
    holds: ({ warnings }) => warnings[0].includes("move_deal") || warnings[0].includes("wonAt")
  },
  {
    what: "a move to the stage it is in",
    as: "nothing changes",
    tool: "move_deal",
    args: { id: "Annual licence", toStageId: "New" },
    holds: ({ createdAt, updatedAt }) => createdAt === updatedAt
  }
]
