/** The forecast: amounts expected to be won by month or quarter. */
import { Schema } from "effect"
import * as Field from "./Field.ts"

export const By = Schema.Literals(["month", "quarter"])
export type By = typeof By.Type

const sum = (title: string, description: string) =>
  Field.of(title, `${description}, in minor units of currency.`, Field.Sum)

export const ForecastRow = Schema.Struct({
  period: Field.of(
    "Period",
    "2026-05 or 2026-Q2; overdue: before today; none: no expected close; later: all after these.",
    Schema.String
  ),
  currency: Field.Currency,
  count: Field.of("Deals", "Number of open deals.", Schema.Int),
  committed: sum("Committed", "Sum of the committed ones"),
  bestCase: sum("Best case", "Sum of the best_case ones"),
  pipeline: sum("Pipeline", "Sum of the others"),
  weighted: sum("Weighted", "Sum of all, weighted by the probability of their stages"),
  won: sum("Won", "Sum of the deals won in the period so far"),
  goal: Field.of(
    "Goal",
    "Sum of the boards' goals for deal_value, or of the owner's; in minor units; null without one.",
    Schema.NullOr(Field.Sum)
  )
})
export type ForecastRow = typeof ForecastRow.Type

export const Forecast = Schema.Struct({
  by: Field.of("By", "The length of a period.", By),
  timeZone: Field.of("Time zone", "IANA name of the zone whose months and days count.", Schema.String),
  rows: Field.of("Rows", "One for each period and currency.", Schema.Array(ForecastRow))
}).annotate({
  identifier: "Forecast",
  examples: [
    {
      by: "month",
      timeZone: "Europe/Berlin",
      rows: [
        {
          ...{ period: "2026-05", currency: "USD", count: 4 },
          ...{ committed: 1_250_000, bestCase: 800_000, pipeline: 400_000, weighted: 1_480_000 },
          ...{ won: 2_000_000, goal: 5_000_000 }
        }
      ]
    }
  ] as never
})
export type Forecast = typeof Forecast.Type
