import * as Schema from "../../../schema/Usage.ts"
import * as Operation from "../Operation.ts"

export const read = Operation.make("usage.read", {
  title: "Read the usage",
  description: "Counts the requests of every credential, by minute over an hour and by hour over a day.",
  kind: "read",
  input: {},
  success: Schema.Usage,
  faults: []
})

export const operations = [read] as const
