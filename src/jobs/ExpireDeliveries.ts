import { Effect } from "effect"
import { Deliveries } from "../../layers/webhooks/Deliveries.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

const keptDays = 30

export const expireDeliveries = Job.make("expire-deliveries", {
  description: `Deletes webhook deliveries made more than ${keptDays} days ago, with their attempts.`,
  schedule: "45 3 * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.expireDeliveries")(function* (asOf) {
    const deliveries = yield* Deliveries
    const before = Batches.daysBefore(asOf, keptDays)
    return yield* Batches.perWorkspace((limit) => deliveries.expire(before, limit))
  })
})
