/** Tools that show a report as a card, or export it as an image. */
import { Schema } from "effect"
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId } from "../../../schema/Id.ts"
import * as Report from "../../../schema/Report.ts"
import * as ReportImage from "../../../schema/ReportImage.ts"
import * as Operation from "../../contract/Operation.ts"
import * as Periods from "./Periods.ts"

const shared = {
  scope: "pipeline:read",
  kind: "read",
  input: {
    boardId: Field.of("Board", "Id; optional with one board.", Field.optional(BoardId))
  },
  faults: [NotFound, Invalid]
} as const

const cardNote = "Shows people a card, you its numbers."

export const dealboardSummary = Operation.make("cards.dealboardSummary", {
  ...shared,
  title: "Show dealboard summary",
  description: `${cardNote} A board's open deals by stage, their sum and weighted sum, deals won this month, and stalled deals.`,
  tool: "show_dealboard_summary",
  toolNote: "For numbers alone use get_pipeline_summary.",
  shows: "dealboard_summary",
  success: Report.DealboardSummary
})

export const thisMonth = Operation.make("cards.thisMonth", {
  ...shared,
  title: "Show this month",
  description: `${cardNote} A board's month against its goals, on pace or not: proposals, deals won, and their value.`,
  tool: "show_this_month",
  toolNote: "To change the goals use set_board_goals.",
  shows: "this_month",
  success: Report.ThisMonth
})

export const dealsWon = Operation.make("cards.dealsWon", {
  ...shared,
  title: "Show deals won",
  description: `${cardNote} A board's deals won this month and in each of the last 12 weeks.`,
  tool: "show_deals_won",
  toolNote: "For lost deals too use show_deal_progress.",
  shows: "deals_won",
  success: Report.DealsWon
})

export const dealProgress = Operation.make("cards.dealProgress", {
  ...shared,
  title: "Show deal progress",
  description: `${cardNote} A board's deals created, won and lost in each of the last 12 weeks, and the funnel.`,
  tool: "show_deal_progress",
  toolNote: "For goals use show_this_month.",
  shows: "deal_progress",
  success: Report.DealProgress
})

export const exportImage = Operation.make("cards.exportImage", {
  ...shared,
  title: "Export a report as an image",
  description:
    "Draws a report of a board as a PNG. from and to are for period and funnel, ownerId for period.",
  tool: "export_report_image",
  toolNote: "To show it here use a show tool; for numbers get_pipeline_summary.",
  words: {
    from: "Month, as YYYY-MM; default this one.",
    to: "Last month; default the first.",
    ownerId: "Id or email."
  },
  shows: "image",
  input: {
    report: Field.of("Report", "Report to draw.", ReportImage.Kind),
    ...shared.input,
    theme: Field.of(
      "Theme",
      "Colours; default light.",
      Field.optional(Schema.Literals(["light", "dark"]).annotate({ default: "light" }))
    ),
    ...Periods.range,
    ownerId: Periods.owner
  },
  success: ReportImage.Image
})

export const operations = [dealboardSummary, thisMonth, dealsWon, dealProgress, exportImage] as const
