/** The JSON body of a delivery. */
import { inWords } from "../../../schema/Actor.ts"
import * as Stage from "../../../schema/Stage.ts"
import type { Payload } from "../../../schema/WebhookPayload.ts"
import { urlOf } from "./ChatMessage.ts"
import type { AskedWrite, DealEvent, Event, Sequel } from "./Event.ts"

type Moved = Exclude<DealEvent, { readonly type: "deal.created" }>

const moved = ({ at, by, deal, from, to }: Moved) => ({
  deal_id: deal.id,
  board_id: deal.boardId,
  from_stage: Stage.ref(from),
  to_stage: Stage.ref(to),
  deal,
  changed_by: by,
  changed_at: at
})

const sequelFields = ({ at, boardId, by, original }: Sequel) => ({
  board_id: boardId,
  original,
  changed_by: by,
  changed_at: at
})

const approvalFields = (
  { askedBy, createdAt, expiresAt, id, operation, summary, why }: AskedWrite,
  base: string
) => ({
  approval_id: id,
  operation,
  summary,
  why,
  requested_by: `${askedBy.type}:${askedBy.id}`,
  requester: inWords(askedBy),
  requested_at: createdAt,
  expires_at: expiresAt,
  url: urlOf(id, base)
})

const decided = ({ decidedBy, reason, status }: AskedWrite, at: string) => ({
  status,
  decided_by: decidedBy === null ? null : `${decidedBy.type}:${decidedBy.id}`,
  decider: decidedBy === null ? null : inWords(decidedBy),
  reason,
  decided_at: at
})

/** `base` is the service's address without a trailing slash. */
export const of = (event: Event | Sequel, base: string): Payload => {
  switch (event.type) {
    case "deal.created":
      return {
        event: "deal.created",
        deal_id: event.deal.id,
        board_id: event.deal.boardId,
        deal: event.deal,
        created_by: event.by,
        created_at: event.at
      }
    case "deal.stage_changed":
      return { event: "deal.stage_changed", ...moved(event) }
    case "deal.won":
      return {
        event: "deal.won",
        ...moved(event),
        amount_cents: event.deal.amountCents,
        currency: event.deal.currency,
        won_at: event.deal.wonAt ?? event.at
      }
    case "lead.created":
      return {
        event: "lead.created",
        lead_id: event.lead.id,
        board_id: event.lead.boardId,
        lead: event.lead,
        created_at: event.lead.createdAt
      }
    case "deal.change_undone":
    case "deal.change_redone":
      return { event: event.type, deal_id: event.dealId, deal: event.deal, ...sequelFields(event) }
    case "lead.change_undone":
    case "lead.change_redone":
      return { event: event.type, lead_id: event.leadId, lead: event.lead, ...sequelFields(event) }
    case "approval.requested":
      return { event: "approval.requested", ...approvalFields(event.approval, base) }
    case "approval.decided":
      return {
        event: event.type,
        ...approvalFields(event.approval, base),
        ...decided(event.approval, event.at)
      }
  }
}
