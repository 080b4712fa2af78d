/** A board's lanes: each stage with the totals of its deals and the first of them. */
import * as Field from "../../../schema/Field.ts"
import type { LaneDeal, Lanes } from "../../../schema/Lanes.ts"
import type { Board } from "./Pipeline.ts"
import * as Tally from "../../reports/rules/Tally.ts"

/** The total of a stage's matching deals in one currency. */
export interface Match extends Tally.Part {
  readonly stageId: string
}

const matching = (board: Board, matches: ReadonlyArray<Match> | undefined, stageId: string) => {
  if (matches === undefined) return {}
  const tally = Tally.of(
    matches.filter((one) => one.stageId === stageId),
    board.currency
  )
  const sums = {
    dealCount: tally.deals,
    amountCents: Field.sum(tally.cents),
    ...Tally.otherCurrencies(tally)
  }
  return { matching: sums }
}

interface LanesInput {
  /** In display order, up to `limit` + 1 per stage. The extra deal shows that there are more. */
  readonly deals: ReadonlyArray<LaneDeal>
  /** Undefined without a filter. */
  readonly matches: ReadonlyArray<Match> | undefined
  readonly limit: number
  /** The only stage to show. */
  readonly stageId: string | undefined
}

export const make = (board: Board, { deals, limit, matches, stageId }: LanesInput): Lanes => {
  const byStage = Map.groupBy(deals, ({ stage }) => stage.id)
  return {
    boardId: board.id,
    boardName: board.name,
    currency: board.currency,
    lanes: board.lanes.flatMap((lane, position) => {
      if (stageId !== undefined && lane.stage.id !== stageId) return []
      const found = byStage.get(lane.stage.id) ?? []
      const shown = {
        stage: { ...lane.stage, isAnchor: lane.stage.region === "anchor", position },
        dealCount: lane.deals,
        amountCents: Field.sum(lane.cents),
        ...Tally.otherCurrencies(lane),
        ...(lane.undated === 0 ? {} : { undatedCount: lane.undated }),
        ...matching(board, matches, lane.stage.id),
        deals: found.slice(0, limit),
        hasMore: found.length > limit
      }
      return [shown]
    })
  }
}
