/** Deals that a sum leaves out because their currency isn't the board's. */
import { Schema } from "effect"
import * as Field from "./Field.ts"

const Entry = Schema.Struct({
  currency: Field.Currency,
  count: Field.of("Deals", "Number of deals in it.", Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  cents: Field.of("Sum", "Sum of their amounts, in minor units of this currency.", Field.Sum)
})

/** Accompanies a sum; left out if every deal has the board's currency. */
export const field = {
  other_currencies: Field.of(
    "Other currencies",
    "Deals in other currencies than the board's: they count as deals, but are in no sum. Nothing is converted. Left out if there are none.",
    Field.optional(Schema.Array(Entry))
  )
}
