/** Targets of a board, or of one of its owners, for a month or a quarter. */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import { By } from "./Forecast.ts"
import { UserId } from "./Id.ts"

const goal = Schema.NullOr(Field.Cents)

export const figures = {
  proposals: Field.of(
    "Proposals",
    "Deals that are to reach the anchor stage in the period; null for no goal.",
    goal
  ),
  deals_won: Field.of("Deals won", "Deals to win in the period; null for no goal.", goal),
  deal_value: Field.of(
    "Value of deals won",
    `Target for the sum of deals won in the period, ${Field.inMinorUnits}; null for no goal.`,
    goal
  )
}

export const Figures = Schema.Struct(figures)
export type Figures = typeof Figures.Type

export const period = Field.of("Period", "The length of the goals' period.", By)

const OtherGoals = Schema.Struct({
  period,
  ownerId: Field.of("Owner", "Id of the owner; null for the board's own.", Schema.NullOr(UserId)),
  ...figures
})
export type OtherGoals = typeof OtherGoals.Type

export const Goals = Schema.Struct({
  ...figures,
  others: Field.of(
    "Other goals",
    "The board's for a quarter and those of owners; left out if there are none.",
    Schema.optionalKey(Schema.Array(OtherGoals))
  )
}).annotate({
  identifier: "Goals",
  examples: [{ proposals: 20, deals_won: 5, deal_value: 5_000_000 }]
})
export type Goals = typeof Goals.Type
