/**
 * What a deal adds to the totals that reports read.
 *
 * Every write applies the difference between what the deal added before and
 * what it adds after, so that a report never has to sum the deals.
 */
import type { Deal } from "../../schema/Deal.ts"
import * as Period from "./Period.ts"

export interface Total {
  /** `stage:<id>`, `week:<what>:<its Monday>` or `month:<what>:<YYYY-MM>`, in UTC. */
  readonly key: string
  readonly deals: number
  readonly cents: number
}

export const stageKey = (id: string): string => `stage:${id}`

/** What is counted by week. */
export const weekly = ["created", "won", "dead"] as const
export type Weekly = (typeof weekly)[number]

/** What is counted by month. */
export const monthly = ["proposal", "won", "dead"] as const
export type Monthly = (typeof monthly)[number]

/** `monday` is the week's, as `YYYY-MM-DD`. */
export const weekKey = (what: Weekly, monday: string): string => `week:${what}:${monday}`

/** `month` as `YYYY-MM`. */
export const monthKey = (what: Monthly, month: string): string => `month:${what}:${month}`

const stamps = (deal: Deal) => ({
  created: deal.createdAt,
  proposal: deal.commitmentAt,
  won: deal.wonAt,
  dead: deal.deadAt
})

const keys = (deal: Deal): ReadonlyArray<string> => {
  const at = stamps(deal)
  const given = (what: keyof typeof at, key: (time: string) => string) =>
    at[what] === null ? [] : [key(at[what])]
  return [
    stageKey(deal.stage.id),
    ...weekly.flatMap((what) => given(what, (time) => weekKey(what, Period.weekOf(time)))),
    ...monthly.flatMap((what) => given(what, (time) => monthKey(what, time.slice(0, 7))))
  ]
}

/** What changes when `before` becomes `after`, in the order of the keys; null where there is no deal. */
export const difference = (before: Deal | null, after: Deal | null): ReadonlyArray<Total> => {
  const totals = new Map<string, Total>()
  const add = (deal: Deal | null, sign: 1 | -1) => {
    if (deal === null) return
    const cents = sign * (deal.amountCents ?? 0)
    for (const key of keys(deal)) {
      const sum = totals.get(key)
      totals.set(key, { key, deals: (sum?.deals ?? 0) + sign, cents: (sum?.cents ?? 0) + cents })
    }
  }
  add(before, -1)
  add(after, 1)
  return [...totals.values()]
    .filter((total) => total.deals !== 0 || total.cents !== 0)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}
