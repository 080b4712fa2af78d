/** What a sum leaves out: deals whose currency is not their board's. */
import { Schema } from "effect"
import * as Field from "./Field.ts"

const Entry = Schema.Struct({
  currency: Field.Currency,
  count: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  cents: Field.Sum
})

/** Beside a sum; left out if every deal has the board's currency. */
export const field = {
  other_currencies: Field.optional(
    Schema.Array(Entry).annotate({
      description:
        "Deals in other currencies than the board's: they count as deals, but are in no sum. Nothing is converted. Left out if there are none."
    })
  )
}
