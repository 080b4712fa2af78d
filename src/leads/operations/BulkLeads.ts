import { Effect, Result } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { ManyLeads } from "../../../layers/leads/ManyLeads.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import type * as Contract from "../contract/BulkLeads.ts"
import * as Triage from "../rules/Triage.ts"
import * as BulkRefusals from "../../values/BulkRefusals.ts"
import type * as Implementation from "../../Implementation.ts"
import * as Selection from "../../values/Selection.ts"
import * as Leads from "./Leads.ts"

export const implementations = {
  "leads.bulkTriage": Effect.fnUntraced(function* ({ triageStatus, ...sent }) {
    const { user } = yield* Actor
    const many = yield* ManyLeads
    const { asked, found, missing } = yield* Selection.lock("lead", sent, {
      lock: many.lock,
      matching: (filter, most, counted) => many.matching(Leads.listQuery(filter)[0], most, counted),
      idOf: ({ lead }) => lead.id
    })
    const at = yield* now
    const triaged = found.map((before) => ({
      before,
      result: Triage.move(before, triageStatus, user.id, at)
    }))
    const refusals = [
      ...missing,
      ...triaged.flatMap(({ before, result }): ReadonlyArray<BulkRefusals.Refusal> =>
        Result.isFailure(result)
          ? [{ id: before.lead.id, code: result.failure.code, message: result.failure.message }]
          : []
      )
    ]
    if (refusals.length > 0) return yield* BulkRefusals.fault("lead", asked, refusals)
    if (found.length === 0) return Selection.none("lead", yield* Leads.suggestWider(sent.filter ?? {}))
    const changed = triaged.flatMap(({ before, result }) =>
      Result.isSuccess(result) && result.success !== before ? [{ before, after: result.success }] : []
    )
    yield* many.update(changed)
    const cleared = changed.filter(
      ({ after, before }) => before.lead.suspect && !after.lead.suspect && Triage.isWanted(after)
    )
    const outbox = yield* Outbox
    for (const some of Map.groupBy(cleared, ({ after }) => after.lead.boardId).values()) {
      yield* outbox.append(some.map(({ after: { lead } }) => ({ type: "lead.created", lead, at })))
    }
    return { updated: changed.length, unchanged: found.length - changed.length }
  })
} satisfies Implementation.Of<typeof Contract.operations>
