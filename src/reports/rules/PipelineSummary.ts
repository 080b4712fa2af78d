/** The pipeline summary: boards with all their stages, and deals without recent activity. */
import type { Currency } from "../../../schema/Field.ts"
import type { BoardId, DealId, StageId } from "../../../schema/Id.ts"
import type { PipelineSummary } from "../../../schema/Report.ts"
import * as BoardReport from "./BoardReport.ts"
import type { PeriodTotal } from "../../deals/rules/PeriodTotal.ts"
import * as Period from "./Period.ts"
import type { Board } from "../../boards/rules/Pipeline.ts"

/** Further facts about the open deals of one stage. */
export interface Quiet {
  readonly stageId: StageId
  /** The number of stalled deals. */
  readonly stalled: number
  /** The creation time of the oldest deal; null if there is none. */
  readonly oldest: string | null
}

export interface QuietDeal {
  readonly boardId: BoardId
  readonly id: DealId
  readonly name: string
  readonly company: string | null
  readonly stage: string
  readonly amountCents: number | null
  readonly currency: Currency
  /** The day of its last activity (`YYYY-MM-DD`). */
  readonly activeOn: string
}

export interface Facts {
  readonly boards: ReadonlyArray<Board>
  /** The totals of the report's month. */
  readonly totals: ReadonlyArray<PeriodTotal & { readonly boardId: BoardId }>
  readonly quiet: ReadonlyArray<Quiet>
  readonly quietDeals: ReadonlyArray<QuietDeal>
}

const stages = (board: Board, quiet: ReadonlyMap<StageId, Quiet>, at: string) =>
  board.lanes.map((lane) => {
    const { oldest = null, stalled = 0 } = quiet.get(lane.stage.id) ?? {}
    return {
      ...BoardReport.lane(lane),
      ...(lane.undated === 0 ? {} : { undated_deal_count: lane.undated }),
      stalled_deal_count: stalled,
      oldest_deal_age_days: oldest === null ? null : Period.age(oldest, at)
    }
  })

const quietest = (a: QuietDeal, b: QuietDeal) => (`${a.activeOn}${a.id}` < `${b.activeOn}${b.id}` ? -1 : 1)

const stalledDeal = (deal: QuietDeal) => ({
  id: deal.id,
  name: deal.name,
  company: deal.company,
  stage: deal.stage,
  amount_cents: deal.amountCents,
  currency: deal.currency,
  last_activity_on: deal.activeOn
})

/** Lists at most `shown` quiet deals per board, those without activity for longest first. */
export const make = (facts: Facts, { at, zone }: Period.Now, shown: number): PipelineSummary => {
  const quiet = new Map(facts.quiet.map((stage) => [stage.stageId, stage]))
  const totals = Map.groupBy(facts.totals, ({ boardId }) => boardId)
  const quietDeals = Map.groupBy(facts.quietDeals, ({ boardId }) => boardId)
  return {
    generated_at: at,
    time_zone: zone,
    boards: facts.boards.map((board) => {
      const lanes = stages(board, quiet, at)
      return {
        board_id: board.id,
        board_name: board.name,
        currency: board.currency,
        ...BoardReport.sums(board),
        won_this_month: BoardReport.total(board, totals.get(board.id) ?? [], "won"),
        dead_this_month: BoardReport.total(board, totals.get(board.id) ?? [], "dead"),
        stalled_deal_count: lanes.reduce((sum, lane) => sum + lane.stalled_deal_count, 0),
        stalled_deals: (quietDeals.get(board.id) ?? []).toSorted(quietest).slice(0, shown).map(stalledDeal),
        stages: lanes
      }
    })
  }
}
