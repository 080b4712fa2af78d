/** Creates leads from all channels, and announces them. */
import { Context, Effect, Layer } from "effect"
import { type Invalid, RateLimited } from "../../schema/Fault.ts"
import { type BoardId, type FormId, LeadId } from "../../schema/Id.ts"
import type { Lead } from "../../schema/Lead.ts"
import type { Submission } from "../../schema/LeadSubmission.ts"
import type { Doubt } from "../../schema/LeadBackground.ts"
import * as LeadDraft from "../../src/leads/rules/LeadDraft.ts"
import * as LeadRecord from "../../src/leads/rules/LeadRecord.ts"
import * as Triage from "../../src/leads/rules/Triage.ts"
import { Ids } from "../runtime/Ids.ts"
import { Leads } from "../leads/Leads.ts"
import { now } from "../runtime/Now.ts"
import { Outbox } from "../webhooks/Outbox.ts"
import type { Tenant } from "../identity/Tenant.ts"

/** How a lead came in. */
export interface Way {
  readonly formId?: FormId | null
  readonly doubt?: Doubt | null
}

/** The maximum number of suspects in a workspace: bots have many addresses, and each may send 120 a minute. None is discarded. */
const maxSuspects = 10_000

/** Shown to strangers: a person who follows the advice passes the check for bots. */
const full = new RateLimited({
  code: "rate_limited_workspace",
  message:
    "Too many messages that look automatic have come in here, and so does this one. Wait a few seconds, then write and send it once more by hand.",
  retryAfter: 10
})

export class LeadIntake extends Context.Service<
  LeadIntake,
  {
    /** Returns a new lead without storing it. An empty submission is refused. */
    readonly draft: (
      boardId: BoardId,
      submission: Submission
    ) => Effect.Effect<LeadRecord.LeadRecord, Invalid, Tenant>
    /** Creates a lead on a board and announces it (lead.created), in the caller's transaction. An empty submission is refused. */
    readonly receive: (
      boardId: BoardId,
      submission: Submission,
      externalId?: string | null
    ) => Effect.Effect<Lead, Invalid, Tenant>
    /** Like `receive`, for a stranger's submission. A suspect isn't announced yet, and is refused if the workspace already has too many. */
    readonly receiveFromStranger: (
      boardId: BoardId,
      submission: Submission,
      way: Way
    ) => Effect.Effect<Lead, Invalid | RateLimited, Tenant>
    /**
     * Writes a changed lead in the caller's transaction. A lead that is no longer suspect is announced, unless it was marked as unwanted.
     */
    readonly update: (
      before: LeadRecord.LeadRecord,
      after: LeadRecord.LeadRecord
    ) => Effect.Effect<void, never, Tenant>
  }
>()("pipeline/layers/LeadIntake") {
  static readonly layer = Layer.effect(
    LeadIntake,
    Effect.gen(function* () {
      const leads = yield* Leads
      const outbox = yield* Outbox
      const ids = yield* Ids

      const draft = Effect.fnUntraced(function* (
        boardId: BoardId,
        submission: Submission,
        { doubt = null, formId = null }: Way = {}
      ) {
        const checked = yield* Effect.fromResult(LeadDraft.check(submission))
        const lead = LeadDraft.create(checked, boardId, LeadId.make(yield* ids.uuid), yield* now)
        return LeadRecord.fresh(lead, formId, doubt)
      })

      const land = Effect.fnUntraced(function* (record: LeadRecord.LeadRecord) {
        const { lead } = record
        yield* leads.insert(record)
        if (!lead.suspect) yield* outbox.append([{ type: "lead.created", lead, at: lead.createdAt }])
        return lead
      })

      const receive = Effect.fn("LeadIntake.receive")(function* (
        boardId: BoardId,
        submission: Submission,
        externalId: string | null = null
      ) {
        const record = yield* draft(boardId, submission)
        return yield* land({ ...record, lead: { ...record.lead, externalId } })
      })

      const receiveFromStranger = Effect.fn("LeadIntake.receiveFromStranger")(function* (
        boardId: BoardId,
        submission: Submission,
        way: Way
      ) {
        const record = yield* draft(boardId, submission, way)
        if (record.lead.suspect) {
          const [held] = yield* leads.counts([{ view: "suspect", sort: "newest" }], maxSuspects)
          if (held === maxSuspects) return yield* full
        }
        return yield* land(record)
      })

      const update = Effect.fn("LeadIntake.update")(function* (
        before: LeadRecord.LeadRecord,
        after: LeadRecord.LeadRecord
      ) {
        yield* leads.update(before, after)
        const isCleared = before.lead.suspect && !after.lead.suspect && Triage.isWanted(after)
        if (isCleared) yield* outbox.append([{ type: "lead.created", lead: after.lead, at: yield* now }])
      })

      return LeadIntake.of({ draft, receive, receiveFromStranger, update })
    })
  )
}
