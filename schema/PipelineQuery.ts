/** Figures of deals in groups, as `reports.query` returns them. */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import { Count } from "./ReportParts.ts"

/** The maximum number of groups in an answer. */
export const maxGroups = 100

export const Measure = Schema.Literals([
  ...(["count", "sum", "average", "win_rate"] as const),
  ...(["days_in_stage", "days_to_close", "conversion"] as const)
])
export type Measure = typeof Measure.Type

export const GroupBy = Schema.Literals([
  ...(["owner", "stage", "region", "board", "source"] as const),
  ...(["label", "company", "lost_reason", "month", "quarter"] as const)
])
export type GroupBy = typeof GroupBy.Type

/** An integer of any size, or a decimal. */
const Value: Schema.Codec<Field.Sum> = Schema.Any.check(
  Schema.makeFilter(
    (value: unknown) => Number.isFinite(value) || JSON.isRawJSON(value) || "must be a number",
    { toJsonSchema: () => ({ type: "number" }) }
  )
)

const fromDeals = <S extends Schema.Top>(field: S) => Field.writtenBy("anyone", field)

const Group = Schema.Struct({
  key: fromDeals(
    Field.of(
      "Key",
      "Filter value of the group: an id, a text, 2026-05 or 2026-Q2; null for none. Two keys are percent-encoded and joined by a comma.",
      Schema.NullOr(Schema.String)
    )
  ),
  label: fromDeals(Field.of("Label", "The same for people.", Schema.String)),
  currency: Field.like(Field.Currency, Field.optional(Field.Currency)),
  value: Field.of(
    "Value",
    "Deals; minor units of the currency for sum and average; 0 to 1 for win_rate and conversion; days otherwise. Null if there is nothing to measure.",
    Schema.NullOr(Value)
  ),
  count: Field.of("Deals", "Number of deals behind the value.", Count)
})

export const PipelineQuery = Schema.Struct({
  measure: Field.of("Measure", "Measure.", Measure),
  groupBy: Field.of("Group by", "Grouping.", Schema.Array(GroupBy)),
  groups: Field.of("Groups", "Months and quarters in order, others largest first.", Schema.Array(Group)),
  currency: Field.of("Currency", "The currency of all groups, if it is one.", Field.optional(Field.Currency)),
  truncated: Field.of(
    "Truncated",
    `true if only the first ${maxGroups} groups are here: the largest, or the latest months.`,
    Field.optional(Schema.Boolean)
  )
}).annotate({
  identifier: "PipelineQuery",
  examples: [
    {
      measure: "sum",
      groupBy: ["owner"],
      groups: [
        {
          key: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a",
          label: "Ada Park",
          currency: "USD",
          value: 4_350_000,
          count: 12
        }
      ],
      currency: "USD"
    }
  ] as never
})
export type PipelineQuery = typeof PipelineQuery.Type
