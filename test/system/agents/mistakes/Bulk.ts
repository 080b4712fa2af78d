/** Many records at once, and the same thing twice. */
import type { Refused, Taken } from "../Mistake.ts"

const ids = (count: number) =>
  Array.from({ length: count }, (_, n) => `01997f2e-6b1c-7d7a-9d0c-${String(n).padStart(12, "0")}`)

export const refused: ReadonlyArray<Refused> = [
  {
    what: "a key of another call",
    tool: "update_deal",
    args: async (_, agent) => {
      await agent.call("update_deal", { id: "Trial", name: "Trial", idempotencyKey: "of another" })
      return { id: "Trial", name: "Other", idempotencyKey: "of another" }
    },
    says: ["idempotency key", "fresh key"]
  },
  {
    what: "from a larger amount to a smaller",
    tool: "list_deals",
    args: { amountMin: 500, amountMax: 100 },
    says: ["amountMin", "amountMax"]
  },
  {
    what: "a time that ends before it begins",
    tool: "list_deals",
    args: { createdAfter: "2026-05-01", createdBefore: "2026-04-01" },
    says: ["createdAfter", "createdBefore"]
  },
  {
    what: "201 ids",
    tool: "bulk_update_deals",
    args: { ids: ids(201), amountPercent: 10 },
    says: ["ids", "200"]
  },
  {
    what: "no ids",
    tool: "bulk_update_deals",
    args: { ids: [], amountPercent: 10 },
    says: ["ids", "at least 1"]
  },
  {
    what: "an id twice",
    tool: "bulk_update_deals",
    args: ({ licence }) => ({ ids: [licence, licence], amountPercent: 10 }),
    says: ["ids", "repeat"]
  },
  {
    what: "names among the ids",
    tool: "bulk_update_deals",
    args: { ids: ["Annual licence"], amountPercent: 10 },
    says: ["ids[0]", /id|UUID/u]
  },
  {
    what: "10% as text",
    tool: "bulk_update_deals",
    args: ({ licence }) => ({ ids: [licence], amountPercent: "10%" }),
    says: ["amountPercent", "number", /such as 10\b/u]
  },
  {
    what: "more than all off",
    tool: "bulk_update_deals",
    args: ({ licence }) => ({ ids: [licence], amountPercent: -150 }),
    says: ["amountPercent", "-100"]
  },
  {
    what: "nothing to change",
    tool: "bulk_update_deals",
    args: ({ licence }) => ({ ids: [licence] }),
    says: ["addLabels", "amountPercent"]
  },
  {
    what: "a lead among deals",
    tool: "bulk_update_deals",
    args: ({ lead, licence }) => ({ ids: [licence, lead], addLabels: ["a"] }),
    says: ["Nothing was changed", "There is no deal"]
  },
  {
    what: "deals of two boards to one stage",
    tool: "bulk_move_deals",
    args: ({ abroad, licence }) => ({ ids: [licence, abroad], toStageId: "Won" }),
    says: ["another board"]
  },
  {
    what: "ids and a filter",
    tool: "bulk_update_deals",
    args: ({ licence }) => ({ ids: [licence], filter: { label: "renewal" }, addLabels: ["a"] }),
    says: ["ids", "filter", /one of|not both/u]
  },
  {
    what: "a filter of nothing",
    tool: "bulk_update_deals",
    args: { filter: {}, addLabels: ["a"] },
    says: ["filter"]
  },
  {
    what: "an unknown filter",
    tool: "bulk_update_deals",
    args: { filter: { priority: "high" }, addLabels: ["a"] },
    says: ["filter.priority", "quietDays", "label"]
  },
  {
    what: "filters beside filter",
    tool: "bulk_update_deals",
    args: { label: "renewal", addLabels: ["a"] },
    says: ["label", "inside filter"]
  },
  {
    what: "labels to set in bulk",
    tool: "bulk_update_deals",
    args: ({ licence }) => ({ ids: [licence], labels: ["a"] }),
    says: ["did you mean addLabels?"]
  }
]

export const taken: ReadonlyArray<Taken> = [
  {
    what: "0.1 for 10 percent",
    as: "a tenth of a percent; the answer says so",
    tool: "bulk_update_deals",
    args: ({ licence }) => ({ ids: [licence], amountPercent: 0.1 }),
    holds: ({ notice }) => notice.includes("0.1%, not 10%")
  },
  {
    what: "a raise of deals without an amount",
    as: "counted as withoutAmount",
    tool: "bulk_update_deals",
    args: ({ abroad, licence, unpriced }) => ({
      ids: [licence, unpriced, abroad].slice(0, 2),
      amountPercent: 10
    }),
    after: (agent, { unpriced }) => agent.call("update_deal", { id: unpriced, clear: ["amountCents"] }),
    holds: ({ updated, withoutAmount }) => updated === 1 && withoutAmount === 1
  },
  {
    what: "-100 percent",
    as: "0, which the deal then says",
    tool: "bulk_update_deals",
    args: ({ support }) => ({ ids: [support], amountPercent: -100 }),
    holds: async ({ updated }, { rest, support }) =>
      updated === 1 && (await rest("GET", `/v1/deals/${support}`)).amountCents === 0
  },
  {
    what: "the same deal made twice without a key",
    as: "a second deal; the answer names the first",
    tool: "create_deal",
    args: { name: "Twin", company: "Globex", boardId: "Sales" },
    after: (agent) => agent.call("create_deal", { name: "Twin", company: "Globex", boardId: "Sales" }),
    holds: async ({ id, warnings }, { rest }) => {
      const twins = (await rest("GET", "/v1/deals?q=twin")).data.map((one: any) => one.id)
      const first = twins.find((one: string) => one !== id)
      return twins.length === 2 && warnings[0].includes(first)
    }
  },
  {
    what: "the same call again with its key",
    as: "the first answer; a text beside it says so",
    tool: "create_deal",
    args: { name: "Keyed", boardId: "Sales", idempotencyKey: "keyed" },
    after: (agent) => agent.call("create_deal", { name: "Keyed", boardId: "Sales", idempotencyKey: "keyed" }),
    holds: async (_, { rest }, text) =>
      text.includes("This idempotencyKey was sent before") &&
      (await rest("GET", "/v1/deals?q=keyed")).data.length === 1
  }
]
