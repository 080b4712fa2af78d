import { Effect } from "effect"
import { Deals } from "../../../layers/deals/Deals.ts"
import { ManyDeals } from "../../../layers/deals/ManyDeals.ts"
import { Notes } from "../../../layers/deals/Notes.ts"
import { Actor, refOf } from "../../../layers/identity/Actor.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Invalid } from "../../../schema/Fault.ts"
import { NoteId } from "../../../schema/Id.ts"
import * as Contract from "../contract/Merge.ts"
import * as DealEdit from "../rules/DealEdit.ts"
import * as DealMerge from "../rules/DealMerge.ts"
import type * as Implementation from "../../Implementation.ts"
import * as Activity from "./Activity.ts"

const named = ({ id, name }: { readonly id: string; readonly name: string }) => ({ id, name })

export const implementations = {
  "deals.merge": Effect.fnUntraced(function* ({ id, intoId }) {
    const deals = yield* Deals
    const ids = yield* Ids
    if (id === intoId) return yield* Invalid.at("invalid_body", "intoId", "must be another deal than id")
    // Locks both in one order; a missing one is reported by its own read.
    yield* (yield* ManyDeals).lock([id, intoId])
    const merged = yield* deals.lock(id)
    const kept = yield* deals.lock(intoId)
    const at = yield* now
    const notes = yield* (yield* Notes).ofDeal(id, Contract.maxNotes + 1)
    if (notes.length > Contract.maxNotes)
      return yield* Invalid.at(
        "invalid_body",
        "id",
        `has more than ${Contract.maxNotes} notes, too many to copy: merge the other deal into this one, or delete some notes`
      )
    const after = DealMerge.into(kept, merged, at)
    const told = { from: named(merged), changes: DealEdit.changes(kept, after) }
    const copies = yield* Effect.forEach(notes, (note) =>
      Effect.map(ids.uuid, (uuid) => ({ ...note, id: NoteId.make(uuid), dealId: intoId }))
    )
    const given = yield* Activity.entries(merged, ["deal_merged"], { to: named(kept) })
    yield* (yield* Notes).insert(given)
    yield* deals.remove(merged, at, refOf(yield* Actor), intoId)
    yield* deals.update(kept, after, [...copies, ...(yield* Activity.entries(after, ["deal_merged"], told))])
    return after
  })
} satisfies Implementation.Of<typeof Contract.operations>
