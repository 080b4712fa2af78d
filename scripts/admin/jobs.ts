/** Commands for the scheduled jobs. */
import { Schema } from "effect"
import { Argument } from "effect/cli"
import * as JobCommands from "../../src/jobs/JobCommands.ts"
import { group, make } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"

export const Moment = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      (/^\d{4}-\d\d-\d\d/u.test(text) && !Number.isNaN(Date.parse(text))) ||
      "must be a time in ISO 8601, such as 2026-05-01T09:30:00Z"
  )
)

const run = make(
  "run",
  "Runs a job now.",
  {
    name: Argument.String("name").pipe(Argument.withDescription("The job's name, as job list shows it")),
    asOf: Flags.optional(Flags.text("as-of", Moment, "The time that the job takes as now, in ISO 8601"))
  },
  ({ asOf, name }) => JobCommands.run(name, asOf && new Date(asOf).toISOString())
)

const list = make(
  "list",
  "Lists the jobs, when they run next, their last runs, and the background loops of each node.",
  {},
  () => JobCommands.list
)

export const job = group("job", "Scheduled jobs", [run, list])
