import { NotFound } from "../../../schema/Fault.ts"
import { LeadId } from "../../../schema/Id.ts"
import { LeadBackground } from "../../../schema/LeadBackground.ts"
import * as Operation from "../Operation.ts"

export const get = Operation.make("leads.background", {
  title: "Get what stands behind a lead",
  description:
    "Reads who marked a lead junk, who wrote its enrichment and how often, the deal it became, and what promoting it would make unless told otherwise.",
  scope: "leads:read",
  kind: "read",
  input: { id: LeadId },
  success: LeadBackground,
  faults: [NotFound]
})

export const operations = [get] as const
