import { Effect, type Schema } from "effect"
import { type Filters, isFiltered, Lanes as Repository } from "../../../layers/boards/Lanes.ts"
import { Actor } from "../../../layers/identity/Actor.ts"
import * as DealLists from "../../../layers/deals/DealLists.ts"
import { Reports } from "../../../layers/reports/Reports.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type { UserId } from "../../../schema/Id.ts"
import * as Contract from "../contract/Lanes.ts"
import * as BoardLanes from "../rules/BoardLanes.ts"
import * as EmptyRange from "../../deals/rules/EmptyRange.ts"
import type * as Implementation from "../../Implementation.ts"

const tooMany = new Invalid({
  code: "invalid_query",
  message: `limit is at most ${Contract.maxDeals} without stageId: send one to show more of that stage.`,
  meta: { issues: [{ path: "limit", message: `is at most ${Contract.maxDeals} without stageId` }] }
})

type LanesQuery = Omit<Schema.Schema.Type<Schema.Struct<typeof Contract.list.input>>, "id" | "limit">

type LaneFilters = Omit<LanesQuery, "sort">

/** Whether the query reads all deals of the board. Otherwise the index returns the first deals of each stage. */
export const isCostly = ({ sort = "latest", stageId: _, ...filters }: LanesQuery): boolean =>
  sort !== "latest" || Object.values(filters).some((value) => value !== undefined)

/** The filters in the request, with the caller's own id for `me`. */
export const filtersOf = Effect.fnUntraced(function* ({ ownerId, q = "", ...sent }: LaneFilters) {
  const contradiction = EmptyRange.of(sent)
  if (contradiction !== undefined) return yield* contradiction
  const { user } = yield* Actor
  return {
    ...sent,
    ...(q.trim() !== "" && { q }),
    ...(ownerId !== undefined && { ownerId: ownerId === "me" ? user.id : (ownerId as UserId) })
  } satisfies Filters
})

export const implementations = {
  "boards.lanes": {
    isCostly: ({ id: _, limit: __, ...asked }) => isCostly(asked),
    run: Effect.fnUntraced(function* (input) {
      const { id, limit = Contract.defaultLimit, sort = "latest", ...sent } = input
      const filters = yield* filtersOf(sent)
      const { stageId } = sent
      if (stageId === undefined && limit > Contract.maxDeals) return yield* tooMany
      const lanes = yield* Repository
      const at = yield* DealLists.now
      const queries = [
        (yield* Reports).board(id),
        lanes.first(id, { filters, sort, limit: limit + 1, at }),
        isFiltered(filters) ? lanes.matches(id, filters, at) : Effect.undefined
      ] as const
      const [board, deals, matches] = yield* Effect.all(queries, { concurrency: 3 })
      return BoardLanes.make(board, { deals, matches, limit, stageId })
    })
  }
} satisfies Implementation.Of<typeof Contract.operations>
