/** A write that a credential asked for, and its result. */
import { Schema } from "effect"
import { ActorRef } from "./Actor.ts"
import { Change } from "./DryRun.ts"
import * as Field from "./Field.ts"
import { ApprovalId, CredentialId } from "./Id.ts"
import * as Page from "./Page.ts"

export const ApprovalStatus = Schema.Literals(["pending", "done", "declined", "expired", "stale", "failed"])
export type ApprovalStatus = typeof ApprovalStatus.Type

const Detail = Schema.Struct({
  title: Field.of("Title", "The record, and what would happen to it.", Schema.String),
  lines: Field.of("Lines", "Changes of the record: old and new values.", Schema.Array(Schema.String))
})

export const Approval = Schema.Struct({
  id: ApprovalId,
  status: Field.of(
    "Status",
    "pending: waits for an admin. done: approved and carried out. declined, expired: not done. stale: approved, but what it was based on had changed. failed: approved, but refused then.",
    ApprovalStatus
  ),
  operation: Field.of("Operation", "Operation, such as deals.move.", Schema.String),
  credential: CredentialId,
  askedBy: Field.of("Asked by", "The key or app that asked, and for whom.", ActorRef),
  why: Field.of("Why", "The rule or limit that has it wait.", Schema.String),
  summary: Field.writtenBy(
    "anyone",
    Field.prose(Field.of("Summary", "Summary of the write, in plain words.", Schema.String))
  ),
  details: Field.writtenBy(
    "anyone",
    Field.of(
      "Details",
      "The same, record by record; whole where one approval is read, else in short: of many the first, and of long values the beginning.",
      Schema.Array(Detail)
    )
  ),
  changes: Field.of("Changes", "Records that it would change, as a dry run tells it.", Schema.Array(Change)),
  notRehearsed: Field.of(
    "Not rehearsed",
    "Parts that run only once it is approved.",
    Schema.Array(Schema.String)
  ),
  requestId: Field.of("Request", "Id of the request that asked.", Schema.String),
  idempotencyKey: Field.of(
    "Idempotency key",
    "The key it was sent with; null without one.",
    Schema.NullOr(Schema.String)
  ),
  createdAt: Field.CreatedAt,
  expiresAt: Field.of("Expires", "Time at which it expires if nobody decides.", Field.Timestamp),
  decidedBy: Field.of(
    "Decided by",
    "Who approved or declined it; null while it waits.",
    Schema.NullOr(ActorRef)
  ),
  decidedAt: Field.of(
    "Decided",
    "Time of the decision; null while it waits.",
    Schema.NullOr(Field.Timestamp)
  ),
  reason: Field.writtenBy(
    "anyone",
    Field.of("Reason", "Reason for declining; null if none was given.", Schema.NullOr(Schema.String))
  ),
  doneRequestId: Field.of(
    "Done by request",
    "The request id under which it was carried out: the audit log has its changes under it; else null.",
    Schema.NullOr(Schema.String)
  ),
  answer: Field.writtenBy(
    "anyone",
    Field.of(
      "Answer",
      "Response of the call; null while it waits.",
      Schema.NullOr(
        Schema.Struct({
          status: Field.of("Status", "HTTP status.", Schema.Int),
          body: Field.of(
            "Body",
            "The body; of a success only for the credential that asked, for others null.",
            Schema.Json
          )
        })
      )
    )
  )
}).annotate({
  identifier: "Approval",
  examples: [
    {
      id: "01997f2e-6b1c-7d7a-9d0c-7a6b5c4d3e2f",
      status: "pending",
      operation: "deals.move",
      credential: "01997f2e-6b1c-7d7a-9d0c-9f8e7d6c5b4a",
      askedBy: {
        type: "api_key",
        id: "01997f2e-6b1c-7d7a-9d0c-9f8e7d6c5b4a",
        name: "Scout",
        userId: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a",
        userName: "Ada"
      },
      why: "The rules of this credential say to ask for deals.move.",
      summary: "Move a deal: Deal “Fleet” changed (stage: “Proposal” → “Won”)",
      details: [{ title: "Deal “Fleet” changed", lines: ["stage: “Proposal” → “Won”"] }],
      changes: [
        {
          resource: "deal",
          change: "updated",
          count: 1,
          ids: ["01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01"],
          fields: ["stageId", "wonAt"]
        }
      ],
      notRehearsed: [],
      requestId: "req_01997f2e6b1c7d7a9d0c5b6c7d8e9f01",
      idempotencyKey: null,
      createdAt: "2026-05-04T14:00:00.000Z",
      expiresAt: "2026-05-05T14:00:00.000Z",
      decidedBy: null,
      decidedAt: null,
      reason: null,
      doneRequestId: null,
      answer: null
    }
  ] as never
})
export type Approval = typeof Approval.Type

export const ApprovalList = Page.of("ApprovalList", Approval)

/** The response with status 202 to a write that needs approval. */
export const Asked = Schema.Struct({
  approval: Field.of("Approval", "The call, which waits for an admin. Nothing was done.", Approval)
}).annotate({ identifier: "Asked" })

/** The maximum number of similar approvals that one decision covers. */
export const maxAlike = 100

/** The result of a decision. */
export const Decision = Schema.Struct({
  approval: Field.of("Approval", "The approval that was decided.", Approval),
  alike: Field.of(
    "Alike",
    `The others that were decided with it, at most ${maxAlike}.`,
    Schema.Array(
      Schema.Struct({
        id: ApprovalId,
        status: Approval.fields.status,
        message: Field.of(
          "Message",
          "Error of the approved call; null if none.",
          Schema.NullOr(Schema.String)
        )
      })
    )
  ),
  left: Field.of("Left", "Number of similar pending approvals.", Schema.Int)
}).annotate({ identifier: "Decision" })
export type Decision = typeof Decision.Type
