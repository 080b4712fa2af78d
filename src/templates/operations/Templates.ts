import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Deals } from "../../../layers/deals/Deals.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { LeadIntake } from "../../../layers/intake/LeadIntake.ts"
import { Leads } from "../../../layers/leads/Leads.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { PlanLimits } from "../../../layers/identity/PlanLimits.ts"
import { Templates } from "../../../layers/templates/Templates.ts"
import { Invalid } from "../../../schema/Fault.ts"
import { type DealId, type LeadId, TemplateId } from "../../../schema/Id.ts"
import { Call } from "../../invocation/Call.ts"
import type * as Contract from "../contract/Templates.ts"
import * as MergeTokens from "../rules/MergeTokens.ts"
import * as Triage from "../../leads/rules/Triage.ts"
import type * as Implementation from "../../Implementation.ts"
import * as Activity from "../../deals/operations/Activity.ts"

/** Marks a new lead as contacted. */
const contact = Effect.fnUntraced(function* (id: LeadId) {
  const leads = yield* Leads
  const before = yield* leads.lock(id)
  if (before.lead.triageStatus !== "new") return
  const { user } = yield* Actor
  const moved = yield* Effect.fromResult(Triage.move(before, "contacted", user.id, yield* now))
  yield* (yield* LeadIntake).update(before, moved)
})

const look = { icon: "✉️", color: "#4f46e5" }

/** Counts and records a use. Nothing is sent. */
export const use = Effect.fnUntraced(function* (
  id: TemplateId,
  dealId: DealId | null = null,
  leadId: LeadId | null = null
) {
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

const twoRecipients = (deal: string, lead: string) =>
  new Invalid({
    code: "invalid_query",
    message: `Send ${deal} or ${lead}, not both: a template is filled for one recipient.`,
    meta: { issues: [{ path: lead, message: `must be left out if ${deal} is sent` }] }
  })

/** The deal or lead to fill a template for, with the name of its input field. */
interface Recipient {
  readonly deal: readonly [name: string, id: DealId | undefined]
  readonly lead: readonly [name: string, id: LeadId | undefined]
}

export const render = Effect.fnUntraced(function* (
  id: TemplateId,
  { deal: [deal, dealId], lead: [lead, leadId] }: Recipient
) {
  if (dealId !== undefined && leadId !== undefined) return yield* twoRecipients(deal, lead)
  const { user } = yield* Actor
  const { body, name, subject } = yield* (yield* Templates).find(id)
  const found = dealId === undefined ? undefined : yield* (yield* Deals).find(dealId)
  const written = leadId === undefined ? undefined : yield* (yield* Leads).find(leadId)
  const { quote } = yield* Call
  const recipient = found ? MergeTokens.ofDeal(found, quote) : written && MergeTokens.ofLead(written, quote)
  const values = MergeTokens.values(recipient, user.name)
  return {
    id,
    name,
    to: found?.primaryContact.email ?? written?.contact.email ?? null,
    subject: MergeTokens.fill(subject, values),
    body: MergeTokens.fill(body, values),
    unfilled: MergeTokens.unfilled(`${subject}\n${body}`, values)
  }
})

export const implementations = {
  "templates.list": Effect.fnUntraced(function* ({ limit }) {
    return { data: yield* (yield* Templates).list(limit) }
  }),
  "templates.create": Effect.fnUntraced(function* (sent) {
    const { workspace } = yield* Actor
    yield* (yield* PlanLimits).admit(workspace.plan, "templates")
    const id = TemplateId.make(yield* (yield* Ids).uuid)
    const template = { ...look, ...sent, id, use_count: 0 }
    yield* (yield* Templates).insert([template])
    return template
  }),
  "templates.get": Effect.fnUntraced(function* ({ id }) {
    return yield* (yield* Templates).find(id)
  }),
  "templates.update": Effect.fnUntraced(function* ({ id, ...edit }) {
    return yield* (yield* Templates).update(id, edit)
  }),
  "templates.delete": Effect.fnUntraced(function* ({ id }) {
    yield* (yield* Templates).remove(id)
    return { id, deleted: true }
  }),
  "templates.use": ({ deal_id, id, lead_id }) => use(id, deal_id, lead_id),
  "templates.render": ({ deal_id, id, lead_id }) =>
    render(id, { deal: ["deal_id", deal_id], lead: ["lead_id", lead_id] })
} satisfies Implementation.Of<typeof Contract.operations>
