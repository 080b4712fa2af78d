import { Effect, Result } from "effect"
import { Actor, label } from "../../../layers/identity/Actor.ts"
import { Stages } from "../../../layers/boards/Stages.ts"
import { ManyDeals } from "../../../layers/deals/ManyDeals.ts"
import { Notes } from "../../../layers/deals/Notes.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import { changes } from "../../../schema/Bulk.ts"
import type { Deal } from "../../../schema/Deal.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type * as Contract from "../contract/BulkDeals.ts"
import type * as Operation from "../../contract/Operation.ts"
import * as BulkEdit from "../rules/BulkEdit.ts"
import * as DealEdit from "../rules/DealEdit.ts"
import * as StageEntry from "../rules/StageEntry.ts"
import * as BulkRefusals from "../../shared/BulkRefusals.ts"
import type * as Implementation from "../../Implementation.ts"
import * as Selection from "../../shared/Selection.ts"
import * as Activity from "./Activity.ts"
import * as CreateDeals from "./CreateDeals.ts"
import * as DealLists from "./DealLists.ts"
import { checkReason, ownerOf, stageOf } from "./Deals.ts"
import * as OpenDeal from "./OpenDeal.ts"

const nothing = new Invalid({
  code: "invalid_body",
  message: `Send at least one of ${Object.keys(changes).join(", ")}.`
})

interface Edited {
  readonly before: Deal
  readonly after: Deal
}

const refuse = (asked: number, refusals: ReadonlyArray<BulkRefusals.Refusal>) =>
  refusals.length === 0 ? Effect.void : Effect.fail(BulkRefusals.fault("deal", asked, refusals))

type Target = Pick<Operation.Input<typeof Contract.update>, "filter" | "ids">

const choose = (input: Target) =>
  Effect.flatMap(ManyDeals, ({ lock, matching }) =>
    Selection.lock("deal", input, {
      lock,
      matching: (filter, most, counted) =>
        Effect.flatMap(DealLists.choice(filter), (asked) => matching(asked, most, counted)),
      idOf: ({ id }) => id
    })
  )

/** The response if the filter matches nothing. */
const none = ({ filter = {} }: Target) =>
  Effect.map(DealLists.suggestWider(filter), (hint) => Selection.none("deal", hint))

export const implementations = {
  "deals.bulkCreate": CreateDeals.run,
  "deals.bulkUpdate": Effect.fnUntraced(function* ({ filter, ids, ownerId, ...edit }) {
    if (ownerId === undefined && Object.keys(edit).length === 0) return yield* nothing
    const sent = { ...(ids && { ids }), ...(filter && { filter }) }
    const many = yield* ManyDeals
    const { asked, found, missing } = yield* choose(sent)
    const owner = ownerId === undefined ? undefined : yield* ownerOf(ownerId)
    const at = yield* now
    const edited = found.map((before) => ({ before, result: BulkEdit.apply(before, edit, owner, at) }))
    const refusals = edited.flatMap(({ before: { id }, result }): ReadonlyArray<BulkRefusals.Refusal> =>
      Result.isFailure(result) ? [{ id, code: "invalid_body", message: result.failure }] : []
    )
    yield* refuse(asked, [...missing, ...refusals])
    if (found.length === 0) return yield* none(sent)
    const changed = edited.flatMap(({ before, result }): ReadonlyArray<Edited> =>
      Result.isSuccess(result) && Object.keys(DealEdit.changes(before, result.success)).length > 0
        ? [{ before, after: result.success }]
        : []
    )
    const entries = yield* Effect.forEach(changed, ({ after, before }) =>
      Activity.updated(after, DealEdit.changes(before, after))
    )
    yield* many.update(changed, entries.flat())
    const withoutAmount = found.filter(({ amountCents }) => amountCents === null).length
    return {
      updated: changed.length,
      unchanged: found.length - changed.length,
      ...(edit.amountPercent !== undefined && withoutAmount > 0 ? { withoutAmount } : {})
    }
  }),
  "deals.bulkMove": Effect.fnUntraced(function* ({ lostReason, note, toStageId, ...sent }) {
    const many = yield* ManyDeals
    const { asked, found, missing } = yield* choose(sent)
    if (found.length === 0) {
      yield* refuse(asked, missing)
      return yield* none(sent)
    }
    const { boardId } = found[0]!
    const to = yield* stageOf("toStageId", yield* (yield* Stages).of(boardId), toStageId)
    yield* checkReason(lostReason, to)
    const elsewhere = found
      .filter((deal) => deal.boardId !== boardId)
      .map(({ id }) => ({
        id,
        code: "invalid_stage" as const,
        message: `Deal ${id} is on another board than the stage ${to.name}.`
      }))
    yield* refuse(asked, [...missing, ...elsewhere])
    const moving = found.filter(({ stage }) => stage.id !== to.id)
    const staying = found.filter(({ stage }) => stage.id === to.id)
    yield* OpenDeal.admitAll(
      moving.map(({ stage }) => stage),
      to
    )
    const at = yield* now
    const by = label(yield* Actor)
    const noted = (deal: Deal) =>
      note === undefined ? Effect.succeed([]) : Effect.map(Activity.noted(deal, note), (one) => [one])
    const changed = moving.map((before) => ({ before, after: StageEntry.enter(before, to, at, lostReason) }))
    const entries = yield* Effect.forEach(changed, ({ after, before }) =>
      Effect.flatMap(Activity.moved(after, before.stage), (moves) =>
        Effect.map(noted(after), (notes) => [...moves, ...notes])
      )
    )
    yield* many.update(changed, entries.flat())
    const stayed = yield* Effect.forEach(staying, noted)
    yield* (yield* Notes).insert(stayed.flat())
    yield* (yield* Outbox).append(
      changed.flatMap(({ after, before }) => StageEntry.events(before, after, by, at))
    )
    const hint = changed.map(({ after }) => StageEntry.unexplained(after)).find((one) => one !== undefined)
    return { updated: changed.length, unchanged: staying.length, ...(hint !== undefined && { hint }) }
  })
} satisfies Implementation.Of<typeof Contract.operations>
