import { Conflict, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { LeadId } from "../../../schema/Id.ts"
import { Lead } from "../../../schema/Lead.ts"
import * as Operation from "../../contract/Operation.ts"

export const merge = Operation.make("leads.merge", {
  title: "Merge a lead",
  description:
    "Merges a lead into another, which is kept: fills its empty details and enrichment, joins the messages. Deletes the merged one; undo brings it back.",
  tool: "merge_leads",
  words: { id: "Id or name.", intoId: "Id or name of the one to keep." },
  http: { method: "POST", path: "/leads/:id/merge" },
  scope: "leads:write",
  kind: "write",
  destructive: true,
  input: { id: LeadId, intoId: Field.of("Kept lead", "Id of the lead that is kept.", LeadId) },
  example: { intoId: "01997f2e-6b1c-7d7a-9d0c-6c7d8e9f0a1b" },
  success: Lead,
  faults: [NotFound, Invalid, Conflict]
})

export const operations = [merge] as const
