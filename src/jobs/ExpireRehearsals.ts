import { Effect } from "effect"
import { Audit } from "../../layers/audit/Audit.ts"
import * as AuditActors from "../../layers/audit/AuditActors.ts"
import * as ChangeSet from "../../layers/audit/ChangeSet.ts"
import { Rehearsals } from "../../layers/identity/rehearsals/Rehearsals.ts"
import { WorkspaceRemoval } from "../../layers/identity/transfer/WorkspaceRemoval.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import type { WorkspaceId } from "../../schema/Id.ts"
import * as Difference from "../audit/rules/Difference.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

const auditContext = {
  operation: "jobs.rehearsals",
  surface: "job",
  doer: AuditActors.job("rehearsals")
} as const

/** A copy that isn't complete after this time was interrupted. */
const copyDays = 10 / 1440

/** By then requests in progress at the end of a rehearsal have finished, and their rows are removed too. */
const forgetDays = 1 / 24

/** If a person ended the rehearsal, the audit log already has an entry. */
const discard = Effect.fnUntraced(function* (id: WorkspaceId) {
  const audit = yield* Audit
  const rehearsals = yield* Rehearsals
  const ended = yield* audit.runAudited(auditContext, rehearsals.end(id))
  const removed = yield* rehearsals.clear(id)
  if (!ended && removed["plan_usage"] === 1) {
    yield* audit.runAudited(
      auditContext,
      ChangeSet.note(() => [Difference.of("rehearsal", id, {}, null)])
    )
  }
  return 1
})

export const tendRehearsals = Job.make("rehearsals", {
  description:
    "Discards rehearsals that are over, copies those whose copy was broken off, and ends deletions of workspaces.",
  schedule: "*/30 * * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.tendRehearsals")(function* (asOf) {
    const { copy, due, forget } = yield* Rehearsals
    const { deleteLeftovers: tend } = yield* WorkspaceRemoval
    let sum = { affected: 0, error: null as string | null }
    for (const { endsAt, id, rehearsalOf } of yield* due(asOf, Batches.daysBefore(asOf, copyDays))) {
      const work = endsAt <= asOf ? discard(id) : Effect.as(copy(id), 1)
      const outcome = Batches.runAll(() => Effect.provideService(work, Tenant, { workspaceId: rehearsalOf }))
      sum = Batches.add(sum, yield* outcome)
    }
    const before = Batches.daysBefore(asOf, forgetDays)
    sum = Batches.add(sum, yield* Batches.runAll(() => forget(before)))
    return Batches.add(sum, yield* Batches.runAll(() => tend(before)))
  })
})
