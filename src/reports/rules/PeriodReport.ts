/** The reports for a range of months, from the totals of months, owners and moves. */
import type * as Schema from "../../../schema/PeriodReport.ts"
import type { UserId } from "../../../schema/Id.ts"
import type { Board } from "../../boards/rules/Pipeline.ts"
import * as DealTotals from "../../deals/rules/DealTotals.ts"
import * as BoardReport from "./BoardReport.ts"
import * as Pipeline from "../../boards/rules/Pipeline.ts"
import type * as Period from "./Period.ts"
import * as Span from "./Span.ts"
import * as Tally from "./Tally.ts"

export interface Months {
  readonly from: string
  readonly to: string
}

/** The total of a series for `of`. */
export interface OfSeries extends Tally.Part {
  readonly series: string
  readonly of: string
}

const outcome = ({ currency }: Board, parts: ReadonlyArray<Tally.Part>) => {
  const tally = Tally.of(parts, currency)
  return BoardReport.totalOf(tally)
}

const outcomes = (board: Board, rows: ReadonlyArray<OfSeries>, prefix = "") => {
  const by = (what: DealTotals.Monthly) =>
    outcome(
      board,
      rows.filter(({ series }) => series === `${prefix}${what}`)
    )
  return { proposals: by("proposal"), won: by("won"), dead: by("dead") }
}

/** The `of` of rows in `ofMonths` is a month. `only` restricts the report to one owner, and the rows are then only theirs. */
export const period = (
  board: Board,
  { from, to }: Months,
  ofMonths: ReadonlyArray<OfSeries>,
  ofOwners: ReadonlyArray<OfSeries>,
  names: ReadonlyMap<string, string>,
  at: Period.Now
): Schema.PeriodReport => {
  const byOwner = [...Map.groupBy(ofOwners, ({ of }) => of)]
  const owners = byOwner.map(([id, rows]) => ({
    owner_id: id as UserId,
    owner_name: names.get(id) ?? "",
    ...outcomes(board, rows, "own-")
  }))
  const isThere = ({ dead, proposals, won }: (typeof owners)[number]) =>
    dead.deal_count + proposals.deal_count + won.deal_count > 0
  return {
    ...BoardReport.heading(board, at),
    from,
    to,
    ...outcomes(board, ofMonths),
    months: Span.monthsFrom(from, to).map((month) => ({
      month,
      ...outcomes(
        board,
        ofMonths.filter(({ of }) => of === month)
      )
    })),
    owners: owners
      .filter(isThere)
      .sort((a, b) => b.won.deal_count - a.won.deal_count || (a.owner_name < b.owner_name ? -1 : 1))
  }
}

interface Flow {
  readonly from: string
  readonly to: string
  readonly deals: number
  readonly seconds: bigint
}

const sum = (flows: ReadonlyArray<Flow>): number => flows.reduce((sum, { deals }) => sum + deals, 0)

const hours = (flows: ReadonlyArray<Flow>): number | null => {
  const left = sum(flows)
  const seconds = flows.reduce((sum, flow) => sum + flow.seconds, 0n)
  return left <= 0 ? null : Math.max(0, Math.round(Number(seconds) / left / 3600))
}

/** Counts moves between stages. Moves into a deleted stage are left out. */
const flow = (
  board: Board,
  rows: ReadonlyArray<OfSeries>
): Pick<Schema.Funnel, "created_count" | "stages"> => {
  const flows = rows.map(({ cents, deals, of }): Flow => {
    const [from = "", to = ""] = of.split(":")
    return { from, to, deals, seconds: cents }
  })
  const stages = board.lanes.map(({ stage }) => stage)
  const places = new Map<string, number>(stages.map(({ id }, place) => [id, place]))
  const deadStage = stages.find(({ region }) => region === "dead")?.id
  const into = (id: string | undefined) => sum(flows.filter((flow) => flow.to === id))
  return {
    created_count: sum(flows.filter((flow) => flow.from === DealTotals.newDeal)),
    stages: Pipeline.open(board.lanes).map(({ stage }) => {
      const left = flows.filter((flow) => flow.from === stage.id && places.has(flow.to))
      const isOn = ({ to }: Flow) => to !== deadStage && places.get(to)! > places.get(stage.id)!
      const onward = sum(left.filter(isOn))
      const lost = sum(left.filter((flow) => flow.to === deadStage))
      const all = sum(left)
      return {
        stage_id: stage.id,
        name: stage.name,
        region: stage.region,
        entered_count: into(stage.id),
        onward_count: onward,
        back_count: all - onward - lost,
        lost_count: lost,
        conversion_pct: all === 0 ? null : Math.round((100 * onward) / all),
        average_hours: hours(left)
      }
    })
  }
}

/** `rows` contains the totals of moves, and of won and lost deals by closing month. */
export const funnel = (
  board: Board,
  months: Months,
  rows: ReadonlyArray<OfSeries>,
  at: Period.Now
): Schema.Funnel => {
  const {
    [DealTotals.moves]: flows = [],
    dead = [],
    won = []
  } = Object.groupBy(
    rows,
    ({ series }) => series.split(":")[0] as typeof DealTotals.moves | DealTotals.Monthly
  )
  return {
    ...BoardReport.heading(board, at),
    ...months,
    won_count: Tally.of(won, board.currency).deals,
    lost_count: Tally.of(dead, board.currency).deals,
    ...flow(board, flows)
  }
}
