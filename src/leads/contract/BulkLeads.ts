import { BulkResult, leadIds } from "../../../schema/Bulk.ts"
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Chosen from "../../contract/Chosen.ts"
import * as Operation from "../../contract/Operation.ts"
import { choices } from "./LeadFilters.ts"
import { isEnd, triageTarget } from "./Leads.ts"

const { filter, ...chosen } = Chosen.of("lead", choices, '{"triageStatus":"new","search":"casino"}')

/** The summary in a request for confirmation. */
const describeTarget = (ids: unknown, filter: unknown) =>
  Array.isArray(ids)
    ? `${ids.length} ${ids.length === 1 ? "lead" : "leads"}`
    : `all leads of the filter ${JSON.stringify(filter)?.slice(0, 300)}`

export const triage = Operation.make("leads.bulkTriage", {
  title: "Triage many leads",
  description:
    "Sets the triage status of up to 200 leads, or of none: the error's meta.refused says why. Returns counts.",
  tool: "bulk_triage_leads",
  toolNote: "Otherwise as triage_lead, which is for one.",
  words: { ids: "Ids of leads.", triageStatus: "Only undo leaves junk and bad_fit." },
  http: { method: "POST", path: "/leads/bulk-triage" },
  scope: "leads:write",
  kind: "write",
  destructive: true,
  final: ({ filter, ids, triageStatus }) =>
    isEnd(triageStatus) ? `triage ${describeTarget(ids, filter)} as ${triageStatus}` : undefined,
  idempotent: true,
  ...chosen,
  input: { ids: leadIds, filter, triageStatus: triageTarget },
  example: { ids: ["01997f2e-6b1c-7d7a-9d0c-7a8b9c0d1e2f"], triageStatus: "junk" },
  success: BulkResult,
  faults: [NotFound, Invalid]
})

export const operations = [triage] as const
