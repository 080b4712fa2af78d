import { Effect, Schema } from "effect"
import { Actor } from "../../layers/Actor.ts"
import { Boards } from "../../layers/Boards.ts"
import { Inbox } from "../../layers/Inbox.ts"
import { Leads } from "../../layers/Leads.ts"
import { now } from "../../layers/Now.ts"
import { EnrichmentPatch } from "../../schema/Enrichment.ts"
import { Conflict, Invalid, NotFound } from "../../schema/Fault.ts"
import * as Field from "../../schema/Field.ts"
import { BoardId, LeadId } from "../../schema/Id.ts"
import { Lead, LeadList, LeadRow, submitted, toRow, TriageStatus, TriageTarget } from "../../schema/Lead.ts"
import * as Page from "../../schema/Page.ts"
import * as Triage from "../domain/Triage.ts"
import * as Operation from "../Operation.ts"
import * as Enrichment from "./Enrichment.ts"
import { promote } from "./Promotion.ts"

export const filters = {
  ...Page.parameters,
  boardId: Field.optional(BoardId),
  triageStatus: Field.optional(
    Schema.String.annotate({
      description: `One of ${TriageStatus.literals.join(", ")}; another value gives an empty list.`
    })
  ),
  view: Field.optional(
    Schema.Literal("active").annotate({ description: "active: those that are new or contacted." })
  ),
  sort: Field.optional(
    Schema.Literals(["newest", "score"]).annotate({
      default: "newest",
      description: "score: highest first, unscored last, then newest."
    })
  )
}

/** The input of a list, as the leads are asked for. */
export const asked = (input: Schema.Schema.Type<Schema.Struct<typeof filters>> & { readonly q?: string }) => {
  const { boardId, cursor, limit, q, sort = "newest", triageStatus, view } = input
  const filters = {
    ...(boardId === undefined ? {} : { boardId }),
    ...(triageStatus === undefined ? {} : { triageStatus }),
    ...(view === undefined ? {} : { view }),
    ...(q === undefined || q.trim() === "" ? {} : { q }),
    sort
  }
  const page = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) }
  return [filters, page] as const
}

export const list = Operation.make("leads.list", {
  title: "List leads",
  description:
    "Lists leads, newest first or by score. Filter by board or triage status, or take the active view; q finds a substring of company, website, email or name, whatever its case.",
  http: { method: "GET", path: "/leads" },
  tool: "list_leads",
  toolNote: "To find a lead by name, company or email use search_leads.",
  scope: "leads:read",
  kind: "read",
  input: { ...filters, q: Field.optional(Field.text(120)) },
  success: LeadList,
  compact: { row: LeadRow, of: toRow },
  faults: [Invalid],
  run: Effect.fnUntraced(function* (input) {
    return yield* (yield* Leads).list(...asked(input))
  })
})

/** What an agent searches with: `leads.list` with its text required. */
export const search = Operation.make("leads.search", {
  ...list,
  title: "Search leads",
  description:
    "Finds leads by a substring of company, website, email or name, whatever its case; newest first. To look through an inbox without a text to find, list leads instead.",
  tool: "search_leads",
  toolNote: "With an id, use get_lead.",
  http: undefined,
  input: { ...filters, q: Field.name(120) }
})

export const get = Operation.make("leads.get", {
  title: "Get a lead",
  description:
    "Reads one lead: what was submitted, where it came from, its enrichment and the history of it.",
  tool: "get_lead",
  http: { method: "GET", path: "/leads/:id" },
  scope: "leads:read",
  kind: "read",
  input: { id: LeadId },
  success: Lead,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ id }) {
    return yield* (yield* Leads).find(id)
  })
})

export const create = Operation.make("leads.create", {
  title: "Create a lead",
  description:
    "Puts a lead into the inbox of a board, the workspace's first where boardId is left out. At least one of workEmail, firstName, lastName, companyName and message is needed. Fires lead.created.",
  tool: "create_lead",
  http: { method: "POST", path: "/leads", status: 201 },
  scope: "leads:write",
  kind: "write",
  input: { boardId: Field.optional(BoardId), ...submitted },
  example: {
    firstName: "Mia",
    lastName: "Chen",
    workEmail: "mia@acme.example",
    companyName: "Acme",
    message: "Can you track 200 trailers?",
    consent: true
  },
  success: Lead,
  faults: [NotFound, Invalid],
  run: Effect.fnUntraced(function* ({ boardId, ...sent }) {
    const boards = yield* Boards
    const board = yield* boardId === undefined ? boards.first : boards.find(boardId)
    return yield* (yield* Inbox).receive(board.id, sent, null)
  })
})

export const update = Operation.make("leads.update", {
  title: "Update a lead",
  description:
    "Triages a lead, writes its enrichment, or both. Each enrichment key sent replaces that key, others stay, null removes a common one; keys of your own are kept as they are. Each write is appended to the history. Image urls are fetched and stored here. An empty body answers the lead unchanged.",
  http: { method: "PATCH", path: "/leads/:id", bodyOptional: true },
  scope: "leads:write",
  kind: "write",
  exclusive: true,
  input: {
    id: LeadId,
    triageStatus: Field.optional(TriageTarget),
    enrichment: Field.optional(EnrichmentPatch)
  },
  example: {
    enrichment: { status: "complete", score: 86, verdict: "Strong fit", body: "200 trailers, budget in Q3." }
  },
  success: Lead,
  faults: [NotFound, Invalid, Conflict],
  prepare: Effect.fn("leads.prepare")(function* ({ enrichment, id }) {
    return enrichment === undefined ? {} : { enrichment: yield* Enrichment.prepare(id, enrichment) }
  }),
  run: Effect.fnUntraced(function* ({ enrichment, id, triageStatus }) {
    const leads = yield* Leads
    if (triageStatus === undefined && enrichment === undefined) return yield* leads.find(id)
    const { user } = yield* Actor
    const at = yield* now
    const before = yield* leads.lock(id)
    const triaged =
      triageStatus === undefined
        ? before
        : yield* Effect.fromResult(Triage.move(before, triageStatus, user.id, at))
    const after = enrichment === undefined ? triaged : yield* Enrichment.apply(triaged, enrichment, at)
    if (after !== before) yield* leads.update(before, after)
    return after.lead
  })
})

/** What an agent may do to a lead's triage: `leads.update`, narrowed to one required field. */
export const triage = Operation.make("leads.triage", {
  ...update,
  formOf: update.id,
  title: "Triage a lead",
  description:
    "Sets the triage status of a lead: contacted, junk, bad_fit, stale, or new again. junk and bad_fit are final.",
  tool: "triage_lead",
  toolNote: "To write findings use patch_lead_enrichment.",
  idempotent: true,
  http: undefined,
  input: { id: LeadId, triageStatus: TriageTarget }
})

/** What an agent may do to a lead's enrichment: `leads.update`, narrowed to it. */
export const enrich = Operation.make("leads.enrich", {
  ...update,
  formOf: update.id,
  title: "Write a lead's enrichment",
  description:
    "Merges keys into a lead's enrichment: each key sent replaces that key, others stay, null removes a common one; keys of your own are kept as they are. Set status in_progress when you begin, then complete or skipped with the result.",
  tool: "patch_lead_enrichment",
  openWorld: true,
  http: undefined,
  input: { id: LeadId, enrichment: EnrichmentPatch }
})

export const operations = [list, search, get, create, update, triage, enrich, promote] as const
