/** Reports for a range of months. */
import { Effect } from "effect"
import { Reports } from "../../../layers/reports/Reports.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type { BoardId, UserId } from "../../../schema/Id.ts"
import * as Contract from "../contract/Periods.ts"
import * as DealTotals from "../../deals/rules/DealTotals.ts"
import * as Period from "../rules/Period.ts"
import * as PeriodReport from "../rules/PeriodReport.ts"
import * as Span from "../rules/Span.ts"
import type * as Implementation from "../../Implementation.ts"
import { boardOr, today } from "./Reports.ts"

interface Range {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const wrong = (path: string, message: string) => Invalid.at("invalid_query", path, message)

/** The months in the request, or else the current month. */
const monthsOf = Effect.fnUntraced(function* ({ from, to }: Range, { local }: Period.Now) {
  const first = from ?? to ?? Period.month(local).name
  const last = to ?? first
  if (last < first) return yield* wrong("to", `must not be before ${first}`)
  if (last >= Period.monthAfter(first, Contract.maxMonths)) {
    return yield* wrong("to", `must be at most ${Contract.maxMonths} months from ${first} on`)
  }
  return { from: first, to: last }
})

interface PeriodInput extends Range {
  readonly ownerId?: UserId | undefined
}

export const periodOf = Effect.fn("reports.period")(function* (id: BoardId, asked: PeriodInput) {
  const reports = yield* Reports
  const at = yield* today
  const months = yield* monthsOf(asked, at)
  const { ownerId } = asked
  const spans = DealTotals.monthly.flatMap((what) => [
    ...(ownerId === undefined
      ? Span.monthsFrom(months.from, months.to).flatMap((month) => Span.ofMonth(what, month, at.zone))
      : Span.monthsFrom(months.from, months.to).flatMap((month) =>
          Span.ofMonths(`own-${what}`, month, month, at.zone).map((span) => ({
            ...span,
            name: `${what}:${month}`
          }))
        )),
    ...Span.ofMonths(`own-${what}`, months.from, months.to, at.zone)
  ])
  const asking = [reports.board(id), reports.bySeries(id, spans)] as const
  const [board, found] = yield* Effect.all(asking, { concurrency: 2 })
  const rows = found.filter(({ of }) => of === "" || ownerId === undefined || of === ownerId)
  const ofMonths = rows.flatMap((row) => {
    const [series, of] = row.series.split(":")
    return of === undefined ? [] : [{ ...row, series: series!, of }]
  })
  const ofOwners = rows.filter(({ series }) => !series.includes(":"))
  const names = yield* reports.owners([...new Set(ofOwners.map(({ of }) => of))])
  return PeriodReport.period(board, months, ofMonths, ofOwners, names, at)
})

export const funnelOf = Effect.fn("reports.funnel")(function* (id: BoardId, asked: Range) {
  const reports = yield* Reports
  const at = yield* today
  const months = yield* monthsOf(asked, at)
  const spans = [
    ...Span.ofMonths(DealTotals.moves, months.from, months.to, at.zone),
    ...Span.monthsFrom(months.from, months.to).flatMap((month) =>
      (["won", "dead"] as const).flatMap((what) => Span.ofMonth(what, month, at.zone))
    )
  ]
  const asking = [reports.board(id), reports.bySeries(id, spans)] as const
  const [board, rows] = yield* Effect.all(asking, { concurrency: 2 })
  return PeriodReport.funnel(board, months, rows, at)
})

export const implementations = {
  "reports.period": ({ board_id, from, owner_id, to }) => periodOf(board_id, { from, to, ownerId: owner_id }),
  "reports.funnel": ({ board_id, from, to }) => funnelOf(board_id, { from, to }),
  "reports.getPeriod": ({ boardId, ...asked }) =>
    Effect.flatMap(boardOr(boardId), (id) => periodOf(id, asked)),
  "reports.getFunnel": ({ boardId, ...asked }) =>
    Effect.flatMap(boardOr(boardId), (id) => funnelOf(id, asked))
} satisfies Implementation.Of<typeof Contract.operations>
