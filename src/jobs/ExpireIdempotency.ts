import { Effect } from "effect"
import { Idempotency } from "../../layers/records/Idempotency.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

export const expireIdempotency = Job.make("expire-idempotency", {
  description: "Deletes idempotency keys and their stored replies after 24 hours.",
  schedule: "15 * * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.expireIdempotency")(function* (asOf) {
    const idempotency = yield* Idempotency
    return yield* Batches.perWorkspace((limit) => idempotency.expire(asOf, limit))
  })
})
