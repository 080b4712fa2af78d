import { Effect } from "effect"
import { LeadIntake } from "../../../layers/intake/LeadIntake.ts"
import { LeadRemovals } from "../../../layers/leads/LeadRemovals.ts"
import { Leads } from "../../../layers/leads/Leads.ts"
import { ManyLeads } from "../../../layers/leads/ManyLeads.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type * as Contract from "../contract/Merge.ts"
import * as LeadMerge from "../rules/LeadMerge.ts"
import type * as Implementation from "../../Implementation.ts"
import * as Enrichment from "./Enrichment.ts"

export const implementations = {
  "leads.merge": Effect.fnUntraced(function* ({ id, intoId }) {
    const leads = yield* Leads
    if (id === intoId) return yield* Invalid.at("invalid_body", "intoId", "must be another lead than id")
    // Locks both in one order; a missing one is reported by its own read.
    yield* (yield* ManyLeads).lock([id, intoId])
    const merged = yield* leads.lock(id)
    const kept = yield* leads.lock(intoId)
    if (merged.lead.dealId !== null && kept.lead.dealId === null)
      return yield* Invalid.at(
        "invalid_body",
        "intoId",
        `was not promoted, but ${id} was: merge it the other way round`
      )
    const lead = LeadMerge.submitted(kept.lead, merged.lead)
    const filled = lead === kept.lead ? kept : { ...kept, lead }
    yield* (yield* ManyLeads).import([{ before: kept, after: filled }])
    const patch = LeadMerge.enrichment(kept.lead, merged.lead)
    const after =
      Object.keys(patch).length === 0 ? filled : yield* Enrichment.apply(filled, patch, [], yield* now)
    if (after !== filled) yield* (yield* LeadIntake).update(filled, after)
    yield* (yield* LeadRemovals).remove(merged, intoId)
    return after.lead
  })
} satisfies Implementation.Of<typeof Contract.operations>
