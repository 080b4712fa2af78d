import { Effect } from "effect"
import { Partitions } from "../../../layers/audit/Partitions.ts"
import { Seals } from "../../../layers/audit/Seals.ts"
import { Settings } from "../../../layers/platform/Settings.ts"
import * as Months from "../../domain/audit/Months.ts"
import * as Batches from "../Batches.ts"
import * as Job from "../Job.ts"

export const rotateAudit = Job.make("rotate-audit", {
  description: "Makes the months of the audit log ahead, and drops those older than AUDIT_KEEP_DAYS days.",
  schedule: "15 4 * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.rotateAudit")(function* (asOf) {
    const partitions = yield* Partitions
    const seals = yield* Seals
    const before = Months.begin(Batches.daysBefore(asOf, (yield* Settings).auditKeepDays))
    const made = yield* partitions.make(asOf)
    const dropped = yield* partitions.drop(before)
    const sum = Batches.add(
      yield* Batches.perWorkspace((limit) => partitions.expire(before, limit), "all"),
      yield* Batches.perWorkspace((limit) => seals.purge(before, limit), "all")
    )
    return { ...sum, affected: sum.affected + made + dropped }
  })
})
