/** The reports of one board, from the totals of its stages and of a month or weeks. */
import * as Field from "../../../schema/Field.ts"
import type { DealProgress, ThisMonth, WeightedPipeline } from "../../../schema/Report.ts"
import * as PeriodTotal from "../../deals/rules/PeriodTotal.ts"
import * as Pace from "./Pace.ts"
import * as Period from "./Period.ts"
import * as Pipeline from "../../boards/rules/Pipeline.ts"
import * as Tally from "./Tally.ts"

export const heading = (board: Pipeline.Board, { at, zone }: Period.Now) => ({
  board_id: board.id,
  board_name: board.name,
  currency: board.currency,
  generated_at: at,
  time_zone: zone
})

export const lane = (one: Pipeline.Lane) => ({
  stage_id: one.stage.id,
  name: one.stage.name,
  region: one.stage.region,
  probability_pct: one.stage.probability,
  deal_count: one.deals,
  raw_cents: Field.sum(one.cents),
  weighted_cents: Field.sum(Pipeline.weighted(one)),
  ...Tally.otherCurrencies(one)
})

/** The totals of a board's open deals. */
export const sums = ({ lanes }: Pipeline.Board) => {
  const sums = Pipeline.sums(lanes)
  return {
    weighted_pipeline_cents: Field.sum(sums.weighted),
    raw_pipeline_cents: Field.sum(sums.cents),
    open_deal_count: sums.deals,
    ...Tally.otherCurrencies(sums)
  }
}

export const totalOf = (tally: Tally.Tally) => ({
  deal_count: tally.deals,
  value_cents: Field.sum(tally.cents),
  ...Tally.otherCurrencies(tally)
})

export const total = (
  { currency }: Pipeline.Board,
  totals: ReadonlyArray<PeriodTotal.PeriodTotal>,
  what: PeriodTotal.PeriodTotal["what"]
) => {
  return totalOf(PeriodTotal.of(totals, what, currency))
}

/** The field is omitted if every won deal has a date. */
const undatedWon = ({ lanes }: Pipeline.Board) => {
  const count = Pipeline.undated(lanes, "won")
  return count === 0 ? {} : { undated_won_count: count }
}

export const weightedPipeline = (board: Pipeline.Board, at: Period.Now): WeightedPipeline => ({
  ...heading(board, at),
  ...sums(board),
  lanes: Pipeline.open(board.lanes).map(lane)
})

const metrics = (
  { currency, goals }: Pipeline.Board,
  totals: ReadonlyArray<PeriodTotal.PeriodTotal>,
  won: Tally.Tally,
  month: Period.Month
) => {
  const proposals = PeriodTotal.of(totals, "proposal", currency)
  const counted = [
    { key: "proposals", label: "Proposals", current: BigInt(proposals.deals) },
    { key: "deals_won", label: "Deals won", current: BigInt(won.deals) },
    { key: "deal_value", label: "Deal value", current: won.cents }
  ] as const
  return counted.map(({ current, key, label }) => {
    const goal = goals[key]
    return { key, label, current: Field.sum(current), goal, pace: Pace.of(current, goal, month) }
  })
}

/** `totals` are those of the current month. */
export const thisMonth = (
  board: Pipeline.Board,
  totals: ReadonlyArray<PeriodTotal.PeriodTotal>,
  at: Period.Now
): ThisMonth => {
  const month = Period.month(at.local)
  const won = PeriodTotal.of(totals, "won", board.currency)
  return {
    ...heading(board, at),
    board_color: board.color,
    day_of_month: month.day,
    days_in_month: month.days,
    weighted_pipeline_cents: sums(board).weighted_pipeline_cents,
    metrics: metrics(board, totals, won, month),
    ...Tally.otherCurrencies(won),
    ...undatedWon(board),
    pipeline: Pipeline.open(board.lanes).map(({ deals, stage }) => ({
      stage_id: stage.id,
      name: stage.name,
      region: stage.region,
      deal_count: deals
    }))
  }
}

/** `weeks` are the Mondays of the report's weeks. */
export const dealProgress = (
  board: Pipeline.Board,
  weeks: ReadonlyArray<string>,
  totals: ReadonlyArray<PeriodTotal.PeriodTotal & { readonly week: string }>,
  funnel: DealProgress["funnel"],
  at: Period.Now
): DealProgress => {
  const byWeek = Map.groupBy(totals, ({ week }) => week)
  return {
    ...heading(board, at),
    weeks: weeks.map((week) => {
      const found = byWeek.get(week) ?? []
      return {
        week_start: week,
        created: total(board, found, "created"),
        won: total(board, found, "won"),
        dead: total(board, found, "dead")
      }
    }),
    funnel
  }
}
