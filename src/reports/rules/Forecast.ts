/** Arranges the sums of a forecast in rows. */
import type { Deal } from "../../../schema/Deal.ts"
import * as Field from "../../../schema/Field.ts"
import type { By, ForecastRow } from "../../../schema/Forecast.ts"
import * as Cents from "../../shared/Cents.ts"
import * as Period from "./Period.ts"

/** Of open deals by category, of deals won, or of goals for a period. */
export interface Part {
  readonly what: Deal["forecastCategory"] | "won" | "goal"
  /** A month (`YYYY-MM`), `overdue` or `none`; empty for a goal, which every period has. */
  readonly month: string
  readonly currency: Field.Currency
  readonly deals: number
  /** Null for a board without a goal. */
  readonly cents: bigint | null
  /** The sum of amount × probability, in hundredths of a minor unit. */
  readonly weight: bigint
}

const monthsIn = { month: 1, quarter: 3 } as const

const quarterOf = (month: string): number => Math.ceil(Number(month.slice(5, 7)) / 3)

/** The period of a month: itself, or `2026-Q2`. */
export const periodOf = (month: string, by: By): string =>
  by === "month" ? month : `${month.slice(0, 4)}-Q${quarterOf(month)}`

/** The first month of the period that a month is in. */
export const firstMonth = (month: string, by: By): string =>
  by === "month" ? month : `${month.slice(0, 5)}${String(3 * quarterOf(month) - 2).padStart(2, "0")}`

interface Days {
  readonly from?: string
  readonly to?: string
}

/** The first and last day of a period, `2026-05` or `2026-Q2`. */
export const daysOf = (period: string): Required<Days> => {
  const [year, quarter] = period.split("-Q")
  const first = quarter === undefined ? period : `${year}-${String(3 * Number(quarter) - 2).padStart(2, "0")}`
  const following = Period.monthAfter(first, quarter === undefined ? 1 : 3)
  return { from: `${first}-01`, to: Period.daysBefore(`${following}-01`, 1) }
}

/** The days of the expected close of the open deals in a row. `periods` are those of all rows, in order. */
export const expectedDays = (period: string, periods: ReadonlyArray<string>, today: string): Days => {
  if (period === "overdue") return { to: Period.daysBefore(today, 1) }
  if (period === "later") return { from: Period.dayAfter(daysOf(periods.findLast(isDated)!).to) }
  const { from, to } = daysOf(period)
  return { from: from < today ? today : from, to }
}

/** The goal less won and committed deals; null without a goal. */
export const gap = ({
  committed,
  goal,
  won
}: Pick<ForecastRow, "committed" | "goal" | "won">): bigint | null =>
  goal === null ? null : Field.cents(goal) - Field.cents(won) - Field.cents(committed)

const isDated = (month: string) => /^\d/u.test(month)

/** The two periods that always have rows, and the others with deals: the first `most` in all. */
const periodsOf = (parts: ReadonlyArray<Part>, thisMonth: string, by: By, most: number) => {
  const nextMonth = Period.monthAfter(firstMonth(thisMonth, by), monthsIn[by])
  const months = [thisMonth, nextMonth, ...parts.map(({ month }) => month).filter(isDated)]
  return [...new Set(months.map((month) => periodOf(month, by)))].toSorted().slice(0, most)
}

const rowOf = (period: string, currency: Field.Currency, parts: ReadonlyArray<Part>, goal: bigint | null) => {
  const sum = (what: Part["what"]) =>
    Field.sum(Cents.total(parts.flatMap((part) => (part.what === what ? (part.cents ?? []) : []))))
  const open = parts.filter(({ what }) => what !== "won")
  return {
    ...{ period, currency, count: open.reduce((count, { deals }) => count + deals, 0) },
    ...{ committed: sum("committed"), bestCase: sum("best_case"), pipeline: sum("pipeline") },
    weighted: Field.sum(Cents.divideHalfUp(Cents.total(open.map(({ weight }) => weight)), 100n)),
    won: sum("won"),
    goal: goal === null ? null : Field.sum(goal)
  }
}

/** This period and the next have a row in each currency of a board, other periods in those of their deals. */
export const rows = (
  parts: ReadonlyArray<Part>,
  { by, most, thisMonth }: { readonly by: By; readonly most: number; readonly thisMonth: string }
): ReadonlyArray<ForecastRow> => {
  const [goals, deals] = [
    parts.filter(({ what }) => what === "goal"),
    parts.filter(({ what }) => what !== "goal")
  ]
  const periods = periodsOf(deals, thisMonth, by, most)
  const placed = (month: string) => {
    if (!isDated(month)) return month
    const period = periodOf(month, by)
    return periods.includes(period) ? period : "later"
  }
  const byPeriod = Map.groupBy(deals, ({ month }) => placed(month))
  const always = new Set([
    periodOf(thisMonth, by),
    periodOf(Period.monthAfter(firstMonth(thisMonth, by), monthsIn[by]), by)
  ])
  return ["overdue", ...periods, "later", "none"].flatMap((period) => {
    const own = byPeriod.get(period) ?? []
    const currencies = [...own, ...(always.has(period) ? goals : [])].map(({ currency }) => currency)
    return [...new Set(currencies)].toSorted().map((currency) => {
      const cents = goals.find((one) => one.currency === currency)?.cents ?? null
      const goal = periods.includes(period) ? cents : null
      return rowOf(
        period,
        currency,
        own.filter((one) => one.currency === currency),
        goal
      )
    })
  })
}
