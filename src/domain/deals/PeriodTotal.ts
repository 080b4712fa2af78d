/** What happened to deals in a stretch of time: created, proposed, won, lost. */
import type { Monthly, Weekly } from "./DealTotals.ts"
import * as Tally from "../reports/Tally.ts"

/** In one currency. */
export interface PeriodTotal extends Tally.Part {
  readonly what: Weekly | Monthly
}

/** All of a kind, as a board of this currency counts them. */
export const of = (
  totals: ReadonlyArray<PeriodTotal>,
  what: PeriodTotal["what"],
  currency: Tally.Part["currency"]
): Tally.Tally =>
  Tally.of(
    totals.filter((one) => one.what === what),
    currency
  )
