/** An approval as a row of `approvals`, with its encrypted part. */
import { Effect } from "effect"
import type { ActorRef } from "../../schema/Actor.ts"
import type { Approval, ApprovalStatus } from "../../schema/Approval.ts"
import type { AuditFields, Surface } from "../../schema/Audit.ts"
import type { ApprovalId } from "../../schema/Id.ts"
import * as RecordScope from "../../schema/RecordScope.ts"
import type { Scope } from "../../schema/Scope.ts"
import type { Basis } from "../../src/audit/rules/PlanPreconditions.ts"
import type { Reply } from "../records/Idempotency.ts"
import type { Encryption } from "../encryption/Encryption.ts"
import { type Actor, author, gaveUp } from "../identity/Actor.ts"
import { isFailure } from "../../schema/Fault.ts"

/** The call as it was made, the data it was based on, and its description. */
export interface Sealed {
  readonly operation: string
  readonly surface: Surface
  readonly input: object
  /** The request that an idempotency key covers. */
  readonly request: unknown
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly granted: ReadonlyArray<Scope>
  readonly asked?: ReadonlyArray<Scope>
  readonly basis: Basis
  /** `brief` is the summary for people who may not read the records. */
  readonly told: Pick<Approval, "why" | "summary" | "details" | "changes" | "notRehearsed"> & {
    readonly brief: string
    /** The full details; missing in approvals stored by earlier versions. */
    readonly whole?: Approval["details"]
  }
}

export interface Stored {
  readonly id: ApprovalId
  readonly credential: string
  /** The owner of the call's idempotency key. */
  readonly claimant: string
  readonly askedBy: ActorRef
  readonly operation: string
  readonly status: ApprovalStatus
  readonly fingerprint: Uint8Array
  readonly idempotencyKey: string | null
  readonly requestId: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly sealed: Sealed
  readonly decidedBy: ActorRef | null
  readonly decidedAt: string | null
  readonly reason: string | null
  readonly doneRequestId: string | null
  readonly answer: Reply | null
}

export interface Row {
  readonly id: ApprovalId
  readonly credential: string
  readonly claimant: string
  readonly asked_by: ActorRef
  readonly operation: string
  readonly status: ApprovalStatus
  readonly fingerprint: Uint8Array
  readonly idempotency_key: string | null
  readonly request_id: string
  readonly created_at: string
  readonly expires_at: string
  readonly asked: Uint8Array
  readonly decided_by: ActorRef | null
  readonly decided_at: string | null
  readonly reason: string | null
  readonly done_request_id: string | null
  readonly answer_status: number | null
  readonly answer: Uint8Array | null
}

/** The approval's fields in the audit log. */
export const recordOf = (stored: Stored): AuditFields => ({
  credential: stored.credential,
  operation: stored.operation,
  status: stored.status,
  idempotencyKey: stored.idempotencyKey,
  requestId: stored.requestId,
  createdAt: stored.createdAt,
  expiresAt: stored.expiresAt,
  decidedBy: stored.decidedBy,
  decidedAt: stored.decidedAt,
  reason: stored.reason,
  doneRequestId: stored.doneRequestId
})

/** The encryption context of each encrypted part. */
export const contextOf = (part: "answer" | "asked", workspaceId: string, id: string): string =>
  `approval:${part}:${workspaceId}:${id}`

/** Decrypts a row. A pending approval past its time counts as expired, even if the job hasn't marked it yet. */
export const opened = (encryption: Encryption["Service"], workspaceId: string, at: string) =>
  Effect.fnUntraced(function* (row: Row) {
    const open = (part: "answer" | "asked", sealed: Uint8Array) =>
      Effect.orDie(encryption.open(sealed, contextOf(part, workspaceId, row.id)))
    const isOver = row.status === "pending" && row.expires_at <= at
    const stored: Stored = {
      id: row.id,
      credential: row.credential,
      claimant: row.claimant,
      askedBy: row.asked_by,
      operation: row.operation,
      status: isOver ? "expired" : row.status,
      fingerprint: row.fingerprint,
      idempotencyKey: row.idempotency_key,
      requestId: row.request_id,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      sealed: JSON.parse(yield* open("asked", row.asked)) as Sealed,
      decidedBy: row.decided_by,
      decidedAt: row.decided_at,
      reason: row.reason,
      doneRequestId: row.done_request_id,
      answer:
        row.answer === null || row.answer_status === null
          ? null
          : { status: row.answer_status, body: yield* open("answer", row.answer) }
    }
    return stored
  })

/**
 * An approval for a caller. The answer is only shown to the credential that asked, since it may contain a secret, and the records' content
 * only to callers who may read the records.
 */
export const toPublic = (stored: Stored, actor: Actor["Service"], isWhole = false): Approval => {
  const { answer, sealed } = stored
  const { brief, details, summary, whole = details, ...told } = sealed.told
  const maySee = (["deal", "lead"] as const).every((kind) => RecordScope.mayRead(actor.scopes, kind))
  const isOwn = author(actor) === stored.credential && actor.user.id === stored.askedBy.userId
  // A request that gave up scopes doesn't see an answer that needs them.
  const mayHave = isOwn && !gaveUp(actor, "deals:read") && !gaveUp(actor, "leads:read")
  return {
    id: stored.id,
    status: stored.status,
    operation: stored.operation,
    credential: stored.credential,
    askedBy: stored.askedBy,
    ...told,
    summary: maySee ? summary : brief,
    details: maySee ? (isWhole ? whole : details) : [],
    requestId: stored.requestId,
    idempotencyKey: stored.idempotencyKey,
    createdAt: stored.createdAt,
    expiresAt: stored.expiresAt,
    decidedBy: stored.decidedBy,
    decidedAt: stored.decidedAt,
    reason: stored.reason,
    doneRequestId: stored.doneRequestId,
    answer:
      answer === null
        ? null
        : {
            status: answer.status,
            body: mayHave || (isFailure(answer.status) && (isOwn || maySee)) ? JSON.parse(answer.body) : null
          }
  }
}
