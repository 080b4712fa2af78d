/** The ways an approval ends. */
import type { ActorRef } from "../../schema/Actor.ts"
import type { ApprovalStatus } from "../../schema/Approval.ts"
import { Conflict, type Fault, render, statusOf } from "../../schema/Fault.ts"
import type { Reply } from "../records/Idempotency.ts"

export interface End {
  readonly status: Exclude<ApprovalStatus, "pending">
  readonly decidedBy: ActorRef | null
  readonly reason?: string
  readonly doneRequestId?: string
  readonly answer: Reply
}

/** The end of an approval whose call is not executed. */
export const refused = (
  status: End["status"],
  fault: Fault,
  requestId: string,
  decidedBy: ActorRef | null,
  reason?: string
): End => ({
  status,
  decidedBy,
  ...(reason === undefined ? {} : { reason }),
  answer: { status: statusOf(fault), body: JSON.stringify(render(fault, requestId)) }
})

const late = new Conflict({
  code: "approval_expired",
  message: "Nobody decided on this within 24 hours, so it was not done. Send the call again to ask anew."
})

export const expired = (requestId: string): End => refused("expired", late, requestId, null)
