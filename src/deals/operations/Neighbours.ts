import { Effect } from "effect"
import { Lanes } from "../../../layers/boards/Lanes.ts"
import * as Lists from "../../../layers/deals/DealLists.ts"
import { Deals } from "../../../layers/deals/Deals.ts"
import type * as Contract from "../contract/Neighbours.ts"
import type * as Implementation from "../../Implementation.ts"
import * as BoardLanes from "../../boards/operations/Lanes.ts"
import * as SearchQuery from "../../shared/SearchQuery.ts"
import * as DealLists from "./DealLists.ts"

export const implementations = {
  "deals.neighbours": {
    isCostly: ({ id: _, ...asked }) => BoardLanes.isCostly(asked),
    run: Effect.fnUntraced(function* ({ id, sort = "latest", ...sent }) {
      const filters = yield* BoardLanes.filtersOf(sent)
      const deal = yield* (yield* Deals).find(id)
      return yield* (yield* Lanes).findNeighbours(deal, { filters, sort, at: yield* Lists.now })
    })
  },
  "deals.listedBeside": {
    isCostly: SearchQuery.isSearch,
    run: Effect.fnUntraced(function* ({ id, ...sent }) {
      return yield* (yield* Deals).findNeighbours(yield* DealLists.choice(sent), id)
    })
  }
} satisfies Implementation.Of<typeof Contract.onPages>
