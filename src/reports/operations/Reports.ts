import { Effect } from "effect"
import { Boards } from "../../../layers/boards/Boards.ts"
import { Actor } from "../../../layers/identity/Actor.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Reports } from "../../../layers/reports/Reports.ts"
import { Invalid } from "../../../schema/Fault.ts"
import { BoardId } from "../../../schema/Id.ts"
import * as Contract from "../contract/Reports.ts"
import * as DealTotals from "../../deals/rules/DealTotals.ts"
import * as TimeZone from "../../shared/time/TimeZone.ts"
import * as BoardReport from "../rules/BoardReport.ts"
import * as Period from "../rules/Period.ts"
import * as PeriodReport from "../rules/PeriodReport.ts"
import * as PipelineSummary from "../rules/PipelineSummary.ts"
import * as Span from "../rules/Span.ts"
import type * as Implementation from "../../Implementation.ts"

const stalledShown = 10

/** The current time in the workspace's zone. */
export const today = Effect.gen(function* () {
  const { timeZone: zone = "UTC" } = (yield* Actor).workspace
  const at = yield* now
  return { at, zone, local: TimeZone.local(at, zone) }
})

const spans = (whats: ReadonlyArray<DealTotals.Monthly>, { local, zone }: Period.Now) =>
  whats.flatMap((what) => Span.ofMonth(what, Period.month(local).name, zone))

/** The board in the request, or else the workspace's only board. */
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

export const weightedPipelineOf = Effect.fn("reports.weightedPipeline")(function* (id: BoardId) {
  return BoardReport.weightedPipeline(yield* (yield* Reports).board(id), yield* today)
})

export const thisMonthOf = Effect.fn("reports.thisMonth")(function* (id: BoardId) {
  const reports = yield* Reports
  const at = yield* today
  const { board, totals } = yield* reports.month(id, spans(["proposal", "won"], at))
  return BoardReport.thisMonth(board, totals, at)
})

export const dealProgressOf = Effect.fn("reports.dealProgress")(function* (id: BoardId) {
  const reports = yield* Reports
  const at = yield* today
  const weeks = Period.weeks(at.local, Contract.progressWeeks)
  const whats = weeks.flatMap((week) => DealTotals.weekly.flatMap((what) => Span.ofWeek(what, week, at.zone)))
  const months = { from: weeks[0]!.slice(0, 7), to: Period.month(at.local).name }
  const moves = Span.ofMonths(DealTotals.moves, months.from, months.to, at.zone)
  const queries = [reports.board(id), reports.byWeek(id, whats), reports.bySeries(id, moves)] as const
  const [board, totals, flows] = yield* Effect.all(queries, { concurrency: 3 })
  const { from, stages, to } = PeriodReport.funnel(board, months, flows, at)
  return BoardReport.dealProgress(board, weeks, totals, { from, to, stages }, at)
})

/** The summary of one board, or of all boards if none is requested. */
export const summaryOf = Effect.fn("reports.summary")(function* (id: BoardId | undefined) {
  const reports = yield* Reports
  const at = yield* today
  const boards = id === undefined ? yield* reports.boards : [yield* reports.board(id)]
  const ids = boards.map((board) => board.id)
  const since = Period.daysBefore(at.at, Contract.stalledAfterDays)
  const queries = {
    totals: reports.byMonth(ids, spans(DealTotals.monthly, at)),
    quiet: reports.quiet(ids, since, Contract.stalledCounted),
    quietDeals: reports.quietDeals(ids, since, stalledShown)
  }
  const found = yield* Effect.all(queries, { concurrency: 3 })
  return PipelineSummary.make({ boards, ...found }, at, stalledShown)
})

export const implementations = {
  "reports.weightedPipeline": ({ board_id }) => weightedPipelineOf(board_id),
  "reports.getWeightedPipeline": ({ boardId }) => Effect.flatMap(boardOr(boardId), weightedPipelineOf),
  "reports.thisMonth": ({ board_id }) => thisMonthOf(board_id),
  "reports.summary": { isCostly: () => true, run: ({ board_id }) => summaryOf(board_id) },
  "reports.getSummary": { isCostly: () => true, run: ({ boardId }) => summaryOf(boardId) },
  "reports.dealProgress": ({ board_id }) => dealProgressOf(board_id)
} satisfies Implementation.Of<typeof Contract.operations>
