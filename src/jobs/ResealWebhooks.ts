import { Effect } from "effect"
import { SecondFactors } from "../../layers/identity/people/SecondFactors.ts"
import { Webhooks } from "../../layers/webhooks/Webhooks.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

export const resealWebhooks = Job.make("reseal-webhooks", {
  description:
    "Seals secrets of webhooks and of authenticator apps again with the newest ENCRYPTION_KEY if an older one sealed them.",
  schedule: "0 4 * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.resealWebhooks")(function* () {
    const webhooks = yield* Webhooks
    const factors = yield* SecondFactors
    const apps = yield* Batches.runAll(() => factors.reseal)
    return Batches.add(apps, yield* Batches.perWorkspace(() => webhooks.reseal, "all"))
  })
})
