import { Effect } from "effect"
import { Leads } from "../../layers/leads/Leads.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import { Audit } from "../../layers/audit/Audit.ts"
import * as AuditActors from "../../layers/audit/AuditActors.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

const auditContext = {
  operation: "jobs.stale-leads",
  surface: "job",
  doer: AuditActors.job("stale-leads")
} as const

export const staleLeads = Job.make("stale-leads", {
  description: "Marks leads as stale that have been new for more than STALE_AFTER_DAYS days.",
  schedule: "0 3 * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.staleLeads")(function* (asOf) {
    const audit = yield* Audit
    const leads = yield* Leads
    const { staleAfterDays } = yield* Settings
    return yield* Batches.perWorkspace((limit, inTime) => {
      const at = inTime(asOf)
      return audit.runAudited(auditContext, leads.expire(Batches.daysBefore(at, staleAfterDays), at, limit))
    })
  })
})
