import { Effect, Result } from "effect"
import { Actor, label, refOf } from "../../../layers/identity/Actor.ts"
import { Boards } from "../../../layers/boards/Boards.ts"
import { DealDetails } from "../../../layers/deals/DealDetails.ts"
import { Deals } from "../../../layers/deals/Deals.ts"
import { ExternalIds } from "../../../layers/imports/ExternalIds.ts"
import { Notes } from "../../../layers/deals/Notes.ts"
import { now } from "../../../layers/runtime/Now.ts"
import * as StatementPipeline from "../../../layers/database/client/StatementPipeline.ts"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import { Stages } from "../../../layers/boards/Stages.ts"
import { paged } from "../../../schema/DealDetails.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type { Deal } from "../../../schema/Deal.ts"
import type { StageId, UserId } from "../../../schema/Id.ts"
import * as Include from "../../../schema/Include.ts"
import type { BoardStage } from "../../../schema/Stage.ts"
import type * as Contract from "../contract/Deals.ts"
import * as Amount from "../rules/Amount.ts"
import * as DealEdit from "../rules/DealEdit.ts"
import * as DuplicateWarning from "../rules/DuplicateWarning.ts"
import * as StageEntry from "../rules/StageEntry.ts"
import * as PagedParts from "../../shared/PagedParts.ts"
import type * as Implementation from "../../Implementation.ts"
import * as Activity from "./Activity.ts"
import { setWarning } from "../../invocation/Call.ts"
import * as OpenDeal from "./OpenDeal.ts"
import * as PossibleDuplicates from "./PossibleDuplicates.ts"

const notOfBoard = "is not a stage of this deal's board"

/** The stage with this id, or an error that lists the board's stages. */
export const stageOf = (field: string, stages: ReadonlyArray<BoardStage>, id: StageId) => {
  const stage = stages.find((one) => one.id === id)
  if (stage !== undefined) return Effect.succeed(stage)
  const known = stages.map((one) => ({ id: one.id, name: one.name, region: one.region }))
  const names = stages.map((one) => `${one.name} (${one.id})`).join(", ")
  return Effect.fail(
    new Invalid({
      code: "invalid_stage",
      message: `${id.trim() === "" ? `${field} ${JSON.stringify(id)}` : id} ${notOfBoard}. Its stages are: ${names}.`,
      meta: { stages: known, issues: [{ path: field, message: notOfBoard }] }
    })
  )
}

/** Refuses a reason for a loss in a move that loses no deal. */
export const checkReason = (lostReason: string | undefined, to: BoardStage) => {
  if (lostReason === undefined || to.region === "dead") return Effect.void
  const message = `goes only with a move to the dead stage, which ${to.name} is not. Leave it out, or send it as note.`
  return Effect.fail(
    new Invalid({
      code: "invalid_body",
      message: `lostReason ${message}`,
      meta: { issues: [{ path: "lostReason", message }] }
    })
  )
}

/** A move to the deal's own stage, which changes only the reason for its loss. */
const explain = Effect.fnUntraced(function* (before: Deal, lostReason: string | undefined) {
  if (lostReason === undefined) return { after: before, entries: [] }
  const after = DealEdit.apply(before, { lostReason }, undefined, undefined, yield* now)
  const changes = DealEdit.changes(before, after)
  if (Object.keys(changes).length === 0) return { after: before, entries: [] }
  return { after, entries: yield* Activity.updated(after, changes) }
})

/** The member with this id. */
export const ownerOf = (id: UserId) =>
  OpenDeal.ownerOf(
    "ownerId",
    id,
    "Leave out ownerId to own the deal yourself, or choose from the members (list_members, GET /v1/members)."
  )

export const implementations = {
  "deals.get": {
    isLight: ({ include = [] }) => include.length === 0,
    run: ({ id, include = [], ...page }) => {
      const checked = PagedParts.check(include, page.cursor, paged)
      if (Result.isFailure(checked)) return Effect.fail(checked.failure)
      if (include.length === 0) return Effect.flatMap(Deals, ({ show }) => show(id))
      const { limit = Include.DefaultLimit } = page
      return Effect.flatMap(DealDetails, ({ find }) => find(id, new Set(include), { ...page, limit }))
    }
  },
  "deals.create": Effect.fnUntraced(function* ({ boardId, ...input }) {
    const { user } = yield* Actor
    const { company = null, name, primaryContactEmail: email = null } = input
    const asked = StatementPipeline.combine(
      StatementPipeline.combine(
        yield* (yield* Boards).staged(boardId),
        yield* (yield* Outbox).subscribed({ boardId })
      ),
      yield* PossibleDuplicates.ask({ kind: "deal", company, email, name })
    )
    const [[{ board, stages }, subscriptions], duplicates] = yield* StatementPipeline.answered(asked)
    const sent = yield* Effect.fromResult(Amount.settle(input, board.currency))
    const stage =
      sent.stageId === undefined
        ? yield* OpenDeal.firstStage(stages, "The board has no open stage for a new deal.")
        : yield* stageOf("stageId", stages, sent.stageId)
    const owner = sent.ownerId === undefined ? user : yield* ownerOf(sent.ownerId)
    yield* (yield* ExternalIds).admit("deal", sent.externalId)
    yield* setWarning(DuplicateWarning.of("deal", duplicates))
    return yield* OpenDeal.open({ board, stage, owner, sent, subscriptions })
  }),
  "deals.update": {
    warns: ({ stageId }, deal) => (stageId === undefined ? undefined : StageEntry.warnings(deal)),
    run: Effect.fnUntraced(function* ({ id, ...input }) {
      const deals = yield* Deals
      const before = yield* deals.lock(id)
      const edit = yield* Effect.fromResult(Amount.settle(input, before.currency))
      const stage =
        edit.stageId === undefined
          ? undefined
          : yield* stageOf("stageId", yield* (yield* Stages).of(before.boardId), edit.stageId)
      const owner = edit.ownerId === undefined ? undefined : yield* ownerOf(edit.ownerId)
      const after = DealEdit.apply(before, edit, stage, owner, yield* now)
      const changes = DealEdit.changes(before, after)
      if (Object.keys(changes).length === 0) return before
      if (stage !== undefined) yield* OpenDeal.admit(before.stage, stage)
      if ("externalId" in changes) yield* (yield* ExternalIds).admit("deal", after.externalId, id)
      yield* deals.update(before, after, yield* Activity.updated(after, changes))
      return after
    })
  },
  "deals.delete": Effect.fnUntraced(function* ({ id }) {
    const deals = yield* Deals
    const deal = yield* deals.lock(id)
    yield* deals.remove(deal, yield* now, refOf(yield* Actor))
    return { id: deal.id, deleted: true }
  }),
  "deals.move": {
    // After a move, stamps are only missing if the deal was already in that stage, so that nothing changed.
    warns: (_, deal) => StageEntry.warnings(deal),
    run: Effect.fnUntraced(function* ({ id, lostReason, note, toStageId }) {
      const deals = yield* Deals
      const outbox = yield* Outbox
      const beside = StatementPipeline.combine(
        yield* (yield* Stages).ofDeal(id),
        yield* outbox.subscribed({ dealId: id })
      )
      const [before, [stages, subscriptions]] = yield* deals.lockWith(id, beside)
      const to = yield* stageOf("toStageId", stages, toStageId)
      yield* checkReason(lostReason, to)
      const noting = Effect.gen(function* () {
        return note === undefined ? [] : [yield* Activity.noted(before, note)]
      })
      if (to.id === before.stage.id) {
        const { after, entries } = yield* explain(before, lostReason)
        if (after === before) yield* (yield* Notes).insert(yield* noting)
        else yield* deals.update(before, after, [...entries, ...(yield* noting)])
        return after
      }
      yield* OpenDeal.admit(before.stage, to)
      const at = yield* now
      const after = StageEntry.enter(before, to, at, lostReason)
      const moves = yield* Activity.moved(after, before.stage)
      // Created after the others, because entries of the same time are ordered by id.
      const noted = yield* noting
      yield* deals.update(before, after, [...moves, ...noted])
      yield* outbox.append(StageEntry.events(before, after, label(yield* Actor), at), subscriptions)
      return after
    })
  }
} satisfies Implementation.Of<typeof Contract.operations>
