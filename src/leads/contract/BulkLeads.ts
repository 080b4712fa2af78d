import { BulkCreated, BulkResult, leadIds, newRecords } from "../../../schema/Bulk.ts"
import { Conflict, Invalid, NotFound } from "../../../schema/Fault.ts"
import { withoutEmpty } from "../../../schema/LeadSubmission.ts"
import * as BulkSelection from "../../contract/BulkSelection.ts"
import * as Operation from "../../contract/Operation.ts"
import { choices } from "./LeadFilters.ts"
import { create as createOne, isEnd, triageTarget } from "./Leads.ts"

const { filter, ...chosen } = BulkSelection.of("lead", choices, '{"triageStatus":"new","search":"casino"}')

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
  words: { ids: "Ids or names.", triageStatus: "Only undo leaves junk and bad_fit." },
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

const { boardId, ...fields } = createOne.input

/** Removes the empty fields of each lead, as for a single one. */
const withoutEmptyIn = (body: unknown): unknown => {
  const { leads } = (body ?? {}) as { readonly leads?: unknown }
  return Array.isArray(leads) ? { ...(body as object), leads: leads.map(withoutEmpty) } : body
}

export const create = Operation.make("leads.bulkCreate", {
  title: "Create many leads",
  description:
    "Puts up to 200 new leads into the inbox of a board, or none: an error names the lead to fix, such as leads[17].workEmail. Warns of possible duplicates. Fires lead.created for each.",
  tool: "bulk_create_leads",
  toolNote: "Fields are as in create_lead. To also change those that are there, import_leads.",
  words: {
    boardId: "Id or name; default the first.",
    ...Object.fromEntries(Object.keys(fields).map((name) => [`leads.${name}`, ""]))
  },
  http: { method: "POST", path: "/leads/bulk-create", status: 201 },
  scope: "leads:write",
  kind: "write",
  items: { kind: "lead", fields },
  input: { boardId, leads: newRecords("lead", fields) },
  meant: withoutEmptyIn,
  example: {
    leads: [{ firstName: "Mia", workEmail: "mia@acme.example", companyName: "Acme" }, { firstName: "Bo" }]
  },
  success: BulkCreated,
  faults: [NotFound, Invalid, Conflict],
  mayWarn: true
})

export const operations = [create, triage] as const
