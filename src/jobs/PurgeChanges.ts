import { Effect } from "effect"
import { EventFeed } from "../../layers/events/EventFeed.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

const days = 30

export const purgeChanges = Job.make("purge-changes", {
  description: "Deletes changes from the feed after 30 days.",
  schedule: "45 4 * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.purgeChanges")(function* (asOf) {
    const feed = yield* EventFeed
    const before = Batches.daysBefore(asOf, days)
    return yield* Batches.perWorkspace((limit, inTime) => feed.purge(inTime(before), limit))
  })
})
