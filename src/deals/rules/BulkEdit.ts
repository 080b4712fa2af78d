/** Edits many deals in the same way. */
import { Result } from "effect"
import type * as Deals from "../../../schema/Deal.ts"
import { distinct, maxLabels } from "../../../schema/DealFields.ts"
import * as DealEdit from "./DealEdit.ts"

/** The changes that one request makes to each of its deals. */
export interface Edit extends Pick<Deals.Edit, "expectedCloseAt" | "forecastCategory" | "lostReason"> {
  readonly addLabels?: ReadonlyArray<string>
  readonly removeLabels?: ReadonlyArray<string>
  readonly amountPercent?: number
}

/** 100 percent, in units of 0.0001 percent. */
const hundredPercent = 1_000_000n

/** The amount raised by `percent` (at most 4 decimals), rounded half up; undefined if it would be too large. */
export const raised = (cents: number, percent: number): number | undefined => {
  const factor = hundredPercent + BigInt(Math.round(percent * 10_000))
  const exact = (2n * BigInt(cents) * factor + hundredPercent) / (2n * hundredPercent)
  return exact > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(exact)
}

/** The edited deal, or the reason why it can't be edited. */
export const apply = (
  deal: Deals.Deal,
  { addLabels = [], amountPercent, removeLabels = [], ...others }: Edit,
  owner: Parameters<typeof DealEdit.apply>[3],
  now: string
): Result.Result<Deals.Deal, string> => {
  const labels = distinct([...deal.labels.filter((label) => !removeLabels.includes(label)), ...addLabels])
  if (labels.length > maxLabels && addLabels.length > 0) {
    return Result.fail(`It would have ${labels.length} labels, and may have at most ${maxLabels}.`)
  }
  const cents =
    amountPercent === undefined || deal.amountCents === null
      ? deal.amountCents
      : raised(deal.amountCents, amountPercent)
  if (cents === undefined) return Result.fail("Its amount would be too large.")
  return Result.succeed(
    DealEdit.apply(deal, { ...others, labels, amountCents: cents }, undefined, owner, now)
  )
}
