/**
 * Computes what a deal contributes to the totals that reports read. There is one total per currency.
 * Every write applies the difference between the old and the new contribution, so that reports never sum deals.
 */
import type { Deal } from "../../../schema/Deal.ts"
import * as Period from "../../reports/rules/Period.ts"
import * as StageEntry from "./StageEntry.ts"

export interface Total {
  /**
   * `stage:<id>`, `undated:<stage id>`, `week:<what>:<Monday>` or `month:<what>:<YYYY-MM>` (UTC), and `edge:<what>:<quarter of an hour>`
   * for times in another period in other zones. By owner they end with `:<owner>`, and for moves with `:<from stage>:<to stage>`.
   */
  readonly key: string
  readonly currency: Deal["currency"]
  readonly deals: number
  readonly cents: number
}

const stageKey = (id: string): string => `stage:${id}`

/** Won and dead deals without a date, because an edit instead of a move set their stage. No month counts them. */
const undatedKey = (id: string): string => `undated:${id}`

/** Counted by week. */
export const weekly = ["created", "won", "dead"] as const
export type Weekly = (typeof weekly)[number]

/** Counted by month. */
export const monthly = ["proposal", "won", "dead"] as const
export type Monthly = (typeof monthly)[number]

/** Counted by month and owner. */
export type Owned = `own-${Monthly}`

/**
 * The number of moves between two stages in a month (from `new` for created deals), with the seconds spent in the earlier stage instead of
 * cents. Edits and deletions of deals don't change these totals, and a recount can't restore them.
 */
export const moves = "flow"
type Moves = typeof moves

export type Series = Weekly | Monthly | Owned | Moves

/** The source stage of a new deal. */
export const newDeal = "new"

/** `monday` is the first day of the week in the form `YYYY-MM-DD`. */
export const weekKey = (what: Weekly, monday: string): string => `week:${what}:${monday}`

/** `month` has the form `YYYY-MM`. */
export const monthKey = (what: Monthly | Owned | Moves, month: string): string => `month:${what}:${month}`

/** `quarter` has the form that `Period.quarterOf` returns. */
export const edgeKey = (what: Series, quarter: string): string => `edge:${what}:${quarter}`

/** A deal is won or dead while its stage is. A stamp left over by an edit of the stage is ignored. */
const stamps = (deal: Deal, status: ReturnType<typeof StageEntry.status>) => ({
  created: deal.createdAt,
  proposal: deal.commitmentAt,
  won: status === "won" ? deal.wonAt : null,
  dead: status === "dead" ? deal.deadAt : null
})

const all = [...new Set<Weekly | Monthly>([...weekly, ...monthly])].map((what) => ({
  what,
  byWeek: weekly.includes(what as Weekly),
  byMonth: monthly.includes(what as Monthly)
}))

const periodKeys = ({ byMonth, byWeek, what }: (typeof all)[number], time: string): ReadonlyArray<string> => {
  const isNear = (byWeek && Period.isNearMonday(time)) || (byMonth && Period.isNearMonth(time))
  return [
    ...(byWeek ? [weekKey(what as Weekly, Period.weekOf(time))] : []),
    ...(byMonth ? [monthKey(what as Monthly, time.slice(0, 7))] : []),
    ...(isNear ? [edgeKey(what, Period.quarterOf(Date.parse(time)))] : [])
  ]
}

/** `rest` is the end of the key, after a colon. */
const monthKeys = (what: Owned | Moves, time: string, rest: string): ReadonlyArray<string> => [
  `${monthKey(what, time.slice(0, 7))}:${rest}`,
  ...(Period.isNearMonth(time) ? [`${edgeKey(what, Period.quarterOf(Date.parse(time)))}:${rest}`] : [])
]

/** The keys to which a deal adds its amount, without the periods that it shares with `other` if both add the same. */
const keys = (deal: Deal, other: Deal | null): ReadonlyArray<string> => {
  const status = StageEntry.status(deal.stage.region)
  const at = stamps(deal, status)
  const same = other === null ? undefined : stamps(other, StageEntry.status(other.stage.region))
  const found = [stageKey(deal.stage.id)]
  if (status !== "open" && at[status] === null) found.push(undatedKey(deal.stage.id))
  for (const one of all) {
    const { byMonth, what } = one
    const time = at[what]
    if (time === null || time === same?.[what]) continue
    found.push(...periodKeys(one, time))
    if (byMonth) found.push(...monthKeys(`own-${what as Monthly}`, time, deal.ownerId))
  }
  return found
}

/** Whether two states of a deal add the same to the keys that they share. */
const addAlike = (before: Deal, after: Deal): boolean =>
  before.amountCents === after.amountCents &&
  before.currency === after.currency &&
  before.ownerId === after.ownerId

interface Step {
  readonly from: string
  /** The id of a stage. */
  readonly to: string
  readonly at: string
  readonly seconds: number
  readonly sign: 1 | -1
}

const passage = (from: Deal, to: Deal, sign: 1 | -1): Step => ({
  from: from.stage.id,
  to: to.stage.id,
  at: to.stageEnteredAt,
  seconds: Math.round((Date.parse(to.stageEnteredAt) - Date.parse(from.stageEnteredAt)) / 1000),
  sign
})

/**
 * The move between two states of a deal. Undoing a move, which restores an earlier entry into a stage, uncounts it. So does deleting a deal
 * before its first move.
 */
const step = (before: Deal | null, after: Deal | null, origin: string | null): Step | undefined => {
  const deal = before ?? after
  if (deal === null) return undefined
  if (before === null || after === null) {
    if (origin === null) return undefined
    return { from: newDeal, to: origin, at: deal.createdAt, seconds: 0, sign: before === null ? 1 : -1 }
  }
  if (before.stageEnteredAt === after.stageEnteredAt) return undefined
  return before.stageEnteredAt < after.stageEnteredAt ? passage(before, after, 1) : passage(after, before, -1)
}

/**
 * The changes of totals when `before` becomes `after` (null: no deal), in the order of their keys. `origin` is the stage in which a created
 * or deleted deal started; null if it was moved since, so that its creation stays counted.
 */
export const difference = (
  before: Deal | null,
  after: Deal | null,
  origin: string | null = (before ?? after)?.stage.id ?? null
): ReadonlyArray<Total> => {
  const totals = new Map<string, Total>()
  const areAlike = before !== null && after !== null && addAlike(before, after)
  const add = (deal: Deal | null, other: Deal | null, sign: 1 | -1) => {
    if (deal === null) return
    const cents = sign * (deal.amountCents ?? 0)
    const { currency } = deal
    for (const key of keys(deal, areAlike ? other : null)) {
      const row = `${key} ${currency}`
      const sum = totals.get(row)
      const deals = (sum?.deals ?? 0) + sign
      totals.set(row, { key, currency, deals, cents: (sum?.cents ?? 0) + cents })
    }
  }
  add(before, after, -1)
  add(after, before, 1)
  const moved = step(before, after, origin)
  const currency = (after ?? before)?.currency
  if (moved !== undefined && currency !== undefined) {
    const { at, from, seconds, sign, to } = moved
    for (const key of monthKeys(moves, at, `${from}:${to}`)) {
      totals.set(`${key} ${currency}`, { key, currency, deals: sign, cents: sign * seconds })
    }
  }
  return [...totals]
    .filter(([, total]) => total.deals !== 0 || total.cents !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, total]) => total)
}
