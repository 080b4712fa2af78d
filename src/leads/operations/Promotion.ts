import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Boards } from "../../../layers/boards/Boards.ts"
import { Deals } from "../../../layers/deals/Deals.ts"
import { Forms } from "../../../layers/intake/Forms.ts"
import { LeadIntake } from "../../../layers/intake/LeadIntake.ts"
import { Leads } from "../../../layers/leads/Leads.ts"
import { Members } from "../../../layers/identity/Members.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import { Stages } from "../../../layers/boards/Stages.ts"
import { Forbidden } from "../../../schema/Fault.ts"
import type { FormId, UserId } from "../../../schema/Id.ts"
import type * as Contract from "../contract/Promotion.ts"
import type { LeadRecord } from "../rules/LeadRecord.ts"
import * as Promotion from "../rules/Promotion.ts"
import type * as Implementation from "../../Implementation.ts"
import * as OpenDeal from "../../deals/operations/OpenDeal.ts"

const disabled = new Forbidden({
  code: "promote_disabled",
  message:
    "Promotion is switched off on this service. Ask its operator to set PROMOTION_ENABLED=true; until then, create a deal (create_deal, POST /v1/deals) with the lead's contact."
})

const noStages = "The lead's board has no open stage for a new deal. Add stages, then promote the lead again."

/** The form's default owner if still a member, or else the caller. */
export const defaultOwner = Effect.fnUntraced(function* (formId: FormId | null) {
  const form = formId === null ? undefined : yield* (yield* Forms).find(formId)
  const member = form?.defaultOwnerId == null ? undefined : yield* (yield* Members).find(form.defaultOwnerId)
  return member ?? (yield* Actor).user
})

const ownerOf = Effect.fnUntraced(function* (asked: UserId | undefined, formId: FormId | null) {
  if (asked === undefined) return yield* defaultOwner(formId)
  return yield* OpenDeal.ownerOf("ownerUserId", asked, "Leave it out for the default owner.")
})

/** The deal of a promoted lead; undefined if it was deleted. */
const dealOf = Effect.fnUntraced(function* ({ lead: { dealId } }: LeadRecord) {
  if (dealId === null) return undefined
  return yield* Effect.catchTag((yield* Deals).find(dealId), "not_found", () => Effect.succeed(undefined))
})

/** Creates a lead's deal. */
const become = Effect.fnUntraced(function* (
  { formId, lead }: LeadRecord,
  sent: { readonly dealName?: string; readonly ownerUserId?: UserId }
) {
  const stages = yield* Effect.catchTag((yield* Stages).of(lead.boardId), "not_found", () =>
    Effect.succeed([])
  )
  const stage = yield* OpenDeal.firstStage(stages, noStages)
  return yield* OpenDeal.open({
    board: yield* (yield* Boards).find(lead.boardId),
    stage,
    owner: yield* ownerOf(sent.ownerUserId, formId),
    sent: {
      name: Promotion.dealName(lead, sent.dealName),
      company: lead.contact.companyName,
      ...Promotion.contactOf(lead)
    },
    leadId: lead.id
  })
})

export const implementations = {
  "leads.promote": {
    checkAvailable: Effect.flatMap(Settings, ({ promotionEnabled }) =>
      promotionEnabled ? Effect.void : Effect.fail(disabled)
    ),
    run: Effect.fnUntraced(function* ({ id, ...sent }) {
      const leads = yield* Leads
      const record = yield* leads.lock(id)
      const known = yield* dealOf(record)
      if (known !== undefined) return { dealId: known.id, leadId: id, isNew: false }
      const deal = yield* become(record, sent)
      yield* (yield* LeadIntake).update(record, Promotion.promote(record, deal.id, deal.createdAt))
      return { dealId: deal.id, leadId: id, isNew: true }
    })
  }
} satisfies Implementation.Of<typeof Contract.operations>
