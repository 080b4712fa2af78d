import { Effect } from "effect"
import { LeadPeople } from "../../layers/LeadPeople.ts"
import { Leads } from "../../layers/Leads.ts"
import { Settings } from "../../layers/Settings.ts"
import { NotFound } from "../../schema/Fault.ts"
import { LeadId } from "../../schema/Id.ts"
import { LeadBackground } from "../../schema/LeadBackground.ts"
import * as Promotion from "../domain/Promotion.ts"
import * as Operation from "../Operation.ts"
import { defaultOwner } from "./Promotion.ts"

export const get = Operation.make("leads.background", {
  title: "Get what stands behind a lead",
  description:
    "Reads who marked a lead junk, who wrote its enrichment, and what promoting it would make unless told otherwise.",
  scope: "leads:read",
  kind: "read",
  input: { id: LeadId },
  success: LeadBackground,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ id }) {
    const { formId, junkedBy, writers } = yield* (yield* LeadPeople).of(id)
    if (!(yield* Settings).promotionEnabled) return { junkedBy, writers, promotion: null }
    const owner = yield* defaultOwner(formId)
    const dealName = Promotion.dealName(yield* (yield* Leads).find(id), undefined)
    return { junkedBy, writers, promotion: { dealName, ownerId: owner.id } }
  })
})

export const operations = [get] as const
