import { Effect } from "effect"
import { Approvals } from "../../layers/approvals/Approvals.ts"
import { RuleStore } from "../../layers/approvals/RuleStore.ts"
import { Audit } from "../../layers/audit/Audit.ts"
import * as AuditActors from "../../layers/audit/AuditActors.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

const auditContext = {
  operation: "jobs.expire-approvals",
  surface: "job",
  doer: AuditActors.job("expire-approvals")
} as const

/** How long an approval is kept after it ended. */
const keptDays = 30

export const expireApprovals = Job.make("expire-approvals", {
  description: `Ends approvals that nobody decided on within 24 hours, and deletes those that ended ${keptDays} days ago.`,
  schedule: "*/15 * * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.expireApprovals")(function* (asOf) {
    const approvals = yield* Approvals
    const audit = yield* Audit
    const rules = yield* RuleStore
    const before = Batches.daysBefore(asOf, keptDays)
    const expired = yield* Batches.perWorkspace((limit) =>
      audit.runAudited(auditContext, approvals.expire(asOf, limit))
    )
    const purged = yield* Batches.perWorkspace((limit) =>
      audit.runAudited(auditContext, approvals.purge(before, limit))
    )
    const counts = yield* Batches.perWorkspace((limit) => rules.expire(asOf, limit))
    return Batches.add(Batches.add(expired, purged), counts)
  })
})
