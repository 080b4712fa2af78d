/** Reports of a range of months: outcomes of deals, and their flow through the stages. */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import { exampleFlow, exampleHeading } from "./Report.ts"
import { Count, heading, months, outcomes, OwnerOutcomes, StageFlow } from "./ReportParts.ts"

/** The outcomes of deals in some months. */
export const PeriodReport = Schema.Struct({
  ...heading,
  ...months,
  ...outcomes,
  months: Field.of(
    "Months",
    "Each month by itself, oldest first.",
    Schema.Array(Schema.Struct({ month: months.from, ...outcomes }))
  ),
  owners: Field.of(
    "Owners",
    "By owner of the deals, who won most first; those with nothing are left out.",
    Schema.Array(OwnerOutcomes)
  )
}).annotate({
  identifier: "PeriodReport",
  examples: [
    {
      ...exampleHeading,
      from: "2026-05",
      to: "2026-05",
      proposals: { deal_count: 14, value_cents: 9_200_000 },
      won: { deal_count: 5, value_cents: 3_150_000 },
      dead: { deal_count: 2, value_cents: 400_000 },
      months: [
        {
          month: "2026-05",
          proposals: { deal_count: 14, value_cents: 9_200_000 },
          won: { deal_count: 5, value_cents: 3_150_000 },
          dead: { deal_count: 2, value_cents: 400_000 }
        }
      ],
      owners: [
        {
          owner_id: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a",
          owner_name: "Ada Park",
          proposals: { deal_count: 14, value_cents: 9_200_000 },
          won: { deal_count: 5, value_cents: 3_150_000 },
          dead: { deal_count: 2, value_cents: 400_000 }
        }
      ]
    }
  ] as never
})
export type PeriodReport = typeof PeriodReport.Type

/** The flow of deals through the stages in some months. */
export const Funnel = Schema.Struct({
  ...heading,
  ...months,
  created_count: Field.of("Created", "Number of deals created.", Count),
  won_count: Field.of("Won", "Number of deals won, by `wonAt`, as in the period report.", Count),
  lost_count: Field.of("Lost", "Number of deals lost, by `deadAt`, as in the period report.", Count),
  stages: Field.of("Stages", "Every open stage in pipeline order.", Schema.Array(StageFlow))
}).annotate({
  identifier: "Funnel",
  examples: [
    {
      ...exampleHeading,
      from: "2026-03",
      to: "2026-05",
      created_count: 40,
      won_count: 9,
      lost_count: 11,
      stages: [exampleFlow]
    }
  ] as never
})
export type Funnel = typeof Funnel.Type
