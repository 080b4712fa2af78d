/** Counts the deals created, proposed, won or lost in a period, and adds up their amounts. */
import type { Monthly, Weekly } from "./DealTotals.ts"
import * as Tally from "../../reports/rules/Tally.ts"

/** The deals of one currency. */
export interface PeriodTotal extends Tally.Part {
  readonly what: Weekly | Monthly
}

/** The totals of one kind in the board's currency. */
export const of = (
  totals: ReadonlyArray<PeriodTotal>,
  what: PeriodTotal["what"],
  currency: Tally.Part["currency"]
): Tally.Tally =>
  Tally.of(
    totals.filter((one) => one.what === what),
    currency
  )
