import { NotFound } from "../../../schema/Fault.ts"
import { LeadId } from "../../../schema/Id.ts"
import { LeadBackground } from "../../../schema/LeadBackground.ts"
import * as Operation from "../../contract/Operation.ts"

export const get = Operation.make("leads.background", {
  title: "Get the background of a lead",
  description:
    "Reads who marked a lead junk, who wrote its enrichment and how often, the deal it became, and the name and owner a deal made of it would get by default.",
  scope: "leads:read",
  kind: "read",
  input: { id: LeadId },
  success: LeadBackground,
  faults: [NotFound]
})

export const operations = [get] as const
