import * as Schema from "../../../schema/Usage.ts"
import * as Operation from "../../contract/Operation.ts"

export const read = Operation.make("usage.read", {
  title: "Read the usage",
  description:
    "Counts the requests of every credential: by minute for the last hour, by hour for the last day.",
  kind: "read",
  input: {},
  success: Schema.Usage,
  faults: []
})

export const operations = [read] as const
