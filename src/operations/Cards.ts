/** Reports for agents to show: each as a card, and all of them as a picture. They are tools alone. */
import { Effect, Schema } from "effect"
import { ReportPictures } from "../../layers/ReportPictures.ts"
import { Invalid, NotFound } from "../../schema/Fault.ts"
import * as Field from "../../schema/Field.ts"
import { BoardId } from "../../schema/Id.ts"
import * as Report from "../../schema/Report.ts"
import { viewOf } from "../domain/ReportView.ts"
import * as Operation from "../Operation.ts"
import { boardOr, dealProgressOf, summaryOf, thisMonthOf, weightedPipelineOf } from "./Reports.ts"

const dealboardSummaryOf = Effect.fnUntraced(function* (id: BoardId) {
  const { boards, generated_at } = yield* summaryOf(id)
  return { generated_at, ...boards[0]! }
})

const dealsWonOf = Effect.fnUntraced(function* (id: BoardId) {
  const [month, progress] = yield* Effect.all([thisMonthOf(id), dealProgressOf(id)] as const, {
    concurrency: 2
  })
  const { board_id, board_name, currency, day_of_month, days_in_month, generated_at, metrics } = month
  const metric = (key: Report.MetricKey) => metrics.find((one) => one.key === key)!
  return {
    board_id,
    board_name,
    currency,
    generated_at,
    day_of_month,
    days_in_month,
    deals_won: metric("deals_won"),
    deal_value: metric("deal_value"),
    weeks: progress.weeks.map(({ week_start, won }) => ({ week_start, won }))
  } satisfies Report.DealsWon
})

const shared = {
  scope: "pipeline:read",
  kind: "read",
  input: { boardId: Field.optional(BoardId) },
  faults: [NotFound, Invalid]
} as const

const shown = "Shows people a card, and gives you the same numbers as text."

export const dealboardSummary = Operation.make("cards.dealboardSummary", {
  ...shared,
  title: "Show dealboard summary",
  description: `${shown} A board's open deals by stage, their sum and weighted sum, what was won this month, what is quiet.`,
  tool: "show_dealboard_summary",
  shows: "dealboard_summary",
  success: Report.DealboardSummary,
  run: ({ boardId }) => Effect.flatMap(boardOr(boardId), dealboardSummaryOf)
})

export const thisMonth = Operation.make("cards.thisMonth", {
  ...shared,
  title: "Show this month",
  description: `${shown} A board's month against its goals: proposals, deals won, their value.`,
  tool: "show_this_month",
  shows: "this_month",
  success: Report.ThisMonth,
  run: ({ boardId }) => Effect.flatMap(boardOr(boardId), thisMonthOf)
})

export const dealsWon = Operation.make("cards.dealsWon", {
  ...shared,
  title: "Show deals won",
  description: `${shown} What a board won this month, and in each of 12 weeks.`,
  tool: "show_deals_won",
  shows: "deals_won",
  success: Report.DealsWon,
  run: ({ boardId }) => Effect.flatMap(boardOr(boardId), dealsWonOf)
})

export const dealProgress = Operation.make("cards.dealProgress", {
  ...shared,
  title: "Show deal progress",
  description: `${shown} Deals a board created, won and lost in each of 12 weeks.`,
  tool: "show_deal_progress",
  shows: "deal_progress",
  success: Report.DealProgress,
  run: ({ boardId }) => Effect.flatMap(boardOr(boardId), dealProgressOf)
})

const reports = {
  dealboard_summary: dealboardSummaryOf,
  this_month: thisMonthOf,
  deals_won: dealsWonOf,
  deal_progress: dealProgressOf,
  weighted_pipeline: weightedPipelineOf
} as const

export const exportImage = Operation.make("cards.exportImage", {
  ...shared,
  title: "Export a report as an image",
  description: "Draws a report of a board as a PNG, 1200 pixels wide, to send on or to put into a document.",
  tool: "export_report_image",
  shows: "picture",
  input: {
    report: Report.Kind,
    ...shared.input,
    theme: Field.optional(Schema.Literals(["light", "dark"]).annotate({ default: "light" }))
  },
  success: Report.Picture,
  run: Effect.fn("cards.exportImage")(function* ({ boardId, report, theme = "light" }) {
    const id = yield* boardOr(boardId)
    const numbers = JSON.parse(JSON.stringify(yield* reports[report](id)))
    const picture = yield* (yield* ReportPictures).draw(viewOf(report, numbers), theme)
    return { report, board_id: id, ...picture }
  })
})

export const operations = [dealboardSummary, thisMonth, dealsWon, dealProgress, exportImage] as const
