import { Effect } from "effect"
import { Idempotency } from "../../layers/records/Idempotency.ts"
import { PlanHandles } from "../../layers/records/PlanHandles.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

export const expireIdempotency = Job.make("expire-idempotency", {
  description: "Deletes idempotency keys with their stored replies, and plans of dry runs, after 24 hours.",
  schedule: "15 * * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.expireIdempotency")(function* (asOf) {
    const idempotency = yield* Idempotency
    const plans = yield* PlanHandles
    const keys = yield* Batches.perWorkspace((limit) => idempotency.expire(asOf, limit))
    return Batches.add(keys, yield* Batches.perWorkspace((limit) => plans.expire(asOf, limit)))
  })
})
