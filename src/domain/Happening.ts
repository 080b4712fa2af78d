/** What happened to deals in a stretch of time: created, proposed, won, lost. */
import type { Monthly, Weekly } from "./DealTotals.ts"

export interface Happening {
  readonly what: Weekly | Monthly
  readonly deals: number
  readonly cents: bigint
}

const nothing = { deals: 0, cents: 0n }

/** The one of a kind; nothing where it did not happen. */
export const of = (happenings: ReadonlyArray<Happening>, what: Happening["what"]) =>
  happenings.find((one) => one.what === what) ?? nothing
