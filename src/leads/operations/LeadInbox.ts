import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { LeadPeople } from "../../../layers/leads/LeadPeople.ts"
import { Leads } from "../../../layers/leads/Leads.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { TriageStatus } from "../../../schema/TriageStatus.ts"
import * as Contract from "../contract/LeadInbox.ts"
import * as UndoRequest from "../../audit/rules/UndoRequest.ts"
import type * as Implementation from "../../Implementation.ts"
import * as SearchQuery from "../../shared/SearchQuery.ts"
import { listQuery } from "./Leads.ts"

type Counts = typeof Contract.counts.success.Type

export const implementations = {
  "leads.glance": {
    isCostly: SearchQuery.isSearch,
    run: Effect.fnUntraced(function* (input) {
      return yield* (yield* Leads).listForInbox(...listQuery(input))
    })
  },
  "leads.counts": Effect.fnUntraced(function* ({ boardId }) {
    const within = { sort: "newest", ...(boardId === undefined ? {} : { boardId }) } as const
    const lists = [
      ...TriageStatus.literals.map((triageStatus) => ({ ...within, triageStatus })),
      { ...within, view: "suspect" as const }
    ]
    const counted = yield* (yield* Leads).counts(lists, Contract.maxCounted)
    const names = [...TriageStatus.literals, "suspect"] as const
    return Object.fromEntries(names.map((name, index) => [name, counted[index]!])) as Counts
  }),
  "leads.neighbours": {
    isCostly: SearchQuery.isSearch,
    run: Effect.fnUntraced(function* ({ id, ...input }) {
      const [filters] = listQuery(input)
      return yield* (yield* Leads).findNeighbours(filters, id)
    })
  },
  "leads.undoable": Effect.fnUntraced(function* ({ ids }) {
    const { role, user } = yield* Actor
    const since = UndoRequest.earliest(yield* now)
    return { data: yield* (yield* LeadPeople).triaged(ids, since, role === "admin" ? undefined : user.id) }
  })
} satisfies Implementation.Of<typeof Contract.operations>
