import { Schema } from "effect"
import * as Field from "./Field.ts"
import * as OtherCurrencies from "./OtherCurrencies.ts"
import {
  board,
  Count,
  day,
  deal_count,
  generated_at,
  heading,
  lane,
  Metric,
  months,
  open,
  stage,
  StageFlow,
  StageSummary,
  StalledDeal,
  time_zone,
  Total,
  undated,
  week_start,
  weeks,
  won
} from "./ReportParts.ts"

export const exampleHeading = {
  board_id: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40",
  board_name: "Sales",
  currency: "USD",
  generated_at: "2026-05-20T09:30:00.000Z",
  time_zone: "UTC"
}

const exampleLane = {
  stage_id: "stg_0aB3dE6gH9kL2mN5",
  name: "Proposal",
  region: "anchor",
  probability_pct: 50,
  deal_count: 3,
  raw_cents: 4_500_001,
  weighted_cents: 2_250_001
}

export const exampleFlow = {
  stage_id: exampleLane.stage_id,
  name: "Proposal",
  region: "anchor",
  entered_count: 20,
  onward_count: 12,
  back_count: 1,
  lost_count: 5,
  conversion_pct: 67,
  average_hours: 130
}

export const WeightedPipeline = Schema.Struct({
  ...heading,
  weighted_pipeline_cents: open.weighted,
  raw_pipeline_cents: open.raw,
  open_deal_count: open.count,
  ...OtherCurrencies.field,
  lanes: Field.of(
    "Stages",
    "Every open stage in pipeline order, empty ones too; each weighted sum is rounded by itself.",
    Schema.Array(Schema.Struct(lane))
  )
}).annotate({
  identifier: "WeightedPipeline",
  examples: [
    {
      ...exampleHeading,
      weighted_pipeline_cents: 2_250_001,
      raw_pipeline_cents: 4_500_001,
      open_deal_count: 3,
      lanes: [exampleLane]
    }
  ] as never
})
export type WeightedPipeline = typeof WeightedPipeline.Type

export const ThisMonth = Schema.Struct({
  ...heading,
  board_color: Field.of("Colour", "CSS gradient that the board is shown in.", Schema.String),
  ...day,
  weighted_pipeline_cents: open.weighted,
  metrics: Field.of("Figures", "The month's figures against their goals.", Schema.Array(Metric)),
  /** Sums of the deals won this month. */
  ...OtherCurrencies.field,
  ...undated,
  pipeline: Field.of(
    "Pipeline",
    "Every open stage in pipeline order, empty ones too.",
    Schema.Array(Schema.Struct({ ...stage, deal_count }))
  )
}).annotate({
  identifier: "ThisMonth",
  examples: [
    {
      ...exampleHeading,
      board_color: "linear-gradient(135deg, #4f46e5, #06b6d4)",
      day_of_month: 20,
      days_in_month: 31,
      weighted_pipeline_cents: 2_250_001,
      metrics: [
        { key: "proposals", label: "Proposals", current: 14, goal: 20, pace: "on-track" },
        { key: "deals_won", label: "Deals won", current: 5, goal: 5, pace: "ahead" },
        { key: "deal_value", label: "Deal value", current: 3_150_000, goal: null, pace: null }
      ],
      pipeline: [{ stage_id: "stg_0aB3dE6gH9kL2mN5", name: "Proposal", region: "anchor", deal_count: 3 }]
    }
  ] as never
})
export type ThisMonth = typeof ThisMonth.Type

const BoardSummary = Schema.Struct({
  ...board,
  open_deal_count: open.count,
  raw_pipeline_cents: open.raw,
  weighted_pipeline_cents: open.weighted,
  ...OtherCurrencies.field,
  won_this_month: Field.of("Won this month", "Deals won in the calendar month, in time_zone.", Total),
  dead_this_month: Field.of(
    "Lost this month",
    "Deals that went dead in the calendar month, in time_zone.",
    Total
  ),
  stalled_deal_count: Field.of(
    "Quiet deals",
    "Open deals without any activity for 30 days; each stage counts up to 1,000 of them.",
    Count
  ),
  stalled_deals: Field.of(
    "Quietest deals",
    "The ten that have been quiet for longest.",
    Schema.Array(StalledDeal)
  ),
  stages: Field.of(
    "Stages",
    "Every stage in pipeline order, won and dead included.",
    Schema.Array(StageSummary)
  )
}).annotate({ identifier: "BoardSummary" })

/** The summary of a single board. */
export const DealboardSummary = Schema.Struct({
  generated_at,
  time_zone,
  ...BoardSummary.fields
}).annotate({ identifier: "DealboardSummary" })
export type DealboardSummary = typeof DealboardSummary.Type

export const PipelineSummary = Schema.Struct({
  generated_at,
  time_zone,
  boards: Field.of("Boards", "Newest first.", Schema.Array(BoardSummary))
}).annotate({
  identifier: "PipelineSummary",
  examples: [
    {
      generated_at: exampleHeading.generated_at,
      time_zone: exampleHeading.time_zone,
      boards: [
        {
          board_id: exampleHeading.board_id,
          board_name: "Sales",
          currency: "USD",
          open_deal_count: 3,
          raw_pipeline_cents: 4_500_001,
          weighted_pipeline_cents: 2_250_001,
          won_this_month: { deal_count: 5, value_cents: 3_150_000 },
          dead_this_month: { deal_count: 1, value_cents: 0 },
          stalled_deal_count: 1,
          stalled_deals: [
            {
              id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01",
              name: "Annual licence",
              company: "Acme",
              stage: "Proposal",
              amount_cents: 1_250_000,
              currency: "USD",
              last_activity_on: "2026-04-02"
            }
          ],
          stages: [{ ...exampleLane, stalled_deal_count: 1, oldest_deal_age_days: 61 }]
        }
      ]
    }
  ] as never
})
export type PipelineSummary = typeof PipelineSummary.Type

export const DealProgress = Schema.Struct({
  ...heading,
  weeks: weeks(
    Schema.Struct({
      week_start,
      created: Field.of("Created", "Deals created in the week.", Total),
      won,
      dead: Field.of("Lost", "Deals that went dead in the week.", Total)
    })
  ),
  funnel: Field.of(
    "Funnel",
    "Moves from stage to stage, in the calendar months since that of the first week.",
    Schema.Struct({
      ...months,
      stages: Field.of("Stages", "Every open stage in pipeline order.", Schema.Array(StageFlow))
    })
  )
}).annotate({
  identifier: "DealProgress",
  examples: [
    {
      ...exampleHeading,
      weeks: [
        {
          week_start: "2026-05-18",
          created: { deal_count: 9, value_cents: 6_200_000 },
          won: { deal_count: 2, value_cents: 1_150_000 },
          dead: { deal_count: 1, value_cents: 0 }
        }
      ],
      funnel: { from: "2026-03", to: "2026-05", stages: [exampleFlow] }
    }
  ] as never
})
export type DealProgress = typeof DealProgress.Type

/** A board's deals won this month, compared with its goals, and by week. */
export const DealsWon = Schema.Struct({
  ...heading,
  ...day,
  deals_won: Field.of("Deals won", "Number of deals won this month.", Metric),
  deal_value: Field.of("Value of deals won", "Sum of their amounts.", Metric),
  /** Sums of the deals won this month. */
  ...OtherCurrencies.field,
  ...undated,
  weeks: weeks(Schema.Struct({ week_start, won }))
}).annotate({ identifier: "DealsWon" })
export type DealsWon = typeof DealsWon.Type
