import { Effect } from "effect"
import { Idempotency } from "../../layers/platform/Idempotency.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

export const expireIdempotency = Job.make("expire-idempotency", {
  description: "Forgets idempotency keys and their replies once the 24 hours of replay are over.",
  schedule: "15 * * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.expireIdempotency")(function* (asOf) {
    const idempotency = yield* Idempotency
    return yield* Batches.perWorkspace((limit) => idempotency.expire(asOf, limit))
  })
})
