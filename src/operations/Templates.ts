import { Effect } from "effect"
import { Actor } from "../../layers/Actor.ts"
import { Deals } from "../../layers/Deals.ts"
import { Ids } from "../../layers/Ids.ts"
import { Leads } from "../../layers/Leads.ts"
import { now } from "../../layers/Now.ts"
import { Templates } from "../../layers/Templates.ts"
import { Deleted } from "../../schema/Deal.ts"
import { Forbidden, Invalid, NotFound } from "../../schema/Fault.ts"
import * as Field from "../../schema/Field.ts"
import { DealId, LeadId, TemplateId } from "../../schema/Id.ts"
import * as Page from "../../schema/Page.ts"
import * as Template from "../../schema/Template.ts"
import * as MergeTokens from "../domain/MergeTokens.ts"
import * as Triage from "../domain/Triage.ts"
import * as Operation from "../Operation.ts"
import * as Activity from "./Activity.ts"

const look = { icon: "✉️", color: "#4f46e5" }

const tokens = Template.Token.literals.map((token) => `{{${token}}}`).join(", ")

export const list = Operation.make("templates.list", {
  title: "List email templates",
  description: `Lists the email templates of the workspace, the most used first. Bodies hold the merge tokens ${tokens}, which the sender's client fills; GET /v1/templates/{id}/render fills them here.`,
  http: { method: "GET", path: "/templates" },
  scope: "deals:read",
  kind: "read",
  input: {
    limit: Field.optional(Page.Limit.annotate({ description: "At most so many; all where left out." }))
  },
  success: Template.TemplateList,
  faults: [],
  run: Effect.fnUntraced(function* ({ limit }) {
    return { data: yield* (yield* Templates).list(limit) }
  })
})

export const create = Operation.make("templates.create", {
  title: "Create an email template",
  description: `Creates an email template. Subject and body may hold the merge tokens ${tokens}.`,
  http: { method: "POST", path: "/templates", status: 201 },
  scope: "deals:write",
  kind: "write",
  input: { ...Template.content, ...Template.look },
  example: {
    name: "Introduction",
    subject: "{{company}} and us",
    body: "Hi {{first_name}},\n\nthank you for reaching out.\n\n{{sender_first_name}}",
    icon: "👋",
    color: "#4f46e5"
  },
  success: Template.Template,
  faults: [],
  run: Effect.fnUntraced(function* (sent) {
    const id = TemplateId.make(yield* (yield* Ids).uuid)
    const template = { ...look, ...sent, id, use_count: 0 }
    yield* (yield* Templates).insert([template])
    return template
  })
})

export const update = Operation.make("templates.update", {
  title: "Update an email template",
  description: "Changes fields of an email template; only sent fields change.",
  http: { method: "PATCH", path: "/templates/:id" },
  scope: "deals:write",
  kind: "write",
  input: {
    id: TemplateId,
    name: Field.optional(Template.content.name),
    subject: Field.optional(Template.content.subject),
    body: Field.optional(Template.content.body),
    ...Template.look
  },
  example: { subject: "A word about {{company}}" },
  success: Template.Template,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ id, ...edit }) {
    return yield* (yield* Templates).update(id, edit)
  })
})

export const remove = Operation.make("templates.delete", {
  title: "Delete an email template",
  description: "Deletes an email template for good; what was recorded of its use stays.",
  http: { method: "DELETE", path: "/templates/:id" },
  scope: "deals:write",
  kind: "delete",
  input: { id: TemplateId },
  success: Deleted,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ id }) {
    yield* (yield* Templates).remove(id)
    return { id, deleted: true }
  })
})

/** A lead that is written to for the first time has been contacted. */
const contact = Effect.fnUntraced(function* (id: LeadId) {
  const leads = yield* Leads
  const before = yield* leads.lock(id)
  if (before.lead.triageStatus !== "new") return
  const { user } = yield* Actor
  const moved = yield* Effect.fromResult(Triage.move(before, "contacted", user.id, yield* now))
  yield* leads.update(before, moved)
})

export const use = Operation.make("templates.use", {
  title: "Record the use of an email template",
  description:
    "Counts one use of a template and records it. With deal_id the deal's activity shows an email_sent entry; with lead_id a new lead becomes contacted.",
  http: { method: "POST", path: "/templates/:id/use", bodyOptional: true },
  scope: "deals:write",
  kind: "write",
  input: {
    id: TemplateId,
    deal_id: Field.optional(Field.nullable(DealId)),
    lead_id: Field.optional(Field.nullable(LeadId))
  },
  example: { deal_id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01", lead_id: null },
  success: Template.Used,
  faults: [NotFound, Invalid],
  run: Effect.fnUntraced(function* ({ deal_id: dealId = null, id, lead_id: leadId = null }) {
    const { user } = yield* Actor
    const template = yield* (yield* Templates).use(id, { dealId, leadId, userId: user.id })
    if (dealId !== null) {
      const deal = yield* (yield* Deals).find(dealId)
      const { name, subject } = template
      yield* Activity.record(deal, ["email_sent"], { template: { id, name, subject } })
    }
    if (leadId !== null) yield* contact(leadId)
    return { ok: true }
  })
})

/** Reading a lead takes the scope to, whatever it is read for. */
const readLead = Effect.fnUntraced(function* (id: LeadId) {
  const { scopes } = yield* Actor
  if (scopes.has("leads:read")) return yield* (yield* Leads).find(id)
  return yield* new Forbidden({
    code: "insufficient_scope",
    message: "Rendering for a lead needs the scope leads:read as well. Render for a deal, or ask for it.",
    meta: { scope: "leads:read" }
  })
})

const both = new Invalid({
  code: "invalid_query",
  message: "Send deal_id or lead_id, not both: a template is filled for one recipient.",
  meta: { issues: [{ path: "lead_id", message: "must be left out where deal_id is sent" }] }
})

export const render = Operation.make("templates.render", {
  title: "Fill an email template",
  description:
    "Fills a template's merge tokens from a deal or a lead, and the sender's from the caller. Tokens that nothing is known for stay as they are and are listed in unfilled.",
  http: { method: "GET", path: "/templates/:id/render" },
  scope: "deals:read",
  kind: "read",
  input: { id: TemplateId, deal_id: Field.optional(DealId), lead_id: Field.optional(LeadId) },
  success: Template.RenderedTemplate,
  faults: [NotFound, Invalid, Forbidden],
  run: Effect.fnUntraced(function* ({ deal_id, id, lead_id }) {
    if (deal_id !== undefined && lead_id !== undefined) return yield* both
    const { user } = yield* Actor
    const { body, name, subject } = yield* (yield* Templates).find(id)
    const recipient =
      deal_id !== undefined
        ? MergeTokens.ofDeal(yield* (yield* Deals).find(deal_id))
        : lead_id !== undefined
          ? MergeTokens.ofLead(yield* readLead(lead_id))
          : undefined
    const values = MergeTokens.values(recipient, user.name)
    return {
      id,
      name,
      subject: MergeTokens.fill(subject, values),
      body: MergeTokens.fill(body, values),
      unfilled: MergeTokens.unfilled(`${subject}\n${body}`, values)
    }
  })
})

export const operations = [list, create, update, remove, use, render] as const
