import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Deals } from "../../../layers/deals/Deals.ts"
import { Ids } from "../../../layers/platform/Ids.ts"
import { LeadIntake } from "../../../layers/intake/LeadIntake.ts"
import { Leads } from "../../../layers/leads/Leads.ts"
import { now } from "../../../layers/platform/Now.ts"
import { PlanLimits } from "../../../layers/identity/PlanLimits.ts"
import { Templates } from "../../../layers/templates/Templates.ts"
import { Invalid } from "../../../schema/Fault.ts"
import { LeadId, TemplateId } from "../../../schema/Id.ts"
import type * as Contract from "../../contract/templates/Templates.ts"
import * as MergeTokens from "../../domain/templates/MergeTokens.ts"
import * as Triage from "../../domain/leads/Triage.ts"
import type * as Implementation from "../../Implementation.ts"
import * as Activity from "../deals/Activity.ts"

/** A new lead that is written to becomes contacted. */
const contact = Effect.fnUntraced(function* (id: LeadId) {
  const leads = yield* Leads
  const before = yield* leads.lock(id)
  if (before.lead.triageStatus !== "new") return
  const { user } = yield* Actor
  const moved = yield* Effect.fromResult(Triage.move(before, "contacted", user.id, yield* now))
  yield* (yield* LeadIntake).update(before, moved)
})

const look = { icon: "✉️", color: "#4f46e5" }

const both = new Invalid({
  code: "invalid_query",
  message: "Send deal_id or lead_id, not both: a template is filled for one recipient.",
  meta: { issues: [{ path: "lead_id", message: "must be left out if deal_id is sent" }] }
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
  "templates.update": Effect.fnUntraced(function* ({ id, ...edit }) {
    return yield* (yield* Templates).update(id, edit)
  }),
  "templates.delete": Effect.fnUntraced(function* ({ id }) {
    yield* (yield* Templates).remove(id)
    return { id, deleted: true }
  }),
  "templates.use": Effect.fnUntraced(function* ({ deal_id: dealId = null, id, lead_id: leadId = null }) {
    const { user } = yield* Actor
    const template = yield* (yield* Templates).use(id, { dealId, leadId, userId: user.id })
    if (dealId !== null) {
      const deal = yield* (yield* Deals).find(dealId)
      const { name, subject } = template
      yield* Activity.record(deal, ["email_sent"], { template: { id, name, subject } })
    }
    if (leadId !== null) yield* contact(leadId)
    return { ok: true }
  }),
  "templates.render": Effect.fnUntraced(function* ({ deal_id, id, lead_id }) {
    if (deal_id !== undefined && lead_id !== undefined) return yield* both
    const { user } = yield* Actor
    const { body, name, subject } = yield* (yield* Templates).find(id)
    const recipient =
      deal_id !== undefined
        ? MergeTokens.ofDeal(yield* (yield* Deals).find(deal_id))
        : lead_id !== undefined
          ? MergeTokens.ofLead(yield* (yield* Leads).find(lead_id))
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
} satisfies Implementation.Of<typeof Contract.operations>
