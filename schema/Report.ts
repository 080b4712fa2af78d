import { Schema } from "effect"
import { Board } from "./Board.ts"
import { Deal } from "./Deal.ts"
import * as Field from "./Field.ts"
import { BoardId, DealId, StageId } from "./Id.ts"
import * as OtherCurrencies from "./OtherCurrencies.ts"
import { BoardStage, Stage } from "./Stage.ts"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The board a report is about, and when it was made. */
const board = {
  board_id: BoardId,
  board_name: Board.fields.name,
  currency: Field.of("Currency", "ISO 4217 code of the currency that the sums are in.", Field.Currency)
}

const generated_at = Field.of("Generated", "When the report was made.", Field.Timestamp)

const heading = { ...board, generated_at }

const stage = {
  stage_id: StageId,
  name: Stage.fields.name,
  region: Stage.fields.region
}

const deal_count = Field.of("Deals", "How many deals there are.", Count)

const sum = (title: string, of: string) => Field.of(title, `${of}, ${Field.inMinorUnits}.`, Field.Sum)

const lane = {
  ...stage,
  probability_pct: BoardStage.fields.probability,
  deal_count,
  raw_cents: sum("Sum", "Sum of their amounts"),
  weighted_cents: sum("Weighted", "That sum times the stage's probability, rounded half up"),
  ...OtherCurrencies.field
}

/** Deals that are won without `wonAt`: a stage set by an edit, not by a move, stamps nothing. */
const undated = {
  undated_won_count: Field.of(
    "Won without a date",
    "Won deals without wonAt, which no month counts, since an edit and not a move put them into the won stage. Left out if there are none.",
    Field.optional(Count)
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

/** What the deals come to that are neither won nor dead. */
const open = {
  weighted: sum(
    "Weighted pipeline",
    "Amount times probability over all open deals, rounded half up at the end"
  ),
  raw: sum("Pipeline", "Sum of the amounts of open deals"),
  count: Field.of("Open deals", "How many deals are neither won nor dead.", Count)
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

export const MetricKey = Schema.Literals(["proposals", "deals_won", "deal_value"])
export type MetricKey = typeof MetricKey.Type

export const Pace = Schema.Literals(["ahead", "on-track", "behind"])
export type Pace = typeof Pace.Type

const Metric = Schema.Struct({
  key: Field.of("Key", "What is measured.", MetricKey),
  label: Field.of("Label", "The same in words.", Schema.String),
  current: Field.of("Current", `So far: a count; a sum ${Field.inMinorUnits} for deal_value.`, Field.Sum),
  goal: Field.of("Goal", "What is to be reached, as current; null for no goal.", Schema.NullOr(Field.Cents)),
  pace: Field.of(
    "Pace",
    "Against the goal's share of the days gone by: ahead from 110 %, behind below 90 %; null without a goal.",
    Schema.NullOr(Pace)
  )
})

const day = {
  day_of_month: Field.of("Day", "Today's day of the calendar month, in UTC.", Schema.Int),
  days_in_month: Field.of("Days", "How many days the month has.", Schema.Int)
}

export const ThisMonth = Schema.Struct({
  ...heading,
  board_color: Field.of("Colour", "CSS gradient that the board is shown in.", Schema.String),
  ...day,
  metrics: Field.of("Figures", "The month's figures against their goals.", Schema.Array(Metric)),
  /** Of the deals won this month. */
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
  deal_count,
  value_cents: sum("Value", "Sum of their amounts"),
  ...OtherCurrencies.field
}).annotate({ identifier: "DealTotal" })

const Day = Schema.String.annotate({ format: "date" })

const StalledDeal = Schema.Struct({
  id: DealId,
  name: Deal.fields.name,
  company: Deal.fields.company,
  stage: Field.of("Stage", "Name of the stage it is in.", Schema.String),
  amount_cents: Deal.fields.amountCents,
  currency: Deal.fields.currency,
  last_activity_on: Field.of("Last activity", "Day, in UTC, of what was last recorded of it.", Day)
})

const StageSummary = Schema.Struct({
  ...lane,
  undated_deal_count: Field.of(
    "Without a date",
    "Of a won or dead stage: its deals without wonAt or deadAt, which no month counts. Left out if there are none.",
    Field.optional(Count)
  ),
  stalled_deal_count: Field.of(
    "Quiet deals",
    "Its open deals without any activity for 30 days, counted up to 1,000.",
    Count
  ),
  oldest_deal_age_days: Field.of(
    "Age of the oldest deal",
    "Whole days since the oldest deal of an open stage was created; null if there is none.",
    Schema.NullOr(Count)
  )
})

const BoardSummary = Schema.Struct({
  ...board,
  open_deal_count: open.count,
  raw_pipeline_cents: open.raw,
  weighted_pipeline_cents: open.weighted,
  ...OtherCurrencies.field,
  won_this_month: Field.of("Won this month", "Deals won in the calendar month, in UTC.", Total),
  dead_this_month: Field.of("Lost this month", "Deals that went dead in the calendar month, in UTC.", Total),
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

/** One board of the pipeline summary, by itself. */
export const DealboardSummary = Schema.Struct({
  generated_at,
  ...BoardSummary.fields
}).annotate({ identifier: "DealboardSummary" })
export type DealboardSummary = typeof DealboardSummary.Type

export const PipelineSummary = Schema.Struct({
  generated_at,
  boards: Field.of("Boards", "Newest first.", Schema.Array(BoardSummary))
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

const week_start = Field.of("Week", "Its Monday.", Day)

const won = Field.of("Won", "Deals won in the week.", Total)

const weeks = <Week extends Schema.Top>(week: Week) =>
  Field.of(
    "Weeks",
    "Twelve weeks from Monday to Sunday in UTC, oldest first; the last is the current one.",
    Schema.Array(week)
  )

export const DealProgress = Schema.Struct({
  ...heading,
  weeks: weeks(
    Schema.Struct({
      week_start,
      created: Field.of("Created", "Deals created in the week.", Total),
      won,
      dead: Field.of("Lost", "Deals that went dead in the week.", Total)
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
  ...day,
  deals_won: Field.of("Deals won", "How many were won this month.", Metric),
  deal_value: Field.of("Value of deals won", "What they come to.", Metric),
  /** Of the deals won this month. */
  ...OtherCurrencies.field,
  ...undated,
  weeks: weeks(Schema.Struct({ week_start, won }))
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
  report: Field.of("Report", "Which report it shows.", Kind),
  board_id: BoardId,
  width: Field.of("Width", "In pixels.", Schema.Int),
  height: Field.of("Height", "In pixels.", Schema.Int),
  png: Field.of("Picture", "PNG in base64.", Schema.String)
}).annotate({ identifier: "ReportPicture" })
export type Picture = typeof Picture.Type
