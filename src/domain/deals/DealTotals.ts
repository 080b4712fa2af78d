/**
 * What a deal adds to the totals that reports read, one total per currency.
 *
 * Every write applies the difference between what the deal added before and what it adds after, so that a report never
 * sums deals.
 */
import type { Deal } from "../../../schema/Deal.ts"
import * as Period from "../reports/Period.ts"
import * as StageEntry from "./StageEntry.ts"

export interface Total {
  /** `stage:<id>`, `undated:<stage id>`, `week:<what>:<its Monday>` or `month:<what>:<YYYY-MM>`, in UTC. */
  readonly key: string
  readonly currency: Deal["currency"]
  readonly deals: number
  readonly cents: number
}

const stageKey = (id: string): string => `stage:${id}`

/** Won and dead deals without a date, which no month can count: an edit, not a move, set their stage. */
const undatedKey = (id: string): string => `undated:${id}`

/** Counted by week. */
export const weekly = ["created", "won", "dead"] as const
export type Weekly = (typeof weekly)[number]

/** Counted by month. */
export const monthly = ["proposal", "won", "dead"] as const
export type Monthly = (typeof monthly)[number]

/** `monday` is the first day of the week, as `YYYY-MM-DD`. */
export const weekKey = (what: Weekly, monday: string): string => `week:${what}:${monday}`

/** `month` as `YYYY-MM`. */
export const monthKey = (what: Monthly, month: string): string => `month:${what}:${month}`

/** A deal is won or dead while its stage is; a stamp left behind by an edit of the stage is ignored. */
const stamps = (deal: Deal, status: ReturnType<typeof StageEntry.status>) => ({
  created: deal.createdAt,
  proposal: deal.commitmentAt,
  won: status === "won" ? deal.wonAt : null,
  dead: status === "dead" ? deal.deadAt : null
})

const keys = (deal: Deal): ReadonlyArray<string> => {
  const status = StageEntry.status(deal.stage.region)
  const at = stamps(deal, status)
  const given = (what: keyof typeof at, key: (time: string) => string) =>
    at[what] === null ? [] : [key(at[what])]
  return [
    stageKey(deal.stage.id),
    ...(status !== "open" && at[status] === null ? [undatedKey(deal.stage.id)] : []),
    ...weekly.flatMap((what) => given(what, (time) => weekKey(what, Period.weekOf(time)))),
    ...monthly.flatMap((what) => given(what, (time) => monthKey(what, time.slice(0, 7))))
  ]
}

/** The changes of totals when `before` becomes `after` (null: no deal), in the order of their keys. */
export const difference = (before: Deal | null, after: Deal | null): ReadonlyArray<Total> => {
  const totals = new Map<string, Total>()
  const add = (deal: Deal | null, sign: 1 | -1) => {
    if (deal === null) return
    const cents = sign * (deal.amountCents ?? 0)
    const { currency } = deal
    for (const key of keys(deal)) {
      const row = `${key} ${currency}`
      const sum = totals.get(row)
      const deals = (sum?.deals ?? 0) + sign
      totals.set(row, { key, currency, deals, cents: (sum?.cents ?? 0) + cents })
    }
  }
  add(before, -1)
  add(after, 1)
  return [...totals]
    .filter(([, total]) => total.deals !== 0 || total.cents !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, total]) => total)
}
