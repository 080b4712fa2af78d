/** The four webhook events of SPEC.md, two of writes that an admin is asked about, and what follows one that was undone. */
import type { Approval } from "../../../schema/Approval.ts"
import type { Deal } from "../../../schema/Deal.ts"
import type { Lead } from "../../../schema/Lead.ts"
import type { Stage } from "../../../schema/Stage.ts"
import type { Original } from "../../../schema/WebhookPayload.ts"
import type { BoardId, DealId, LeadId } from "../../../schema/Id.ts"

interface Announced {
  /** Who did it: `api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`. */
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

interface Taken extends Announced {
  readonly boardId: BoardId
  /** The event that does not hold any more, or holds again. */
  readonly original: Original
}

/** Tells those who were sent an event that it was undone, or that this was. */
export type Sequel =
  | (Taken & {
      readonly type: "deal.change_undone" | "deal.change_redone"
      readonly dealId: DealId
      /** What it is called, even if it is gone. */
      readonly name: string
      /** As it is now; null if it is gone. */
      readonly deal: Deal | null
    })
  | (Taken & {
      readonly type: "lead.change_undone" | "lead.change_redone"
      readonly leadId: LeadId
      readonly lead: Lead | null
    })
/** What is told of a write that waits for an admin, or that one has decided. It belongs to no board. */
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
