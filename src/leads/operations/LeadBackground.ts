import { Effect } from "effect"
import { LeadPeople } from "../../../layers/leads/LeadPeople.ts"
import { Leads } from "../../../layers/leads/Leads.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import type * as Contract from "../contract/LeadBackground.ts"
import * as Promotion from "../rules/Promotion.ts"
import type * as Implementation from "../../Implementation.ts"
import { defaultOwner } from "./Promotion.ts"

export const implementations = {
  "leads.background": Effect.fnUntraced(function* ({ id }) {
    const { formId, ...behind } = yield* (yield* LeadPeople).of(id)
    if (!(yield* Settings).promotionEnabled) return { ...behind, promotion: null }
    const owner = yield* defaultOwner(formId)
    const dealName = Promotion.dealName(yield* (yield* Leads).find(id), undefined)
    return { ...behind, promotion: { dealName, ownerId: owner.id } }
  })
} satisfies Implementation.Of<typeof Contract.operations>
