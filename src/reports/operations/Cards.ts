/** Tools that show a report as a card, or export it as an image. */
import { Effect } from "effect"
import { ReportImages } from "../../../layers/reports/ReportImages.ts"
import { ReportLocale } from "../../../layers/reports/ReportLocale.ts"
import { BoardId } from "../../../schema/Id.ts"
import * as Report from "../../../schema/Report.ts"
import type { MetricKey } from "../../../schema/ReportParts.ts"
import type * as Contract from "../contract/Cards.ts"
import { viewOf } from "../rules/ReportView.ts"
import type * as Implementation from "../../Implementation.ts"
import { funnelOf, periodOf } from "./Periods.ts"
import { boardOr, dealProgressOf, summaryOf, thisMonthOf, weightedPipelineOf } from "./Reports.ts"

const dealboardSummaryOf = Effect.fnUntraced(function* (id: BoardId) {
  const { boards, generated_at, time_zone } = yield* summaryOf(id)
  return { generated_at, time_zone, ...boards[0]! }
})

const dealsWonOf = Effect.fnUntraced(function* (id: BoardId) {
  const [month, progress] = yield* Effect.all([thisMonthOf(id), dealProgressOf(id)] as const, {
    concurrency: 2
  })
  const { board_color: _, metrics, pipeline: __, weighted_pipeline_cents: ___, ...rest } = month
  const metric = (key: MetricKey) => metrics.find((one) => one.key === key)!
  return {
    ...rest,
    deals_won: metric("deals_won"),
    deal_value: metric("deal_value"),
    weeks: progress.weeks.map(({ week_start, won }) => ({ week_start, won }))
  } satisfies Report.DealsWon
})

const reports = {
  dealboard_summary: dealboardSummaryOf,
  this_month: thisMonthOf,
  deals_won: dealsWonOf,
  deal_progress: dealProgressOf,
  weighted_pipeline: weightedPipelineOf,
  period: periodOf,
  funnel: funnelOf
} as const

export const implementations = {
  "cards.dealboardSummary": ({ boardId }) => Effect.flatMap(boardOr(boardId), dealboardSummaryOf),
  "cards.thisMonth": ({ boardId }) => Effect.flatMap(boardOr(boardId), thisMonthOf),
  "cards.dealsWon": ({ boardId }) => Effect.flatMap(boardOr(boardId), dealsWonOf),
  "cards.dealProgress": ({ boardId }) => Effect.flatMap(boardOr(boardId), dealProgressOf),
  "cards.exportImage": Effect.fn("cards.exportImage")(function* ({
    boardId,
    report,
    theme = "light",
    ...asked
  }) {
    const id = yield* boardOr(boardId)
    const numbers = JSON.parse(JSON.stringify(yield* reports[report](id, asked)))
    const image = yield* (yield* ReportImages).draw(viewOf(report, numbers, yield* ReportLocale), theme)
    return { report, board_id: id, ...image }
  })
} satisfies Implementation.Of<typeof Contract.operations>
