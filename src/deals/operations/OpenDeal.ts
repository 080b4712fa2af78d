/** Creates deals, directly or from a lead: checks the plan limit, picks stage and owner, and records activity and events. */
import { Effect } from "effect"
import { Actor, label } from "../../../layers/identity/Actor.ts"
import { Deals } from "../../../layers/deals/Deals.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { Members } from "../../../layers/identity/Members.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Outbox, type Subscribed } from "../../../layers/webhooks/Outbox.ts"
import { PlanLimits } from "../../../layers/identity/PlanLimits.ts"
import type { Board } from "../../../schema/Board.ts"
import type { Edit } from "../../../schema/Deal.ts"
import { Conflict, Invalid } from "../../../schema/Fault.ts"
import { DealId, type LeadId, type UserId } from "../../../schema/Id.ts"
import type { BoardStage, Stage } from "../../../schema/Stage.ts"
import * as DealEdit from "../rules/DealEdit.ts"
import * as StageEntry from "../rules/StageEntry.ts"
import * as StagePlan from "../../boards/rules/StagePlan.ts"
import * as Activity from "./Activity.ts"

export const isOpen = (stage: Stage | null) => stage !== null && StageEntry.status(stage.region) === "open"

/** Checks the plan limit if deals from these stages (null: new deals) become open by entering `to`. */
export const admitAll = Effect.fnUntraced(function* (all: ReadonlyArray<Stage | null>, to: Stage) {
  const more = isOpen(to) ? all.filter((from) => !isOpen(from)).length : 0
  if (more === 0) return
  const { workspace } = yield* Actor
  yield* (yield* PlanLimits).admit(workspace.plan, "active_deals", more)
})

export const admit = (from: Stage | null, to: Stage) => admitAll([from], to)

/** The default stage of a new deal, or an error with `message` if the board has no open stage. */
export const firstStage = (stages: ReadonlyArray<BoardStage>, message: string) => {
  const stage = StagePlan.first(stages)
  return stage === undefined
    ? Effect.fail(new Conflict({ code: "board_has_no_stages", message }))
    : Effect.succeed(stage)
}

/** The member whose id was sent in `field`. `otherwise` ends the error message. */
export const ownerOf = Effect.fnUntraced(function* (field: string, id: UserId, otherwise: string) {
  const member = yield* (yield* Members).find(id)
  if (member !== undefined) return member
  return yield* new Invalid({
    code: "invalid_owner",
    message: `${field} ${id} is not a member of this workspace. ${otherwise}`,
    meta: { issues: [{ path: field, message: "is not a member of this workspace" }] }
  })
})

interface Opening {
  readonly board: Board
  readonly stage: BoardStage
  readonly owner: { readonly id: UserId; readonly name: string | null }
  readonly sent: Edit & { readonly name: string }
  /** The lead that the deal is created from. */
  readonly leadId?: LeadId
  /** The board's webhook subscriptions, if they were already read. */
  readonly subscriptions?: ReadonlyArray<Subscribed>
}

export const open = Effect.fnUntraced(function* ({
  board,
  leadId,
  owner,
  sent,
  stage,
  subscriptions
}: Opening) {
  yield* admit(null, stage)
  const at = yield* now
  const id = DealId.make(yield* (yield* Ids).uuid)
  const deal = DealEdit.create(board, sent, stage, owner, id, at, leadId)
  const promoted = leadId === undefined ? [] : yield* Activity.promoted(deal, leadId)
  const feed = [...(yield* Activity.created(deal)), ...promoted]
  yield* (yield* Deals).insert(deal, feed)
  yield* (yield* Outbox).append([{ type: "deal.created", deal, by: label(yield* Actor), at }], subscriptions)
  return deal
})
