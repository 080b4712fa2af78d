/** Where leads land, whichever way they come in. */
import { Context, Effect, Layer } from "effect"
import { type Invalid, RateLimited } from "../../schema/Fault.ts"
import { type BoardId, type FormId, LeadId } from "../../schema/Id.ts"
import type { Lead } from "../../schema/Lead.ts"
import type { Submission } from "../../schema/LeadSubmission.ts"
import type { Doubt } from "../../schema/LeadBackground.ts"
import * as LeadDraft from "../../src/domain/leads/LeadDraft.ts"
import * as LeadRecord from "../../src/domain/leads/LeadRecord.ts"
import * as Triage from "../../src/domain/leads/Triage.ts"
import { Ids } from "../platform/Ids.ts"
import { Leads } from "../leads/Leads.ts"
import { now } from "../platform/Now.ts"
import { Outbox } from "../webhooks/Outbox.ts"
import type { Tenant } from "../identity/Tenant.ts"

/** How a lead came in, beside what it says. */
export interface Way {
  readonly formId?: FormId | null
  readonly doubt?: Doubt | null
}

/** Suspects a workspace holds: bots have many addresses, and each may send 120 a minute. None is thrown away. */
const mostSuspects = 10_000

/** Said to strangers: a person who does as it says passes for one. */
const full = new RateLimited({
  code: "rate_limited_workspace",
  message:
    "Too much that looks automatic has come in here, and this looks so too. Wait a few seconds, then send it once more, written and sent by hand.",
  retryAfter: 10
})

export class LeadIntake extends Context.Service<
  LeadIntake,
  {
    /**
     * Puts a new lead on a board of the workspace and announces it (lead.created), in the transaction it is
     * called in. A submission that says nothing is refused.
     */
    readonly receive: (boardId: BoardId, sent: Submission) => Effect.Effect<Lead, Invalid, Tenant>
    /**
     * The same for what a stranger sent: what looks like a bot's is announced to nobody yet, and refused where the
     * workspace holds too much of it already.
     */
    readonly receiveFromStranger: (
      boardId: BoardId,
      sent: Submission,
      way: Way
    ) => Effect.Effect<Lead, Invalid | RateLimited, Tenant>
    /**
     * Writes what was done to a lead, in the transaction it is called in, and announces one that is suspect no
     * more, unless it was found to be unwanted.
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
        sent: Submission,
        { doubt = null, formId = null }: Way = {}
      ) {
        const checked = yield* Effect.fromResult(LeadDraft.check(sent))
        const lead = LeadDraft.create(checked, boardId, LeadId.make(yield* ids.uuid), yield* now)
        return LeadRecord.fresh(lead, formId, doubt)
      })

      const land = Effect.fnUntraced(function* (record: LeadRecord.LeadRecord) {
        const { lead } = record
        yield* leads.insert(record)
        if (!lead.suspect) yield* outbox.append([{ type: "lead.created", lead, at: lead.createdAt }])
        return lead
      })

      const receive = Effect.fn("LeadIntake.receive")(function* (boardId: BoardId, sent: Submission) {
        return yield* land(yield* draft(boardId, sent))
      })

      const receiveFromStranger = Effect.fn("LeadIntake.receiveFromStranger")(function* (
        boardId: BoardId,
        sent: Submission,
        way: Way
      ) {
        const record = yield* draft(boardId, sent, way)
        if (record.lead.suspect) {
          const [held] = yield* leads.counts([{ view: "suspect", sort: "newest" }], mostSuspects)
          if (held === mostSuspects) return yield* full
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

      return LeadIntake.of({ receive, receiveFromStranger, update })
    })
  )
}
