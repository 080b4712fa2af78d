import { Effect } from "effect"
import { Duplicates } from "../../../layers/records/Duplicates.ts"
import type * as Contract from "../contract/Duplicates.ts"
import type * as Implementation from "../../Implementation.ts"

export const implementations = {
  "match.duplicates": {
    isCostly: () => true,
    run: Effect.fnUntraced(function* ({ type, ...page }) {
      return yield* (yield* Duplicates).list(type, page)
    })
  }
} satisfies Implementation.Of<typeof Contract.operations>
