import { Schema } from "effect"
import { Deleted } from "../../../schema/Deal.ts"
import { EnrichmentClaim, EnrichmentPatch, HistoryList } from "../../../schema/Enrichment.ts"
import { Conflict, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId, LeadId } from "../../../schema/Id.ts"
import * as Include from "../../../schema/Include.ts"
import { LeadDetails, Part, ToldLead, toTold } from "../../../schema/LeadDetails.ts"
import { Lead, LeadList, LeadRow, Messages, RowField } from "../../../schema/Lead.ts"
import { TriageTarget } from "../../../schema/TriageStatus.ts"
import { submitted, withoutEmpty } from "../../../schema/LeadSubmission.ts"
import * as Page from "../../../schema/Page.ts"
import * as Operation from "../../contract/Operation.ts"
import { EnrichTool } from "./EnrichTool.ts"
import { filters, query, realStatus, searches } from "./LeadFilters.ts"
import { LeadWords } from "./LeadWords.ts"

const externalId = Field.of(
  "External id",
  "Its id in another system, which no other lead here has.",
  Field.optional(Schema.NullOr(Field.ExternalId))
)

const enrichment = Field.of("Enrichment", "Keys to write: these, and any of your own.", EnrichmentPatch)

const screenshotOptional = Field.of(
  "Images may be missing",
  "true: a screenshot or attachment that can't be fetched is left out with a warning, and the rest is written.",
  Field.optional(Schema.Boolean)
)

const remove = Field.of(
  "Remove",
  "Keys to remove from the enrichment, your own too.",
  Field.optional(Schema.Array(Schema.String).check(Schema.isMaxLength(100, { expected: "at most 100 keys" })))
)

export const triageTarget = Field.of(
  "Status",
  "Status to set; only undo leaves junk and bad_fit.",
  TriageTarget
)

/** Whether the status is final, so that only an undo can change it. */
export const isEnd = (triageStatus: unknown) => triageStatus === "junk" || triageStatus === "bad_fit"

export const list = Operation.make("leads.list", {
  title: "List leads",
  description: "Lists leads, newest first or by score; messages tells how each row's message begins.",
  http: { method: "GET", path: "/leads" },
  tool: "list_leads",
  toolNote:
    "Leaves out the rest of the message, origin and enrichment: use get_lead. To find text use search_leads.",
  words: LeadWords.list,
  scope: "leads:read",
  kind: "read",
  replica: true,
  input: { ...filters, q: query, ...searches },
  // REST returns an empty list for an unknown status, which an agent would take for an empty inbox.
  toolInput: {
    triageStatus: realStatus,
    fields: Field.of("Fields", "More of each row.", Field.optional(Schema.Array(RowField)))
  },
  success: LeadList,
  compact: { row: LeadRow, gathers: { from: "message", as: "messages", field: Messages } },
  faults: [Invalid]
})

/** The search tool: `leads.list` with a required text. */
export const search = Operation.make("leads.search", {
  ...list,
  title: "Search leads",
  description:
    "Finds leads with every word of q, in any order, in company, website, email, name, message or write-ups; newest first. matched tells the line.",
  tool: "search_leads",
  words: LeadWords.search,
  toolNote:
    "Rows and filters are as in list_leads; without a text, use that; for an email address, match_contact.",
  http: undefined,
  input: { ...filters, q: Field.anySearch, in: searches.in }
})

export const get = Operation.make("leads.get", {
  title: "Get a lead",
  description: "Reads a lead: what was submitted, its origin, its enrichment; include adds parts.",
  tool: "get_lead",
  http: { method: "GET", path: "/leads/:id" },
  scope: "leads:read",
  kind: "read",
  also: [{ scope: "deals:read", where: "to include the deal", asks: Include.asks("deal") }],
  input: { id: LeadId, ...Include.parameters("Adds parts.", Part.literals) },
  success: LeadDetails,
  resource: Lead,
  words: LeadWords.get,
  toolNote: "To find one use search_leads.",
  compact: { row: ToldLead, of: toTold },
  faults: [NotFound, Invalid]
})

export const history = Operation.make("leads.history", {
  title: "Read a lead's history",
  description:
    "Lists every write to a lead's enrichment, newest first: when, by whom, and the keys as stored.",
  http: { method: "GET", path: "/leads/:id/history" },
  scope: "leads:read",
  kind: "read",
  replica: true,
  input: { id: LeadId, ...Page.parameters },
  success: HistoryList,
  faults: [NotFound, Invalid]
})

export const create = Operation.make("leads.create", {
  title: "Create a lead",
  description:
    "Puts a new lead into the inbox of a board and returns it. At least one of workEmail, firstName, lastName, companyName and message is needed. Warns of possible duplicates. Fires lead.created.",
  tool: "create_lead",
  http: { method: "POST", path: "/leads", status: 201 },
  scope: "leads:write",
  kind: "write",
  input: {
    boardId: Field.of("Board", "Id of the board; the first if left out.", Field.optional(BoardId)),
    ...submitted,
    externalId
  },
  toolNote: "To check that there is none yet, use match_contact; for a deal without a lead, create_deal.",
  words: LeadWords.create,
  meant: withoutEmpty,
  example: {
    firstName: "Mia",
    lastName: "Chen",
    workEmail: "mia@acme.example",
    companyName: "Acme",
    message: "Can you track 200 trailers?",
    consent: true
  },
  success: Lead,
  faults: [NotFound, Invalid, Conflict],
  mayWarn: true
})

export const update = Operation.make("leads.update", {
  title: "Update a lead",
  description:
    "Triages a lead, writes its enrichment, or both. Each enrichment key sent replaces that key, others stay, null removes a common key; your own keys are stored as sent, and remove names those to remove. Each write is appended to the history. Image urls are fetched and stored here. suspect false clears a lead that looked like a bot's, as triage does. An empty body returns the lead unchanged.",
  http: { method: "PATCH", path: "/leads/:id", bodyOptional: true },
  scope: "leads:write",
  kind: "write",
  input: {
    id: LeadId,
    triageStatus: Field.optional(triageTarget),
    enrichment: Field.optional(enrichment),
    screenshotOptional,
    remove,
    suspect: Field.of(
      "Suspect",
      "false: this suspect lead is no bot's. It joins the others, and lead.created fires.",
      Field.optional(Schema.Literal(false))
    ),
    externalId
  },
  headers: { "Enrichment-Claim": EnrichmentClaim },
  example: {
    enrichment: { status: "complete", score: 86, verdict: "Strong fit", body: "200 trailers, budget in Q3." }
  },
  success: Lead,
  mayWarn: true,
  faults: [NotFound, Invalid, Conflict]
})

/** The triage tool: `leads.update`, narrowed to one required field. */
export const triage = Operation.make("leads.triage", {
  ...update,
  formOf: update.id,
  title: "Triage a lead",
  description:
    "Sets the triage status of a lead, and returns it. Triage, even to new, clears a suspect lead, whose lead.created then fires (not for junk or bad_fit).",
  tool: "triage_lead",
  words: {
    id: "Id or name.",
    triageStatus: "Only undo leaves junk (spam) and bad_fit (not for us); stale: nobody acted."
  },
  toolNote:
    "To write findings use patch_lead_enrichment; to make a deal, promote_lead; for many, bulk_triage_leads.",
  destructive: true,
  final: ({ triageStatus }) => (isEnd(triageStatus) ? `triage a lead as ${triageStatus}` : undefined),
  idempotent: true,
  http: undefined,
  headers: {},
  mayWarn: undefined,
  input: { id: LeadId, triageStatus: triageTarget }
})

/** The enrichment tool: `leads.update`, narrowed to the enrichment. */
export const enrich = Operation.make("leads.enrich", {
  ...update,
  formOf: update.id,
  title: "Write a lead's enrichment",
  description:
    "Merges keys into a lead's enrichment: each key sent replaces that key (in contact, too), others stay, clear removes. Set status in_progress when you begin, then complete or skipped with the result. Its history keeps each write. For triage use triage_lead.",
  tool: "patch_lead_enrichment",
  openWorld: true,
  clears: "enrichment",
  ...EnrichTool,
  http: undefined,
  input: { id: LeadId, enrichment, screenshotOptional, remove }
})

export const discard = Operation.make("leads.delete", {
  title: "Delete a lead",
  description:
    "Deletes a lead with its enrichment and history, at once. An undo brings it back for 30 days, unless its history is over 1 MiB. A deal that it became stays.",
  tool: "delete_lead",
  words: { id: "Id or name." },
  toolNote: "For spam use triage_lead.",
  http: { method: "DELETE", path: "/leads/:id" },
  scope: "leads:write",
  kind: "delete",
  final: () => "delete a lead",
  input: { id: LeadId },
  success: Deleted,
  faults: [NotFound]
})

export const operations = [list, search, get, history, create, update, triage, enrich, discard] as const
