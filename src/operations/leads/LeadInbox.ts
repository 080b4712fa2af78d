import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { LeadPeople } from "../../../layers/leads/LeadPeople.ts"
import { Leads } from "../../../layers/leads/Leads.ts"
import { now } from "../../../layers/platform/Now.ts"
import * as Contract from "../../contract/leads/LeadInbox.ts"
import * as UndoRequest from "../../domain/audit/UndoRequest.ts"
import type * as Implementation from "../../Implementation.ts"
import * as Searched from "../Searched.ts"
import { asked } from "./Leads.ts"

export const implementations = {
  "leads.glance": {
    costly: Searched.isSearch,
    run: Effect.fnUntraced(function* (input) {
      return yield* (yield* Leads).glance(...asked(input))
    })
  },
  "leads.suspects": Effect.fnUntraced(function* () {
    const filters = { view: "suspect", sort: "newest" } as const
    const [count = 0] = yield* (yield* Leads).counts([filters], Contract.mostCounted)
    return { count }
  }),
  "leads.undoable": Effect.fnUntraced(function* ({ ids }) {
    const { role, user } = yield* Actor
    const since = UndoRequest.earliest(yield* now)
    return { data: yield* (yield* LeadPeople).triaged(ids, since, role === "admin" ? undefined : user.id) }
  })
} satisfies Implementation.Of<typeof Contract.operations>
