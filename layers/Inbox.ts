/** Where leads land, whichever way they come in. */
import { Context, Effect, Layer } from "effect"
import type { Invalid } from "../schema/Fault.ts"
import { type BoardId, type FormId, LeadId } from "../schema/Id.ts"
import type { Lead, Submission } from "../schema/Lead.ts"
import * as LeadDraft from "../src/domain/LeadDraft.ts"
import * as LeadRecord from "../src/domain/LeadRecord.ts"
import { Ids } from "./Ids.ts"
import { Leads } from "./Leads.ts"
import { now } from "./Now.ts"
import { Outbox } from "./Outbox.ts"
import type { Tenant } from "./Tenant.ts"

export class Inbox extends Context.Service<
  Inbox,
  {
    /**
     * Puts a new lead on a board of the workspace and announces it (lead.created), in the transaction it is
     * called in. A submission that says nothing is refused.
     */
    readonly receive: (
      boardId: BoardId,
      sent: Submission,
      formId: FormId | null
    ) => Effect.Effect<Lead, Invalid, Tenant>
  }
>()("pipeline/layers/Inbox") {
  static readonly layer = Layer.effect(
    Inbox,
    Effect.gen(function* () {
      const leads = yield* Leads
      const outbox = yield* Outbox
      const ids = yield* Ids

      const receive = Effect.fn("Inbox.receive")(function* (
        boardId: BoardId,
        sent: Submission,
        formId: FormId | null
      ) {
        const checked = yield* Effect.fromResult(LeadDraft.check(sent))
        const at = yield* now
        const lead = LeadDraft.create(checked, boardId, LeadId.make(yield* ids.uuid), at)
        yield* leads.insert(LeadRecord.fresh(lead, formId))
        yield* outbox.append([{ type: "lead.created", lead, at }])
        return lead
      })

      return Inbox.of({ receive })
    })
  )
}
