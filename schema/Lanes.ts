import { Schema, Struct } from "effect"
import { Board } from "./Board.ts"
import { Deal } from "./Deal.ts"
import * as Field from "./Field.ts"
import { BoardId } from "./Id.ts"
import * as OtherCurrencies from "./OtherCurrencies.ts"
import { BoardStage } from "./Stage.ts"

/** A deal as its board shows it. */
export const LaneDeal = Deal.mapFields(
  Struct.pick([
    ...(["id", "name", "company", "amountCents", "currency", "stage", "ownerId", "ownerName"] as const),
    ...(["createdAt", "updatedAt", "stageEnteredAt", "labels", "nextStep", "nextStepAt"] as const)
  ])
).annotate({ identifier: "LaneDeal" })
export type LaneDeal = typeof LaneDeal.Type

/** The order of the deals in a lane; deals without the value come last. */
export const LaneSort = Schema.Literals(["latest", "oldest", "amount", "name", "nextStep"])
export type LaneSort = typeof LaneSort.Type

const Matching = Schema.Struct({
  dealCount: Field.of(
    "Deals",
    "Number of matching deals.",
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
  ),
  amountCents: Field.of("Amount", `Sum of their amounts, ${Field.inMinorUnits}.`, Field.Sum),
  ...OtherCurrencies.field
})

const Lane = Schema.Struct({
  stage: Field.of("Stage", "The stage that is listed.", BoardStage),
  dealCount: Field.of(
    "Deals",
    "Number of deals in it, regardless of filters.",
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
  ),
  amountCents: Field.of(
    "Amount",
    `Sum of their amounts, ${Field.inMinorUnits}; a deal without an amount counts as 0.`,
    Field.Sum
  ),
  ...OtherCurrencies.field,
  undatedCount: Field.of(
    "Without a date",
    "Of a won or dead stage: its deals without wonAt or deadAt, which no month of a report counts, since an edit and not a move put them there. Left out if there are none.",
    Field.optional(Schema.Int)
  ),
  matching: Field.of(
    "Matching",
    "Totals of the matching deals; left out without filters.",
    Field.optional(Matching)
  ),
  deals: Field.of(
    "Deals",
    "Its deals in the order of sort, at most limit; with filters those that match.",
    Schema.Array(LaneDeal)
  ),
  hasMore: Field.of("Has more", "true if more deals match than limit.", Schema.Boolean)
}).annotate({ identifier: "Lane" })

/** A board as people see it: all stages in pipeline order, with their sums and first deals. */
export const Lanes = Schema.Struct({
  boardId: BoardId,
  boardName: Board.fields.name,
  currency: Board.fields.currency,
  lanes: Field.of("Stages", "Every stage in pipeline order, with its deals.", Schema.Array(Lane))
}).annotate({
  identifier: "Lanes",
  examples: [
    {
      boardId: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40",
      boardName: "Sales",
      currency: "USD",
      lanes: [
        {
          stage: {
            id: "stg_0aB3dE6gH9kL2mN5",
            name: "Proposal",
            region: "anchor",
            isAnchor: true,
            position: 2,
            probability: 50
          },
          dealCount: 1,
          amountCents: 1_250_000,
          deals: [
            {
              id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01",
              name: "Annual licence",
              company: "Acme",
              amountCents: 1_250_000,
              currency: "USD",
              stage: { id: "stg_0aB3dE6gH9kL2mN5", name: "Proposal", region: "anchor", isAnchor: true },
              ownerId: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a",
              ownerName: "Ada Park",
              createdAt: "2026-05-01T09:30:00.000Z",
              updatedAt: "2026-05-04T14:00:00.000Z",
              stageEnteredAt: "2026-05-04T14:00:00.000Z",
              labels: ["inbound"],
              nextStep: "Send the contract",
              nextStepAt: "2026-05-08T23:59:59.999Z"
            }
          ],
          hasMore: false
        }
      ]
    }
  ] as never
})
export type Lanes = typeof Lanes.Type
