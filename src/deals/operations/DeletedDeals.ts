import { Effect } from "effect"
import { DeletedDeals } from "../../../layers/deals/DeletedDeals.ts"
import { ExternalIds } from "../../../layers/imports/ExternalIds.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { NotFound } from "../../../schema/Fault.ts"
import type * as Contract from "../contract/DeletedDeals.ts"
import * as Deletion from "../rules/Deletion.ts"
import type * as Implementation from "../../Implementation.ts"
import * as OpenDeal from "./OpenDeal.ts"

export const implementations = {
  "deals.restore": Effect.fnUntraced(function* ({ id }) {
    const deleted = yield* DeletedDeals
    const found = yield* deleted.lock(id)
    const { deal, deletedAt } = found
    if (deletedAt === null) return deal
    if (Deletion.isOver(deletedAt, yield* now)) return yield* NotFound.of("deal", id)
    yield* OpenDeal.admit(null, deal.stage)
    yield* (yield* ExternalIds).admit("deal", deal.externalId, id)
    yield* deleted.restore(found)
    return deal
  }),
  "deals.deleted": Effect.fnUntraced(function* ({ id, ...page }) {
    return yield* (yield* DeletedDeals).list(id, page)
  })
} satisfies Implementation.Of<readonly [...typeof Contract.operations, ...typeof Contract.onPages]>
