import { Effect } from "effect"
import { Webhooks } from "../../layers/webhooks/Webhooks.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

export const resealWebhooks = Job.make("reseal-webhooks", {
  description:
    "Seals webhook URLs and secrets again with the newest ENCRYPTION_KEY if an older one sealed them.",
  schedule: "0 4 * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.resealWebhooks")(function* () {
    const webhooks = yield* Webhooks
    return yield* Batches.perWorkspace(() => webhooks.reseal)
  })
})
