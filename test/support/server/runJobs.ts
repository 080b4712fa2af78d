/** A node that runs two jobs on the given database until it is killed: `quick` each second, and the long-running `slow`. */
import { NodeRuntime } from "@effect/platform-node"
import { Duration, Effect, Layer, Redacted } from "effect"
import { Database } from "../../../layers/database/Database.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { JobRuns } from "../../../layers/runtime/JobRuns.ts"
import * as Job from "../../../src/jobs/Job.ts"
import * as Scheduler from "../../../src/jobs/Scheduler.ts"

const job = (name: string, schedule: string, work: Effect.Effect<void>) =>
  Job.make(name, {
    description: "",
    schedule,
    timeZone: "UTC",
    run: () =>
      Effect.sync(() => process.stdout.write(`${name}\n`)).pipe(
        Effect.andThen(work),
        Effect.as({ affected: 1, error: null })
      )
  })

const jobs = [job("quick", "* * * * * *", Effect.void), job("slow", "0 0 1 1 *", Effect.sleep("1 hour"))]

Scheduler.make(jobs, Duration.seconds(2)).pipe(
  Layer.provide(JobRuns.layer),
  Layer.provide(Ids.layer),
  Layer.provide(Database.connect(Redacted.make(process.argv[2] ?? ""))),
  Layer.launch,
  NodeRuntime.runMain
)
