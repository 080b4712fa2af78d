import { Effect, Result } from "effect"
import { Boards } from "../../../layers/boards/Boards.ts"
import { Actor } from "../../../layers/identity/Actor.ts"
import { ExternalIds } from "../../../layers/imports/ExternalIds.ts"
import { LeadIntake } from "../../../layers/intake/LeadIntake.ts"
import { ManyLeads } from "../../../layers/leads/ManyLeads.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import type * as Operation from "../../contract/Operation.ts"
import * as PossibleDuplicates from "../../deals/operations/PossibleDuplicates.ts"
import * as BulkItems from "../../shared/BulkItems.ts"
import type * as Contract from "../contract/BulkLeads.ts"
import * as FullName from "../rules/FullName.ts"
import * as Triage from "../rules/Triage.ts"
import * as BulkRefusals from "../../shared/BulkRefusals.ts"
import type * as Implementation from "../../Implementation.ts"
import * as Selection from "../../shared/Selection.ts"
import * as Leads from "./Leads.ts"

const create = Effect.fnUntraced(function* ({ boardId, leads }: Operation.Input<typeof Contract.create>) {
  const boards = yield* Boards
  const intake = yield* LeadIntake
  const board = yield* boardId === undefined ? boards.first : boards.find(boardId)
  const checkExternalId = yield* (yield* ExternalIds).admitMany(
    "lead",
    leads.map(({ externalId }) => externalId)
  )
  const records = yield* BulkItems.forEach(
    "leads",
    leads,
    Effect.fnUntraced(function* ({ externalId = null, ...sent }) {
      yield* checkExternalId(externalId)
      const draft = yield* intake.draft(board.id, sent)
      return { ...draft, lead: { ...draft.lead, externalId } }
    })
  )
  const created = records.map(({ lead }) => lead)
  yield* PossibleDuplicates.warn(
    created.map(({ contact: { companyName, email, firstName, lastName }, id }) => ({
      kind: "lead",
      id,
      company: companyName,
      email,
      name: FullName.of(firstName, lastName)
    }))
  )
  yield* (yield* ManyLeads).import(records.map((after) => ({ before: null, after })))
  yield* (yield* Outbox).append(created.map((lead) => ({ type: "lead.created", lead, at: lead.createdAt })))
  return {
    created: created.length,
    records: created.map(({ contact, id }) => ({ id, name: FullName.displayOf(contact) }))
  }
})

export const implementations = {
  "leads.bulkCreate": create,
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
