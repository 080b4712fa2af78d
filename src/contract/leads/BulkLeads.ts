import { BulkResult, leadIds } from "../../../schema/Bulk.ts"
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Operation from "../Operation.ts"
import { triageTarget } from "./Leads.ts"

export const triage = Operation.make("leads.bulkTriage", {
  title: "Triage many leads",
  description:
    "Sets the triage status of up to 200 leads as triage_lead does, or none: if one is refused, the error's meta.refused lists which and why. Returns counts.",
  tool: "bulk_triage_leads",
  http: { method: "POST", path: "/leads/bulk-triage" },
  scope: "leads:write",
  kind: "write",
  destructive: true,
  idempotent: true,
  input: { ids: leadIds, triageStatus: triageTarget },
  example: { ids: ["01997f2e-6b1c-7d7a-9d0c-7a8b9c0d1e2f"], triageStatus: "junk" },
  success: BulkResult,
  faults: [NotFound, Invalid]
})

export const operations = [triage] as const
