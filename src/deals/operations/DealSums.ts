import { Effect } from "effect"
import { Deals } from "../../../layers/deals/Deals.ts"
import type * as Contract from "../contract/DealSums.ts"
import type * as Implementation from "../../Implementation.ts"
import * as DealLists from "./DealLists.ts"

export const implementations = {
  "deals.sums": {
    isCostly: () => true,
    run: Effect.fnUntraced(function* (sent) {
      return yield* (yield* Deals).sums(yield* DealLists.choice(sent))
    })
  }
} satisfies Implementation.Of<typeof Contract.onPages>
