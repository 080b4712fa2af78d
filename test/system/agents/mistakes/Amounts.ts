/** Amounts in other forms than ours. */
import type { Refused, Taken } from "../Mistake.ts"

const deal = { name: "Trackers", boardId: "Sales" }
const asDecimals = /go into amount, as text: "12500\.00"/u

export const refused: ReadonlyArray<Refused> = [
  {
    what: "decimals with a comma as cents",
    tool: "create_deal",
    args: { ...deal, amountCents: "12,50" },
    says: ["amountCents", "minor units", asDecimals]
  },
  {
    what: "decimals with a comma",
    tool: "create_deal",
    args: { ...deal, amount: "12,50" },
    says: ["amount", '"12.50"']
  },
  {
    what: "thousands with a comma",
    tool: "create_deal",
    args: { ...deal, amount: "12,500.00" },
    says: ["amount", '"12500.00"']
  },
  {
    what: "a number of dollars as amount",
    tool: "create_deal",
    args: { ...deal, amount: 12_500 },
    says: ["decimal string", "amountCents", "1250000 for $12,500.00"]
  },
  {
    what: "$12.5k",
    tool: "create_deal",
    args: { ...deal, amount: "$12.5k" },
    says: ["amount", '"12500.00"']
  },
  {
    what: "cents as text with a sign",
    tool: "create_deal",
    args: { ...deal, amountCents: "$12,500" },
    says: [asDecimals]
  },
  {
    what: "a fraction of a cent",
    tool: "create_deal",
    args: { ...deal, amountCents: 12_500.5 },
    says: ["integer", asDecimals]
  },
  {
    what: "a negative amount",
    tool: "update_deal",
    args: { id: "Trial", amountCents: -100 },
    says: ["amountCents", "0 or more"]
  },
  {
    what: "decimals of yen",
    tool: "create_deal",
    args: { name: "Trackers", boardId: "Tokyo", amount: "12500.50" },
    says: ["amount", "JPY", /no (?:decimals|decimal places|digits)|whole/u]
  },
  {
    what: "amount and amountCents",
    tool: "update_deal",
    args: { id: "Trial", amount: "125.00", amountCents: 12_600 },
    says: ["amount", "amountCents", /one of/u]
  },
  {
    what: "an exponent",
    tool: "create_deal",
    args: { ...deal, amount: "1.25e4" },
    says: ["amount", '"12500.00"']
  },
  {
    what: "a currency of its own",
    tool: "create_deal",
    args: { ...deal, currency: "EUR" },
    says: ["currency", "board"]
  }
]

export const taken: ReadonlyArray<Taken> = [
  {
    what: "12500 cents, meant as dollars",
    as: "stored as sent; the answer says that it is $125.00",
    tool: "create_deal",
    args: { name: "Dollars", boardId: "Sales", amountCents: 12_500 },
    holds: ({ amountCents, notice }) => amountCents === 12_500 && notice.includes("$125.00")
  },
  {
    what: "a yen amount with cents added",
    as: "stored as sent; the answer says that it is ¥1,250,000",
    tool: "create_deal",
    args: { name: "Yen", boardId: "Tokyo", amountCents: 1_250_000 },
    holds: ({ amountCents, notice }) => amountCents === 1_250_000 && notice.includes("¥1,250,000")
  },
  {
    what: "a goal in dollars",
    as: "set as sent; the answer says that it is $1,000.00",
    tool: "set_board_goals",
    args: { boardId: "Sales", deal_value: 100_000 },
    holds: ({ notice }) => notice.includes("$1,000.00")
  },
  {
    what: "yen as text",
    as: "¥12,500",
    tool: "create_deal",
    args: { name: "Yen as text", boardId: "Tokyo", amount: "12500" },
    holds: ({ amountCents, currency }) => amountCents === 12_500 && currency === "JPY"
  }
]
