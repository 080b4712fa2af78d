import { Effect } from "effect"
import { Seals } from "../../../layers/audit/Seals.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import * as Batches from "../Batches.ts"
import * as Job from "../Job.ts"

export const purgeSeals = Job.make("purge-seals", {
  description: "Deletes the seals of those months of the audit log that rotate-partitions has dropped.",
  schedule: "15 4 * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.purgeSeals")(function* (asOf) {
    const seals = yield* Seals
    const { auditKeepDays } = yield* Settings
    const before = Batches.keptFrom("month", asOf, auditKeepDays)
    return yield* Batches.perWorkspace((limit) => seals.purge(before, limit), "all")
  })
})
