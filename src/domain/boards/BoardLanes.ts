/** A board's lanes: each stage with the totals of its deals and the first of them. */
import * as Field from "../../../schema/Field.ts"
import type { LaneDeal, Lanes } from "../../../schema/Lanes.ts"
import type { Board } from "./Pipeline.ts"
import * as Tally from "../reports/Tally.ts"

/** `deals` are in display order, up to `limit` + 1 per stage: the extra deal shows that there are more. */
export const make = (board: Board, deals: ReadonlyArray<LaneDeal>, limit: number): Lanes => {
  const byStage = Map.groupBy(deals, ({ stage }) => stage.id)
  return {
    boardId: board.id,
    boardName: board.name,
    currency: board.currency,
    lanes: board.lanes.map((lane, position) => {
      const found = byStage.get(lane.stage.id) ?? []
      return {
        stage: { ...lane.stage, isAnchor: lane.stage.region === "anchor", position },
        dealCount: lane.deals,
        amountCents: Field.sum(lane.cents),
        ...Tally.otherCurrencies(lane),
        ...(lane.undated === 0 ? {} : { undatedCount: lane.undated }),
        deals: found.slice(0, limit),
        hasMore: found.length > limit
      }
    })
  }
}
