import { Schema } from "effect"
import * as Field from "./Field.ts"
import { BoardId, TeamId } from "./Id.ts"
import * as Page from "./Page.ts"

export const Board = Schema.Struct({
  id: BoardId,
  teamId: TeamId,
  name: Schema.String,
  currency: Field.Currency,
  defaultDealAmountCents: Field.Cents.annotate({
    description: `What a deal is worth that is made without an amount; 0 for nothing. ${Field.minorUnits}`
  }),
  createdAt: Field.Timestamp
}).annotate({
  identifier: "Board",
  examples: [
    {
      id: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40",
      teamId: "01997f2e-6b1c-7d7a-9d0c-2a4b6c8d0e1f",
      name: "Sales",
      currency: "USD",
      defaultDealAmountCents: 0,
      createdAt: "2026-05-01T09:30:00.000Z"
    }
  ] as never
})
export type Board = typeof Board.Type

export const BoardList = Page.of("BoardList", Board)

const goal = Schema.NullOr(Field.Cents)

/** What a board means to reach in a month; `deal_value` in minor units of its currency. */
export const Goals = Schema.Struct({ proposals: goal, deals_won: goal, deal_value: goal }).annotate({
  identifier: "Goals",
  examples: [{ proposals: 20, deals_won: 5, deal_value: 5_000_000 }]
})
export type Goals = typeof Goals.Type
