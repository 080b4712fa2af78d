import { Schema } from "effect"
import * as Field from "./Field.ts"
import { BoardId, DealId, StageId } from "./Id.ts"
import * as OtherCurrencies from "./OtherCurrencies.ts"
import { Region } from "./Stage.ts"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The board a report is about, and when it was made. */
const heading = {
  board_id: BoardId,
  board_name: Schema.String,
  currency: Field.Currency,
  generated_at: Field.Timestamp
}

const lane = {
  stage_id: StageId,
  name: Schema.String,
  region: Region,
  probability_pct: Schema.Int,
  deal_count: Count,
  raw_cents: Field.Sum,
  weighted_cents: Field.Sum,
  ...OtherCurrencies.field
}

/** Deals that are won without `wonAt`: a stage set by an edit, not by a move, stamps nothing. */
const undated = {
  undated_won_count: Field.optional(
    Count.annotate({
      description:
        "Won deals without wonAt, which no month counts, since an edit and not a move put them into the won stage. Left out if there are none."
    })
  )
}

const exampleHeading = {
  board_id: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40",
  board_name: "Sales",
  currency: "USD",
  generated_at: "2026-05-20T09:30:00.000Z"
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

export const WeightedPipeline = Schema.Struct({
  ...heading,
  /** The sum over open deals of amount × probability, rounded half up once, at the end. */
  weighted_pipeline_cents: Field.Sum,
  raw_pipeline_cents: Field.Sum,
  open_deal_count: Count,
  ...OtherCurrencies.field,
  /** Every open stage in pipeline order, empty ones too; each weighted sum is rounded by itself. */
  lanes: Schema.Array(Schema.Struct(lane))
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

export const MetricKey = Schema.Literals(["proposals", "deals_won", "deal_value"])
export type MetricKey = typeof MetricKey.Type

export const Pace = Schema.Literals(["ahead", "on-track", "behind"])
export type Pace = typeof Pace.Type

const Metric = Schema.Struct({
  key: MetricKey,
  label: Schema.String,
  /** A count; minor units of the currency for deal_value. */
  current: Field.Sum,
  goal: Schema.NullOr(Field.Cents),
  pace: Schema.NullOr(Pace)
})

export const ThisMonth = Schema.Struct({
  ...heading,
  /** A CSS gradient. */
  board_color: Schema.String,
  /** Days of the UTC calendar month. */
  day_of_month: Schema.Int,
  days_in_month: Schema.Int,
  metrics: Schema.Array(Metric),
  /** Of the deals won this month. */
  ...OtherCurrencies.field,
  ...undated,
  pipeline: Schema.Array(
    Schema.Struct({ stage_id: StageId, name: Schema.String, region: Region, deal_count: Count })
  )
}).annotate({
  identifier: "ThisMonth",
  examples: [
    {
      ...exampleHeading,
      board_color: "linear-gradient(135deg, #4f46e5, #06b6d4)",
      day_of_month: 20,
      days_in_month: 31,
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

/** Some deals, and what their amounts come to. */
const Total = Schema.Struct({
  deal_count: Count,
  value_cents: Field.Sum,
  ...OtherCurrencies.field
}).annotate({ identifier: "DealTotal" })

const BoardSummary = Schema.Struct({
  board_id: BoardId,
  board_name: Schema.String,
  currency: Field.Currency,
  open_deal_count: Count,
  raw_pipeline_cents: Field.Sum,
  weighted_pipeline_cents: Field.Sum,
  ...OtherCurrencies.field,
  won_this_month: Total,
  dead_this_month: Total,
  /** Open deals without any activity for 30 days; each stage counts up to 1,000 of them. */
  stalled_deal_count: Count,
  /** The ten that have been quiet for longest. */
  stalled_deals: Schema.Array(
    Schema.Struct({
      id: DealId,
      name: Schema.String,
      company: Schema.NullOr(Schema.String),
      stage: Schema.String,
      amount_cents: Schema.NullOr(Field.Cents),
      /** The deal's own. */
      currency: Field.Currency,
      /** The day, in UTC, of what was last recorded of it. */
      last_activity_on: Schema.String.annotate({ format: "date" })
    })
  ),
  /** Every stage in pipeline order, won and dead included. */
  stages: Schema.Array(
    Schema.Struct({
      ...lane,
      undated_deal_count: Field.optional(
        Count.annotate({
          description:
            "Of a won or dead stage: its deals without wonAt or deadAt, which no month counts. Left out if there are none."
        })
      ),
      /** Up to 1,000. */
      stalled_deal_count: Count,
      /** Whole days since the oldest deal of an open stage was created; null where there is none. */
      oldest_deal_age_days: Schema.NullOr(Count)
    })
  )
}).annotate({ identifier: "BoardSummary" })

/** One board of the pipeline summary, by itself. */
export const DealboardSummary = Schema.Struct({
  generated_at: Field.Timestamp,
  ...BoardSummary.fields
}).annotate({ identifier: "DealboardSummary" })
export type DealboardSummary = typeof DealboardSummary.Type

export const PipelineSummary = Schema.Struct({
  generated_at: Field.Timestamp,
  /** Newest first. */
  boards: Schema.Array(BoardSummary)
}).annotate({
  identifier: "PipelineSummary",
  examples: [
    {
      generated_at: exampleHeading.generated_at,
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
  /** Twelve weeks from Monday to Sunday in UTC, oldest first; the last is the current one. */
  weeks: Schema.Array(
    Schema.Struct({
      week_start: Schema.String.annotate({ format: "date" }),
      created: Total,
      won: Total,
      dead: Total
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
      ]
    }
  ] as never
})
export type DealProgress = typeof DealProgress.Type

/** What a board won this month, against its goals, and week by week. */
export const DealsWon = Schema.Struct({
  ...heading,
  day_of_month: Schema.Int,
  days_in_month: Schema.Int,
  deals_won: Metric,
  deal_value: Metric,
  /** Of the deals won this month. */
  ...OtherCurrencies.field,
  ...undated,
  weeks: Schema.Array(Schema.Struct({ week_start: Schema.String.annotate({ format: "date" }), won: Total }))
}).annotate({ identifier: "DealsWon" })
export type DealsWon = typeof DealsWon.Type

export const Kind = Schema.Literals([
  "dealboard_summary",
  "this_month",
  "deals_won",
  "deal_progress",
  "weighted_pipeline"
])

/** A report as a picture: what it shows, and a PNG in base64. */
export const Picture = Schema.Struct({
  report: Kind,
  board_id: BoardId,
  width: Schema.Int,
  height: Schema.Int,
  png: Schema.String
}).annotate({ identifier: "ReportPicture" })
export type Picture = typeof Picture.Type
