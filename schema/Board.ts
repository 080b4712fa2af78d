import { Schema } from "effect"
import * as Field from "./Field.ts"
import { BoardId, TeamId } from "./Id.ts"
import * as Page from "./Page.ts"

export const Board = Schema.Struct({
  id: BoardId,
  teamId: TeamId,
  name: Field.of("Name", "Name of the board.", Schema.String),
  currency: Field.of(
    "Currency",
    "ISO 4217 code of the currency of new deals, and of every sum of the board.",
    Field.Currency
  ),
  defaultDealAmountCents: Field.of(
    "Amount of a new deal",
    `Value of a deal that is created without an amount; 0 for none. ${Field.minorUnits}`,
    Field.Cents
  ),
  createdAt: Field.CreatedAt
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
