import { Effect } from "effect"
import { Seals } from "../../../layers/audit/Seals.ts"
import * as Batches from "../Batches.ts"
import * as Job from "../Job.ts"

/** For entries that a commit made visible late. */
const overlap = 2 * 3_600_000

export const sealAudit = Job.make("seal-audit", {
  description: "Seals what is left of the audit log: entries of processes that ended, and of admin commands.",
  schedule: "20 * * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.sealAudit")(function* () {
    const seals = yield* Seals
    let affected = 0
    const sum = yield* Batches.perWorkspace(
      () =>
        Effect.map(seals.seal(overlap), (sealed) => {
          affected += sealed
          return 0
        }),
      "all"
    )
    return { ...sum, affected }
  })
})
