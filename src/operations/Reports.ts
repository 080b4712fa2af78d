import { Effect } from "effect"
import { Boards } from "../../layers/Boards.ts"
import { now } from "../../layers/Now.ts"
import { Reports } from "../../layers/Reports.ts"
import { Invalid, NotFound } from "../../schema/Fault.ts"
import * as Field from "../../schema/Field.ts"
import { BoardId } from "../../schema/Id.ts"
import * as Report from "../../schema/Report.ts"
import * as BoardReport from "../domain/BoardReport.ts"
import * as Period from "../domain/Period.ts"
import * as PipelineSummary from "../domain/PipelineSummary.ts"
import * as Operation from "../Operation.ts"

const stalledAfterDays = 30
const stalledShown = 10
const stalledCounted = 1_000
const progressWeeks = 12

/** REST names the board as SPEC.md does; tools name it as every other tool does. */
const onRest = { board_id: BoardId }
const onTool = { boardId: Field.optional(BoardId) }
const example = { board_id: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40" }

/** The board a tool means where it names none: the only one there is. */
export const boardOr = Effect.fnUntraced(function* (boardId: BoardId | undefined) {
  if (boardId !== undefined) return boardId
  const { data } = yield* (yield* Boards).list({ limit: 100 })
  if (data.length === 1) return data[0]!.id
  const names = data.map(({ id, name }) => `${name} (${id})`).join(", ")
  return yield* new Invalid({
    code: "invalid_body",
    message: `boardId is needed, since the workspace has several boards: ${names}.`,
    meta: {
      boards: data.map(({ id, name }) => ({ id, name })),
      issues: [{ path: "boardId", message: "is required" }]
    }
  })
})

/** The weighted pipeline of a board, as it is now. */
export const weightedPipelineOf = Effect.fn("reports.weightedPipeline")(function* (id: BoardId) {
  return BoardReport.weightedPipeline(yield* (yield* Reports).board(id), yield* now)
})

/** What a board reached in the current month, against its goals. */
export const thisMonthOf = Effect.fn("reports.thisMonth")(function* (id: BoardId) {
  const reports = yield* Reports
  const at = yield* now
  const { board, happenings } = yield* reports.month(id, Period.month(at).name)
  return BoardReport.thisMonth(board, happenings, at)
})

/** How a board's deals went week by week. */
export const dealProgressOf = Effect.fn("reports.dealProgress")(function* (id: BoardId) {
  const reports = yield* Reports
  const at = yield* now
  const weeks = Period.weeks(at, progressWeeks)
  const asked = [reports.board(id), reports.byWeek(id, weeks)] as const
  const [board, happenings] = yield* Effect.all(asked, { concurrency: 2 })
  return BoardReport.dealProgress(board, weeks, happenings, at)
})

/** The board asked for, else every board, with all its stages. */
export const summaryOf = Effect.fn("reports.summary")(function* (id: BoardId | undefined) {
  const reports = yield* Reports
  const at = yield* now
  const boards = id === undefined ? yield* reports.boards : [yield* reports.board(id)]
  const ids = boards.map((board) => board.id)
  const since = Period.daysBefore(at, stalledAfterDays)
  const asked = {
    happenings: reports.byMonth(ids, Period.month(at).name),
    quiet: reports.quiet(ids, since, stalledCounted),
    quietDeals: reports.quietDeals(ids, since, stalledShown)
  }
  const found = yield* Effect.all(asked, { concurrency: 3 })
  return PipelineSummary.make({ boards, ...found }, at, stalledShown)
})

const weightedDescription =
  "Reports the open deals of a board: how many, their sum, and their sum weighted by each stage's probability, in all and by stage."

export const weightedPipeline = Operation.make("reports.weightedPipeline", {
  title: "Weighted pipeline",
  description: `${weightedDescription} All amounts are whole cents.`,
  http: { method: "GET", path: "/reports/weighted-pipeline" },
  scope: "pipeline:read",
  kind: "read",
  input: onRest,
  example,
  success: Report.WeightedPipeline,
  faults: [NotFound],
  run: ({ board_id }) => weightedPipelineOf(board_id)
})

export const getWeightedPipeline = Operation.make("reports.getWeightedPipeline", {
  title: "Weighted pipeline",
  description: `${weightedDescription} All amounts are whole cents. Leave boardId out where the workspace has one board.`,
  tool: "get_weighted_pipeline",
  scope: "pipeline:read",
  kind: "read",
  input: onTool,
  success: Report.WeightedPipeline,
  faults: [NotFound, Invalid],
  run: ({ boardId }) => Effect.flatMap(boardOr(boardId), weightedPipelineOf)
})

export const thisMonth = Operation.make("reports.thisMonth", {
  title: "This month",
  description:
    "Reports a board's calendar month in UTC: proposals (deals that reached the anchor stage), deals won and their value, each against its goal, and how many deals are in each open stage.",
  http: { method: "GET", path: "/reports/this-month" },
  scope: "pipeline:read",
  kind: "read",
  input: onRest,
  example,
  success: Report.ThisMonth,
  faults: [NotFound],
  run: ({ board_id }) => thisMonthOf(board_id)
})

const summaryDescription = `Sums up the pipeline: for each board every stage with its id, deals, amounts, oldest deal and deals stalled for ${stalledAfterDays} days (counted up to ${stalledCounted}), and what was won and lost this month.`

export const summary = Operation.make("reports.summary", {
  title: "Pipeline summary",
  description: `${summaryDescription} Without board_id, every board.`,
  http: { method: "GET", path: "/reports/summary" },
  scope: "pipeline:read",
  kind: "read",
  input: { board_id: Field.optional(BoardId) },
  example,
  success: Report.PipelineSummary,
  faults: [NotFound],
  run: ({ board_id }) => summaryOf(board_id)
})

export const getSummary = Operation.make("reports.getSummary", {
  title: "Pipeline summary",
  description: `${summaryDescription} Without boardId, every board: call this first to learn the ids of boards and stages.`,
  tool: "get_pipeline_summary",
  scope: "pipeline:read",
  kind: "read",
  input: onTool,
  success: Report.PipelineSummary,
  faults: [NotFound],
  run: ({ boardId }) => summaryOf(boardId)
})

export const dealProgress = Operation.make("reports.dealProgress", {
  title: "Deal progress",
  description: `Reports how many deals of a board were created, won and lost in each of the last ${progressWeeks} weeks, and what their amounts come to.`,
  http: { method: "GET", path: "/reports/deal-progress" },
  scope: "pipeline:read",
  kind: "read",
  input: onRest,
  example,
  success: Report.DealProgress,
  faults: [NotFound],
  run: ({ board_id }) => dealProgressOf(board_id)
})

export const operations = [
  weightedPipeline,
  getWeightedPipeline,
  thisMonth,
  summary,
  getSummary,
  dealProgress
] as const
