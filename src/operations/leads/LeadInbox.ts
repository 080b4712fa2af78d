import { Effect } from "effect"
import { Leads } from "../../../layers/leads/Leads.ts"
import * as Contract from "../../contract/leads/LeadInbox.ts"
import type * as Implementation from "../../Implementation.ts"
import { asked } from "./Leads.ts"

export const implementations = {
  "leads.glance": Effect.fnUntraced(function* (input) {
    return yield* (yield* Leads).glance(...asked(input))
  }),
  "leads.suspects": Effect.fnUntraced(function* () {
    const filters = { view: "suspect", sort: "newest" } as const
    const [count = 0] = yield* (yield* Leads).counts([filters], Contract.mostCounted)
    return { count }
  })
} satisfies Implementation.Of<typeof Contract.operations>
