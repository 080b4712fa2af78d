/** Calls with a mistake that are taken as they were meant, or with a word about what came of them. */
import type { Agent } from "./Agent.ts"
import type { Grounds } from "./Grounds.ts"

interface Mistake {
  readonly what: string
  readonly tool: string
  readonly args: unknown
  /** Calls before it. */
  readonly after?: (agent: Agent) => Promise<unknown>
  /** True if the job's goal is reached. */
  readonly holds: (value: any, text: string) => boolean | Promise<boolean>
}

const twin = { name: "Twin", company: "Globex", boardId: "Sales" }
const keyed = { name: "Keyed", boardId: "Sales", idempotencyKey: "keyed" }

export const taken = ({ licence, rest, sales, support, unpriced }: Grounds): ReadonlyArray<Mistake> => [
  {
    what: "12500 cents, meant as dollars, are stored as sent; the answer says that it is $125.00",
    tool: "create_deal",
    args: { name: "Dollars", boardId: "Sales", amountCents: 12_500 },
    holds: ({ amountCents, notice }) => amountCents === 12_500 && notice.includes("$125.00")
  },
  {
    what: "a yen amount with cents added is stored as sent; the answer says that it is ¥1,250,000",
    tool: "create_deal",
    args: { name: "Yen", boardId: "Tokyo", amountCents: 1_250_000 },
    holds: ({ amountCents, notice }) => amountCents === 1_250_000 && notice.includes("¥1,250,000")
  },
  {
    what: "a goal in dollars is set as sent; the answer says that it is $1,000.00",
    tool: "set_board_goals",
    args: { boardId: "Sales", deal_value: 100_000 },
    holds: ({ notice }) => notice.includes("$1,000.00")
  },
  {
    what: "yen as text have no decimals",
    tool: "create_deal",
    args: { name: "Yen as text", boardId: "Tokyo", amount: "12500" },
    holds: ({ amountCents, currency }) => amountCents === 12_500 && currency === "JPY"
  },
  {
    what: "arguments as JSON text are read as the object in it",
    tool: "search_deals",
    args: '{"q":"acme"}',
    holds: ({ data }) => data.length === 2
  },
  {
    what: "null for what is not filtered is not sent",
    tool: "list_deals",
    args: { boardId: null, q: null, stageId: null, status: null, cursor: null },
    holds: ({ data }) => data.length > 3
  },
  {
    what: '"" for what is not filtered is not sent',
    tool: "list_deals",
    args: { boardId: "", q: "", stageId: "", ownerId: "", label: "", createdAfter: "" },
    holds: ({ data }) => data.length > 3
  },
  {
    what: 'company "" is no company, not an empty one',
    tool: "create_deal",
    args: { name: "No company", boardId: "Sales", company: "" },
    holds: ({ company }) => company === null
  },
  {
    what: "null to empty a field changes nothing; clear empties",
    tool: "update_deal",
    args: { id: "Annual licence", company: null },
    holds: ({ company }) => company === "Acme Corp"
  },
  {
    what: "emoji are kept",
    tool: "create_deal",
    args: { name: "Rollout 🚚 für Zoë", boardId: "Sales" },
    holds: async ({ id, name }) =>
      name === "Rollout 🚚 für Zoë" && (await rest("GET", `/v1/deals/${id}`)).name === name
  },
  {
    what: "a search among open deals for one that is won finds nothing, and says how many a wider one finds",
    tool: "search_deals",
    args: { q: "finished" },
    after: async (agent) => {
      const { id } = await agent.call("create_deal", { name: "Finished", boardId: sales })
      await agent.call("move_deal", { id, toStageId: "Won" })
    },
    holds: ({ data, hint }) => data.length === 0 && hint.includes("status all")
  },
  {
    what: "words in another order, without accents, are found",
    tool: "search_deals",
    args: { q: "LICENCE acmé" },
    holds: ({ data }) => data.length === 1
  },
  {
    what: "a label that no deal has finds nothing, and says how many there are without it",
    tool: "list_deals",
    args: { label: "renewals" },
    holds: ({ data, hint }) => data.length === 0 && hint.includes("without label")
  },
  {
    what: "update_deal into Won corrects the stage, and warns that wonAt is not set",
    tool: "update_deal",
    args: { id: "Support plan", stageId: "Won" },
    holds: ({ warnings }) => warnings[0].includes("move_deal") || warnings[0].includes("wonAt")
  },
  {
    what: "a move to the stage it is in changes nothing",
    tool: "move_deal",
    args: { id: "Annual licence", toStageId: "New" },
    holds: ({ createdAt, updatedAt }) => createdAt === updatedAt
  },
  {
    what: "0.1 for 10 percent is a tenth of a percent; the answer says so",
    tool: "bulk_update_deals",
    args: { ids: [licence], amountPercent: 0.1 },
    holds: ({ notice }) => notice.includes("0.1%, not 10%")
  },
  {
    what: "a raise counts deals without an amount as withoutAmount",
    tool: "bulk_update_deals",
    args: { ids: [licence, unpriced], amountPercent: 10 },
    after: (agent) => agent.call("update_deal", { id: unpriced, clear: ["amountCents"] }),
    holds: ({ updated, withoutAmount }) => updated === 1 && withoutAmount === 1
  },
  {
    what: "-100 percent is 0, which the deal then says",
    tool: "bulk_update_deals",
    args: { ids: [support], amountPercent: -100 },
    holds: async ({ updated }) =>
      updated === 1 && (await rest("GET", `/v1/deals/${support}`)).amountCents === 0
  },
  {
    what: "the same deal made twice without a key is a second deal; the answer names the first",
    tool: "create_deal",
    args: twin,
    after: (agent) => agent.call("create_deal", twin),
    holds: async ({ id, warnings }) => {
      const twins: ReadonlyArray<string> = (await rest("GET", "/v1/deals?q=twin")).data.map(
        (one: any) => one.id
      )
      return twins.length === 2 && warnings[0].includes(twins.find((one) => one !== id))
    }
  },
  {
    what: "the same call again with its key gets the first answer; a text beside it says so",
    tool: "create_deal",
    args: keyed,
    after: (agent) => agent.call("create_deal", keyed),
    holds: async (_, text) =>
      text.includes("This idempotencyKey was sent before") &&
      (await rest("GET", "/v1/deals?q=keyed")).data.length === 1
  },
  {
    what: "a lead promoted twice is the deal that it became the first time",
    tool: "promote_lead",
    args: { id: "Hal Iwo" },
    after: async (agent) => {
      await agent.call("create_lead", { firstName: "Hal", lastName: "Iwo" })
      await agent.call("promote_lead", { id: "Hal Iwo", dealName: "First" })
    },
    holds: async ({ dealId }) =>
      (await rest("GET", `/v1/deals/${dealId}`)).name === "First" &&
      (await rest("GET", "/v1/deals?q=Hal")).data.length === 0
  },
  {
    what: "a common key misspelt is kept as the agent's own; the answer asks whether verdict was meant",
    tool: "patch_lead_enrichment",
    args: { id: "Mia Chen", enrichment: { verdit: "Good" } },
    holds: ({ notice }) => notice.includes("verdict")
  }
]
