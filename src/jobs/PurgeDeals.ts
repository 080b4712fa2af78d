import { Effect } from "effect"
import { Deals } from "../../layers/deals/Deals.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

/** The grace period of a deleted deal (SPEC: Limits). */
const graceDays = 30

export const purgeDeals = Job.make("purge-deals", {
  description: `Purges deals deleted more than ${graceDays} days ago, with their notes.`,
  schedule: "30 3 * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.purgeDeals")(function* (asOf) {
    const deals = yield* Deals
    const before = Batches.daysBefore(asOf, graceDays)
    return yield* Batches.perWorkspace((limit) => deals.purge(before, limit))
  })
})
