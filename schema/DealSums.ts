import { Schema } from "effect"
import * as Field from "./Field.ts"

/** The maximum number of deals that are counted and summed. */
export const maxDeals = 10_000

const InCurrency = Schema.Struct({
  currency: Field.Currency,
  deals: Field.of("Deals", "Number of deals in it.", Schema.Int),
  cents: Field.of("Sum", "Sum of their amounts; unknown ones count as 0.", Field.Sum)
})

/** The sums of the deals in a list. */
export const DealSums = Schema.Struct({
  deals: Field.of("Deals", `Number of matching deals, up to ${maxDeals}.`, Schema.Int),
  more: Field.of("More", "true if more deals match than were summed.", Schema.Boolean),
  sums: Field.of("Sums", "By currency, the one of most deals first.", Schema.Array(InCurrency))
})
export type DealSums = typeof DealSums.Type
