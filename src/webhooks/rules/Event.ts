/** The four specified webhook events, two for writes that need approval, and those that follow an undone event. */
import type { Approval } from "../../../schema/Approval.ts"
import type { Deal } from "../../../schema/Deal.ts"
import type { Lead } from "../../../schema/Lead.ts"
import type { Stage } from "../../../schema/Stage.ts"
import type { Original } from "../../../schema/WebhookPayload.ts"
import type { BoardId, DealId, LeadId } from "../../../schema/Id.ts"

interface Announced {
  /** The actor: `api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`. */
  readonly by: string
  readonly at: string
}

interface Moved extends Announced {
  readonly deal: Deal
  readonly from: Stage
  readonly to: Stage
}

export type DealEvent =
  | (Announced & { readonly type: "deal.created"; readonly deal: Deal })
  | (Moved & { readonly type: "deal.stage_changed" })
  | (Moved & { readonly type: "deal.won" })

type LeadEvent = { readonly type: "lead.created"; readonly lead: Lead; readonly at: string }

interface SequelEvent extends Announced {
  readonly boardId: BoardId
  /** The event that was undone or redone. */
  readonly original: Original
}

/** Notifies receivers of an event that it was undone, or redone. */
export type Sequel =
  | (SequelEvent & {
      readonly type: "deal.change_undone" | "deal.change_redone"
      readonly dealId: DealId
      /** The name, even if the deal is deleted. */
      readonly name: string
      /** The current deal; null if it is deleted. */
      readonly deal: Deal | null
    })
  | (SequelEvent & {
      readonly type: "lead.change_undone" | "lead.change_redone"
      readonly leadId: LeadId
      readonly lead: Lead | null
    })
/** The data about a write that needs approval or was decided. It belongs to no board. */
export type AskedWrite = Pick<
  Approval,
  | "id"
  | "operation"
  | "summary"
  | "why"
  | "status"
  | "askedBy"
  | "createdAt"
  | "expiresAt"
  | "decidedBy"
  | "reason"
>

export interface ApprovalEvent {
  readonly type: "approval.requested" | "approval.decided"
  readonly approval: AskedWrite
  readonly at: string
}

export type Event = DealEvent | LeadEvent | ApprovalEvent
