import { Effect } from "effect"
import { type Filters, isFiltered, Lanes as Repository } from "../../../layers/boards/Lanes.ts"
import { Actor } from "../../../layers/identity/Actor.ts"
import { now } from "../../../layers/platform/Now.ts"
import { Reports } from "../../../layers/reports/Reports.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type { UserId } from "../../../schema/Id.ts"
import * as Contract from "../../contract/boards/Lanes.ts"
import * as BoardLanes from "../../domain/boards/BoardLanes.ts"
import * as Contradiction from "../../domain/deals/Contradiction.ts"
import type * as Implementation from "../../Implementation.ts"

const tooMany = new Invalid({
  code: "invalid_query",
  message: `limit is at most ${Contract.most} without stageId: send one to show more of that stage.`,
  meta: { issues: [{ path: "limit", message: `is at most ${Contract.most} without stageId` }] }
})

export const implementations = {
  "boards.lanes": {
    // Reads all deals of the board, where the index of lanes gives the first of each stage otherwise.
    costly: ({ id: _, limit: _limit, sort = "latest", stageId: _stage, ...filters }) =>
      sort !== "latest" || Object.values(filters).some((value) => value !== undefined),
    run: Effect.fnUntraced(function* (input) {
      const { id, limit = Contract.defaultLimit, ownerId, q = "", sort = "latest", stageId, ...sent } = input
      const contradiction = Contradiction.of(sent)
      if (contradiction !== undefined) return yield* contradiction
      if (stageId === undefined && limit > Contract.most) return yield* tooMany
      const { user } = yield* Actor
      const filters: Filters = {
        ...sent,
        ...(stageId !== undefined && { stageId }),
        ...(q.trim() !== "" && { q }),
        ...(ownerId !== undefined && { ownerId: ownerId === "me" ? user.id : (ownerId as UserId) })
      }
      const lanes = yield* Repository
      const at = yield* now
      const asked = [
        (yield* Reports).board(id),
        lanes.first(id, { filters, sort, limit: limit + 1, at }),
        isFiltered(filters) ? lanes.matches(id, filters, at) : Effect.undefined
      ] as const
      const [board, deals, matches] = yield* Effect.all(asked, { concurrency: 3 })
      return BoardLanes.make(board, { deals, matches, limit, stageId })
    })
  }
} satisfies Implementation.Of<typeof Contract.operations>
