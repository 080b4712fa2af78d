import { Schema } from "effect"
import { EnrichmentClaim, EnrichmentPatch, HistoryList, Score } from "../../../schema/Enrichment.ts"
import { Conflict, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId, LeadId } from "../../../schema/Id.ts"
import { Lead, LeadList, LeadRow, toRow, TriageStatus, TriageTarget } from "../../../schema/Lead.ts"
import { submitted, withoutEmpty } from "../../../schema/LeadSubmission.ts"
import * as Page from "../../../schema/Page.ts"
import * as Operation from "../Operation.ts"

export const filters = {
  ...Page.parameters,
  boardId: Field.of("Board", "Id of a board to filter by.", Field.optional(BoardId)),
  triageStatus: Field.of(
    "Status",
    `One of ${TriageStatus.literals.join(", ")}; another value gives an empty list.`,
    Field.optional(Schema.String)
  ),
  view: Field.of(
    "View",
    "active: those that are new or contacted. suspect: those that look like a bot's, which no other list, search or match holds.",
    Field.optional(Schema.Literals(["active", "suspect"]))
  ),
  sort: Field.of(
    "Order",
    "score: highest first, unscored last, then newest.",
    Field.optional(Schema.Literals(["newest", "score"]).annotate({ default: "newest" }))
  ),
  scoreMin: Field.of("Least score", "Least score.", Field.optional(Score)),
  createdAfter: Field.of(
    "Created after",
    "From this day (UTC) or RFC 3339 time on.",
    Field.optional(Field.Moment)
  )
}

/** The text a list of leads is filtered by. */
export const query = Field.query("company, website, email or name")

const enrichment = Field.of("Enrichment", "Keys to write: these, and any of your own.", EnrichmentPatch)

export const triageTarget = Field.of("Status", "Status to set; junk and bad_fit are final.", TriageTarget)

export const list = Operation.make("leads.list", {
  title: "List leads",
  description: "Lists leads, newest first or by score.",
  http: { method: "GET", path: "/leads" },
  tool: "list_leads",
  toolNote: "To find a lead by name, company or email use search_leads.",
  scope: "leads:read",
  kind: "read",
  input: { ...filters, q: query },
  // REST answers an unknown status with an empty list, which an agent would take for an empty inbox.
  toolInput: { triageStatus: Field.of("Status", "Status to filter by.", Field.optional(TriageStatus)) },
  success: LeadList,
  compact: { row: LeadRow, of: toRow },
  faults: [Invalid]
})

/** The search tool: `leads.list` with its text required. */
export const search = Operation.make("leads.search", {
  ...list,
  title: "Search leads",
  description:
    "Finds leads that have every word of q, in any order, ignoring accents, in company, website, email or name; newest first. To look through the inbox without a text, list leads instead.",
  tool: "search_leads",
  toolNote: "With an id, use get_lead.",
  http: undefined,
  input: { ...filters, q: Field.anySearch }
})

export const get = Operation.make("leads.get", {
  title: "Get a lead",
  description:
    "Reads one lead: what was submitted, where it came from, its enrichment and its newest history.",
  tool: "get_lead",
  http: { method: "GET", path: "/leads/:id" },
  scope: "leads:read",
  kind: "read",
  input: { id: LeadId },
  success: Lead,
  faults: [NotFound]
})

export const history = Operation.make("leads.history", {
  title: "Read a lead's history",
  description:
    "Lists every write to a lead's enrichment, newest first: when, by whom, and the keys as stored.",
  http: { method: "GET", path: "/leads/:id/history" },
  scope: "leads:read",
  kind: "read",
  input: { id: LeadId, ...Page.parameters },
  success: HistoryList,
  faults: [NotFound, Invalid]
})

export const create = Operation.make("leads.create", {
  title: "Create a lead",
  description:
    "Puts a lead into the inbox of a board; without boardId, of the workspace's first board. At least one of workEmail, firstName, lastName, companyName and message is needed. Fires lead.created.",
  tool: "create_lead",
  http: { method: "POST", path: "/leads", status: 201 },
  scope: "leads:write",
  kind: "write",
  input: {
    boardId: Field.of("Board", "Id of the board; the first if left out.", Field.optional(BoardId)),
    ...submitted
  },
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
  faults: [NotFound, Invalid]
})

export const update = Operation.make("leads.update", {
  title: "Update a lead",
  description:
    "Triages a lead, writes its enrichment, or both. Each enrichment key sent replaces that key, others stay, null removes a common key; your own keys are stored as sent. Each write is appended to the history. Image urls are fetched and stored here. suspect false clears a lead that looked like a bot's, as triage does. An empty body returns the lead unchanged.",
  http: { method: "PATCH", path: "/leads/:id", bodyOptional: true },
  scope: "leads:write",
  kind: "write",
  input: {
    id: LeadId,
    triageStatus: Field.optional(triageTarget),
    enrichment: Field.optional(enrichment),
    suspect: Field.of(
      "Suspect",
      "false: this suspect lead is no bot's. It joins the others, and lead.created fires.",
      Field.optional(Schema.Literal(false))
    )
  },
  headers: { "Enrichment-Claim": EnrichmentClaim },
  example: {
    enrichment: { status: "complete", score: 86, verdict: "Strong fit", body: "200 trailers, budget in Q3." }
  },
  success: Lead,
  faults: [NotFound, Invalid, Conflict]
})

/** The triage tool: `leads.update`, narrowed to one required field. */
export const triage = Operation.make("leads.triage", {
  ...update,
  formOf: update.id,
  title: "Triage a lead",
  description:
    "Sets the triage status of a lead: contacted, junk, bad_fit, stale, or new again. Triage, even to new, clears a suspect lead. junk and bad_fit are final.",
  tool: "triage_lead",
  toolNote: "To write findings use patch_lead_enrichment.",
  destructive: true,
  idempotent: true,
  http: undefined,
  headers: {},
  input: { id: LeadId, triageStatus: triageTarget }
})

/** The enrichment tool: `leads.update`, narrowed to the enrichment. */
export const enrich = Operation.make("leads.enrich", {
  ...update,
  formOf: update.id,
  title: "Write a lead's enrichment",
  description:
    "Merges keys into a lead's enrichment: each key sent replaces that key, others stay, clear removes; in contact, too, only what is sent changes; your own keys are stored as sent. Set status in_progress when you begin, then complete or skipped with the result.",
  tool: "patch_lead_enrichment",
  openWorld: true,
  clears: "enrichment",
  http: undefined,
  input: { id: LeadId, enrichment }
})

export const operations = [list, search, get, history, create, update, triage, enrich] as const
