/** Creates many deals on a board in a few statements. */
import { Effect } from "effect"
import { Boards } from "../../../layers/boards/Boards.ts"
import { ManyDeals } from "../../../layers/deals/ManyDeals.ts"
import { Actor, label } from "../../../layers/identity/Actor.ts"
import { ExternalIds } from "../../../layers/imports/ExternalIds.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import { DealId, type UserId } from "../../../schema/Id.ts"
import type * as Operation from "../../contract/Operation.ts"
import * as BulkItems from "../../shared/BulkItems.ts"
import type * as Contract from "../contract/BulkDeals.ts"
import * as Amount from "../rules/Amount.ts"
import * as DealEdit from "../rules/DealEdit.ts"
import * as Activity from "./Activity.ts"
import { ownerOf, stageOf } from "./Deals.ts"
import * as OpenDeal from "./OpenDeal.ts"
import * as PossibleDuplicates from "./PossibleDuplicates.ts"

export const run = Effect.fnUntraced(function* ({ boardId, deals }: Operation.Input<typeof Contract.create>) {
  const { user } = yield* Actor
  const by = label(yield* Actor)
  const ids = yield* Ids
  const at = yield* now
  const { board, stages } = yield* (yield* Boards).withStages(boardId)
  const checkExternalId = yield* (yield* ExternalIds).admitMany(
    "deal",
    deals.map(({ externalId }) => externalId)
  )
  const owners = new Map<UserId, Effect.Success<ReturnType<typeof ownerOf>>>()

  const findOwner = Effect.fnUntraced(function* (id: UserId) {
    const owner = owners.get(id) ?? (yield* ownerOf(id))
    owners.set(id, owner)
    return owner
  })

  const draft = Effect.fnUntraced(function* (input: (typeof deals)[number]) {
    const sent = yield* Effect.fromResult(Amount.settle(input, board.currency))
    const stage =
      sent.stageId === undefined
        ? yield* OpenDeal.firstStage(stages, "The board has no open stage for a new deal.")
        : yield* stageOf("stageId", stages, sent.stageId)
    const owner = sent.ownerId === undefined ? user : yield* findOwner(sent.ownerId)
    yield* checkExternalId(sent.externalId)
    return DealEdit.create(board, sent, stage, owner, DealId.make(yield* ids.uuid), at)
  })

  const created = yield* BulkItems.forEach("deals", deals, draft)
  yield* PossibleDuplicates.warn(
    created.map(({ company, id, name, primaryContact: { email } }) => ({
      kind: "deal",
      id,
      company,
      email,
      name
    }))
  )
  const open = created.filter(({ stage }) => OpenDeal.isOpen(stage))
  if (open[0] !== undefined) {
    const before = open.map(() => null)
    yield* OpenDeal.admitAll(before, open[0].stage)
  }
  const notes = yield* Effect.forEach(created, Activity.created)
  yield* (yield* ManyDeals).import(
    created.map((after) => ({ before: null, after })),
    notes.flat()
  )
  yield* (yield* Outbox).append(created.map((deal) => ({ type: "deal.created", deal, by, at })))
  return { created: created.length, records: created.map(({ id, name }) => ({ id, name })) }
})
