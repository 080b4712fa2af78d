import { Effect } from "effect"
import { Lanes } from "../../../layers/boards/Lanes.ts"
import { Deals } from "../../../layers/deals/Deals.ts"
import type * as Contract from "../../contract/deals/Neighbours.ts"
import type * as Implementation from "../../Implementation.ts"

export const implementations = {
  "deals.neighbours": Effect.fnUntraced(function* ({ id }) {
    return yield* (yield* Lanes).beside(yield* (yield* Deals).find(id))
  })
} satisfies Implementation.Of<typeof Contract.onPages>
