import { Effect } from "effect"
import { Actor, label } from "../../../layers/identity/Actor.ts"
import { Boards } from "../../../layers/boards/Boards.ts"
import { Deals } from "../../../layers/deals/Deals.ts"
import { Forms } from "../../../layers/intake/Forms.ts"
import { Ids } from "../../../layers/platform/Ids.ts"
import { LeadIntake } from "../../../layers/intake/LeadIntake.ts"
import { Leads } from "../../../layers/leads/Leads.ts"
import { Members } from "../../../layers/identity/Members.ts"
import { now } from "../../../layers/platform/Now.ts"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import { PlanLimits } from "../../../layers/identity/PlanLimits.ts"
import { Settings } from "../../../layers/platform/Settings.ts"
import { Stages } from "../../../layers/boards/Stages.ts"
import { Conflict, Forbidden, Invalid } from "../../../schema/Fault.ts"
import { type BoardId, DealId, type FormId, UserId } from "../../../schema/Id.ts"
import type * as Contract from "../../contract/leads/Promotion.ts"
import * as DealEdit from "../../domain/deals/DealEdit.ts"
import type { LeadRecord } from "../../domain/leads/LeadRecord.ts"
import * as Promotion from "../../domain/leads/Promotion.ts"
import * as StagePlan from "../../domain/boards/StagePlan.ts"
import type * as Implementation from "../../Implementation.ts"
import * as Activity from "../deals/Activity.ts"

const disabled = new Forbidden({
  code: "promote_disabled",
  message:
    "Promotion is switched off on this service. Create a deal instead, or ask the operator to set PROMOTION_ENABLED=true."
})

/** The first stage of a promoted lead's deal. */
const firstStage = Effect.fnUntraced(function* (boardId: BoardId) {
  const stages = yield* Effect.catchTag((yield* Stages).of(boardId), "not_found", () => Effect.succeed([]))
  const stage = StagePlan.first(stages)
  if (stage !== undefined) return stage
  return yield* new Conflict({
    code: "board_has_no_stages",
    message: "The lead's board has no open stage for a new deal. Add stages, then promote the lead again."
  })
})

/** The form's default owner if still a member, else the caller. */
export const defaultOwner = Effect.fnUntraced(function* (formId: FormId | null) {
  const form = formId === null ? undefined : yield* (yield* Forms).find(formId)
  const member = form?.defaultOwnerId == null ? undefined : yield* (yield* Members).find(form.defaultOwnerId)
  return member ?? (yield* Actor).user
})

const ownerOf = Effect.fnUntraced(function* (asked: UserId | undefined, formId: FormId | null) {
  if (asked === undefined) return yield* defaultOwner(formId)
  const member = yield* (yield* Members).find(asked)
  if (member !== undefined) return member
  return yield* new Invalid({
    code: "invalid_owner",
    message: `ownerUserId ${asked} is not a member of this workspace. Leave it out for the default owner.`
  })
})

/** The deal that a lead became; undefined if it was deleted. */
const dealOf = Effect.fnUntraced(function* ({ lead: { dealId } }: LeadRecord) {
  if (dealId === null) return undefined
  return yield* Effect.catchTag((yield* Deals).find(dealId), "not_found", () => Effect.succeed(undefined))
})

/** Creates the deal of a lead, with its activity and event. */
const open = Effect.fnUntraced(function* (
  { formId, lead }: LeadRecord,
  sent: { readonly dealName?: string; readonly ownerUserId?: UserId },
  at: string
) {
  const actor = yield* Actor
  const stage = yield* firstStage(lead.boardId)
  const board = yield* (yield* Boards).find(lead.boardId)
  const owner = yield* ownerOf(sent.ownerUserId, formId)
  yield* (yield* PlanLimits).admit(actor.workspace.plan, "active_deals")
  const edit = {
    name: Promotion.dealName(lead, sent.dealName),
    company: lead.contact.companyName,
    ...Promotion.contactOf(lead)
  }
  const deal = DealEdit.create(board, edit, stage, owner, DealId.make(yield* (yield* Ids).uuid), at)
  const entries = [...(yield* Activity.created(deal)), ...(yield* Activity.promoted(deal, lead.id))]
  yield* (yield* Deals).insert(deal, entries)
  yield* (yield* Outbox).append([{ type: "deal.created", deal, by: label(actor), at }])
  return deal
})

export const implementations = {
  "leads.promote": Effect.fnUntraced(function* ({ id, ...sent }) {
    if (!(yield* Settings).promotionEnabled) return yield* disabled
    const leads = yield* Leads
    const record = yield* leads.lock(id)
    const known = yield* dealOf(record)
    if (known !== undefined) return { dealId: known.id, leadId: id, isNew: false }
    const at = yield* now
    const deal = yield* open(record, sent, at)
    yield* (yield* LeadIntake).update(record, Promotion.promote(record, deal.id, at))
    return { dealId: deal.id, leadId: id, isNew: true }
  })
} satisfies Implementation.Of<typeof Contract.operations>
