import { Effect } from "effect"
import { Deals } from "../../layers/deals/Deals.ts"
import { Audit } from "../../layers/audit/Audit.ts"
import * as AuditActors from "../../layers/audit/AuditActors.ts"
import { graceDays } from "../deals/rules/Deletion.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

const auditContext = {
  operation: "jobs.purge-deals",
  surface: "job",
  doer: AuditActors.job("purge-deals")
} as const

export const purgeDeals = Job.make("purge-deals", {
  description: `Purges deals deleted more than ${graceDays} days ago, with their notes.`,
  schedule: "30 3 * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.purgeDeals")(function* (asOf) {
    const audit = yield* Audit
    const deals = yield* Deals
    const before = Batches.daysBefore(asOf, graceDays)
    return yield* Batches.perWorkspace((limit, inTime) =>
      audit.runAudited(auditContext, deals.purge(inTime(before), limit))
    )
  })
})
