import { Conflict, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { LeadId } from "../../../schema/Id.ts"
import { Lead } from "../../../schema/Lead.ts"
import * as Operation from "../../contract/Operation.ts"

export const merge = Operation.make("leads.merge", {
  title: "Merge a lead",
  description:
    "Merges a lead into another one, which is kept and gets the details and enrichment that it lacks, without images. The merged lead is deleted; its id answers 404 with meta.mergedInto. Fires no event; can be undone.",
  tool: "merge_leads",
  words: { id: "Id or name of the one to give up.", intoId: "Id or name of the one to keep." },
  toolNote: "To find pairs use find_duplicates.",
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
