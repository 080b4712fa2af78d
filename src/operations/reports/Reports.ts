import { Effect } from "effect"
import { Boards } from "../../../layers/boards/Boards.ts"
import { now } from "../../../layers/platform/Now.ts"
import { Reports } from "../../../layers/reports/Reports.ts"
import { Invalid } from "../../../schema/Fault.ts"
import { BoardId } from "../../../schema/Id.ts"
import * as Contract from "../../contract/reports/Reports.ts"
import * as BoardReport from "../../domain/reports/BoardReport.ts"
import * as Period from "../../domain/reports/Period.ts"
import * as PipelineSummary from "../../domain/reports/PipelineSummary.ts"
import type * as Implementation from "../../Implementation.ts"

const stalledShown = 10

/** The board sent, or else the workspace's only board. */
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
  return BoardReport.weightedPipeline(yield* (yield* Reports).board(id), yield* now)
})

export const thisMonthOf = Effect.fn("reports.thisMonth")(function* (id: BoardId) {
  const reports = yield* Reports
  const at = yield* now
  const { board, totals } = yield* reports.month(id, Period.month(at).name)
  return BoardReport.thisMonth(board, totals, at)
})

export const dealProgressOf = Effect.fn("reports.dealProgress")(function* (id: BoardId) {
  const reports = yield* Reports
  const at = yield* now
  const weeks = Period.weeks(at, Contract.progressWeeks)
  const asked = [reports.board(id), reports.byWeek(id, weeks)] as const
  const [board, totals] = yield* Effect.all(asked, { concurrency: 2 })
  return BoardReport.dealProgress(board, weeks, totals, at)
})

/** Of one board, or of every board if none is sent. */
export const summaryOf = Effect.fn("reports.summary")(function* (id: BoardId | undefined) {
  const reports = yield* Reports
  const at = yield* now
  const boards = id === undefined ? yield* reports.boards : [yield* reports.board(id)]
  const ids = boards.map((board) => board.id)
  const since = Period.daysBefore(at, Contract.stalledAfterDays)
  const asked = {
    totals: reports.byMonth(ids, Period.month(at).name),
    quiet: reports.quiet(ids, since, Contract.stalledCounted),
    quietDeals: reports.quietDeals(ids, since, stalledShown)
  }
  const found = yield* Effect.all(asked, { concurrency: 3 })
  return PipelineSummary.make({ boards, ...found }, at, stalledShown)
})

export const implementations = {
  "reports.weightedPipeline": ({ board_id }) => weightedPipelineOf(board_id),
  "reports.getWeightedPipeline": ({ boardId }) => Effect.flatMap(boardOr(boardId), weightedPipelineOf),
  "reports.thisMonth": ({ board_id }) => thisMonthOf(board_id),
  "reports.summary": { costly: () => true, run: ({ board_id }) => summaryOf(board_id) },
  "reports.getSummary": { costly: () => true, run: ({ boardId }) => summaryOf(boardId) },
  "reports.dealProgress": ({ board_id }) => dealProgressOf(board_id)
} satisfies Implementation.Of<typeof Contract.operations>
