import { Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId } from "../../../schema/Id.ts"
import * as Report from "../../../schema/Report.ts"
import * as Operation from "../../contract/Operation.ts"

export const stalledAfterDays = 30

export const stalledCounted = 1_000

export const progressWeeks = 12

/** REST uses board_id, as the API's specification does. Tools use boardId, like every other tool. */
const onRest = { board_id: BoardId }

const onTool = {
  boardId: Field.of("Board", "Id; optional with one board.", Field.optional(BoardId))
}

const everyBoard = Field.of("Board", "Id; default all.", Field.optional(BoardId))

const example = { board_id: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40" }

const sumsAre = "Sums are in minor units of the board's currency; those in others are in other_currencies."

const weighted =
  "Reports the open deals of a board: how many, their sum, and their sum weighted by probability, in all and by stage."

export const weightedPipeline = Operation.make("reports.weightedPipeline", {
  title: "Weighted pipeline",
  description: `${weighted} ${sumsAre}`,
  http: { method: "GET", path: "/reports/weighted-pipeline" },
  scope: "pipeline:read",
  kind: "read",
  replica: true,
  input: onRest,
  example,
  success: Report.WeightedPipeline,
  faults: [NotFound]
})

export const getWeightedPipeline = Operation.make("reports.getWeightedPipeline", {
  title: "Weighted pipeline",
  description: `${weighted} Amounts are as in get_pipeline_summary, which has won, lost and stalled deals too.`,
  tool: "get_weighted_pipeline",
  scope: "pipeline:read",
  kind: "read",
  replica: true,
  input: onTool,
  success: Report.WeightedPipeline,
  faults: [NotFound, Invalid]
})

export const thisMonth = Operation.make("reports.thisMonth", {
  title: "This month",
  description: `Reports a board's calendar month in the workspace's time zone: proposals (deals that reached the anchor stage), deals won (in a won stage, with wonAt in the month) and their value, each against its goal, and how many deals are in each open stage. ${sumsAre}`,
  http: { method: "GET", path: "/reports/this-month" },
  scope: "pipeline:read",
  kind: "read",
  replica: true,
  input: onRest,
  example,
  success: Report.ThisMonth,
  faults: [NotFound]
})

const summaryDescription = `Sums up the pipeline: for each board every stage with its id, deals, amounts, oldest deal and deals stalled for ${stalledAfterDays} days, and the deals won and lost this month. ${sumsAre}`

export const summary = Operation.make("reports.summary", {
  title: "Pipeline summary",
  description: `${summaryDescription} Without board_id, for every board.`,
  http: { method: "GET", path: "/reports/summary" },
  scope: "pipeline:read",
  kind: "read",
  replica: true,
  input: { board_id: everyBoard },
  example,
  success: Report.PipelineSummary,
  faults: [NotFound]
})

export const getSummary = Operation.make("reports.getSummary", {
  title: "Pipeline summary",
  description: `${summaryDescription} Call this first to learn boards and stages; for deals use list_deals.`,
  tool: "get_pipeline_summary",
  scope: "pipeline:read",
  kind: "read",
  replica: true,
  input: { boardId: everyBoard },
  success: Report.PipelineSummary,
  faults: [NotFound]
})

export const dealProgress = Operation.make("reports.dealProgress", {
  title: "Deal progress",
  description: `Reports how many deals of a board were created, won and lost in each of the last ${progressWeeks} weeks, and the sums of their amounts. ${sumsAre}`,
  http: { method: "GET", path: "/reports/deal-progress" },
  scope: "pipeline:read",
  kind: "read",
  replica: true,
  input: onRest,
  example,
  success: Report.DealProgress,
  faults: [NotFound]
})

export const operations = [
  weightedPipeline,
  getWeightedPipeline,
  thisMonth,
  summary,
  getSummary,
  dealProgress
] as const
