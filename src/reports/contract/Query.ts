/** Answers questions about deals with figures in groups. */
import { Schema } from "effect"
import { Invalid } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { GroupBy, maxGroups, Measure, PipelineQuery } from "../../../schema/PipelineQuery.ts"
import { choices } from "../../deals/contract/DealLists.ts"
import * as Operation from "../../contract/Operation.ts"

const input = {
  measure: Field.of(
    "Measure",
    "win_rate: share won of the deals closed; conversion: share of the deals that entered a stage and then a later one.",
    Measure
  ),
  groupBy: Field.of(
    "Group by",
    "One or two; one total if left out.",
    Field.optional(Schema.Array(GroupBy).check(Schema.isMaxLength(2, { expected: "at most 2 groupings" })))
  ),
  ...choices,
  status: Field.of(
    "Status",
    "Default: open, or any with stageId or a time of closing; won for days_to_close; all for conversion; win_rate takes none.",
    choices.status
  ),
  enteredAfter: Field.since("Entered after", "Entered the stage since this day or time."),
  enteredBefore: Field.of(
    "Entered before",
    "Entered the stage before this day or time.",
    Field.optional(Field.Moment)
  )
}

export const query = Operation.make("reports.query", {
  title: "Query the pipeline",
  description: `Counts or measures deals in at most ${maxGroups} groups. Amounts are grouped by currency, too. Months are of closing for closed deals, of entering the stage for days_in_stage and conversion, else of creation.`,
  tool: "query_pipeline",
  toolNote: "Takes all filters of list_deals. For the deals themselves use list_deals.",
  words: {
    ...Object.fromEntries(Object.keys(choices).map((name) => [name, ""])),
    boardId: "Id or name.",
    stageId: "Id or name.",
    ownerId: "Id or email, or me.",
    createdAfter: "From this day or time on.",
    closedAfter: "Won or dead since then.",
    closedBefore: "Won or dead before then."
  },
  http: { method: "GET", path: "/reports/query" },
  scope: "pipeline:read",
  kind: "read",
  replica: true,
  input,
  example: { measure: "win_rate", groupBy: ["owner"] },
  success: PipelineQuery,
  faults: [Invalid]
})

export const operations = [query] as const
