/** Webhook events that follow an undo, written in its transaction. */
import { Effect } from "effect"
import { Actor, label } from "../../../layers/identity/Actor.ts"
import * as ReadSet from "../../../layers/audit/ReadSet.ts"
import { DeletedDeals } from "../../../layers/deals/DeletedDeals.ts"
import { ManyDeals } from "../../../layers/deals/ManyDeals.ts"
import { ManyLeads } from "../../../layers/leads/ManyLeads.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Deliveries, type SentDelivery } from "../../../layers/webhooks/Deliveries.ts"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import type { DealId, LeadId } from "../../../schema/Id.ts"
import type { EventType } from "../../../schema/Webhook.ts"
import type { Sequel } from "../rules/Event.ts"

/** A write, and the records that an undo reverted to their state before it. */
interface UndoneWrite {
  readonly entry: { readonly id: string; readonly at: string }
  readonly changes: ReadonlyArray<{ readonly id: string }>
}

const isOfLead = ({ event }: SentDelivery) => event.startsWith("lead.")

/** Undoing an undo restores the original. */
const didOf = ({ event }: SentDelivery) => (event.endsWith(".change_undone") ? "redone" : "undone")

const originalOf = ({ createdAt, event, id, original }: SentDelivery) =>
  original ?? { event: event as EventType, delivery_id: id, created_at: createdAt }

/** The current deals, and the names of deleted ones. */
const dealsOf = Effect.fnUntraced(function* (ids: ReadonlyArray<DealId>) {
  const there = ids.length === 0 ? [] : yield* (yield* ManyDeals).lock(ids)
  const deals = new Map(there.map((deal) => [deal.id, { name: deal.name, deal }] as const))
  const gone = ids.filter((id) => !deals.has(id))
  const found = yield* Effect.forEach(gone, (id) =>
    Effect.option(Effect.flatMap(DeletedDeals, ({ lock }) => lock(id)))
  )
  const names = found.flatMap((one) => (one._tag === "Some" ? [one.value.deal] : []))
  return { deals, names: new Map(names.map(({ id, name }) => [id, name])) }
})

const leadsOf = Effect.fnUntraced(function* (ids: ReadonlyArray<LeadId>) {
  const there = ids.length === 0 ? [] : yield* (yield* ManyLeads).lock(ids)
  return new Map(there.map(({ lead }) => [lead.id, lead]))
})

/** Notifies exactly the subscriptions that were sent an event of these writes about these records. */
export const append = Effect.fnUntraced(function* (undone: ReadonlyArray<UndoneWrite>) {
  const records = new Map(
    undone.map(({ changes, entry }) => [entry.id, new Set(changes.map(({ id }) => id))])
  )
  const all = yield* (yield* Deliveries).sentBy(undone.map(({ entry }) => entry))
  const sent = all.filter(({ entryId, subjectId }) => records.get(entryId)?.has(subjectId) === true)
  if (sent.length === 0) return
  const subjects = (some: ReadonlyArray<SentDelivery>) =>
    [...new Set(some.map(({ subjectId }) => subjectId))].sort()
  // The current state isn't a precondition of the undo, so these reads aren't recorded.
  const unseen = Effect.provideService(ReadSet.ReadSet, undefined)
  const others = sent.filter((one) => !isOfLead(one))
  const { deals, names } = yield* unseen(dealsOf(subjects(others) as Array<DealId>))
  const leads = yield* unseen(leadsOf(subjects(sent.filter(isOfLead)) as Array<LeadId>))
  const by = label(yield* Actor)
  const at = yield* now
  const eventOf = (one: SentDelivery): Sequel => {
    const told = { by, at, boardId: one.boardId, original: originalOf(one) }
    if (isOfLead(one)) {
      const leadId = one.subjectId as LeadId
      return { type: `lead.change_${didOf(one)}`, leadId, lead: leads.get(leadId) ?? null, ...told }
    }
    const dealId = one.subjectId as DealId
    const { deal = null, name = names.get(dealId) ?? "a deal" } = deals.get(dealId) ?? {}
    return { type: `deal.change_${didOf(one)}`, dealId, deal, name, ...told }
  }
  yield* (yield* Outbox).follow(sent.map((one) => ({ sent: one, event: eventOf(one) })))
})
