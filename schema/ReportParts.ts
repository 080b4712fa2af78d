/** Fields that several reports share. */
import { Schema } from "effect"
import { Board } from "./Board.ts"
import { Deal } from "./Deal.ts"
import * as Field from "./Field.ts"
import { BoardId, DealId, StageId, UserId } from "./Id.ts"
import * as OtherCurrencies from "./OtherCurrencies.ts"
import { BoardStage, Stage } from "./Stage.ts"

export const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The board of a report. */
export const board = {
  board_id: BoardId,
  board_name: Board.fields.name,
  currency: Field.of("Currency", "ISO 4217 code of the currency that the sums are in.", Field.Currency)
}

export const generated_at = Field.of("Generated", "Time of the report.", Field.Timestamp)

/** Described once, so that every surface names the time zone. */
export const time_zone = Field.of(
  "Time zone",
  "IANA name of the zone whose months, weeks and days the report has: a setting of the workspace.",
  Schema.String
)

export const heading = { ...board, generated_at, time_zone }

export const stage = {
  stage_id: StageId,
  name: Stage.fields.name,
  region: Stage.fields.region
}

export const deal_count = Field.of("Deals", "Number of deals.", Count)

const sum = (title: string, of: string) => Field.of(title, `${of}, ${Field.inMinorUnits}.`, Field.Sum)

export const lane = {
  ...stage,
  probability_pct: BoardStage.fields.probability,
  deal_count,
  raw_cents: sum("Sum", "Sum of their amounts"),
  weighted_cents: sum("Weighted", "That sum times the stage's probability, rounded half up"),
  ...OtherCurrencies.field
}

/** Won deals without `wonAt`: only a move sets it, not an edit of the stage. */
export const undated = {
  undated_won_count: Field.of(
    "Won without a date",
    "Won deals without wonAt, which no month counts, since an edit and not a move put them into the won stage. Left out if there are none.",
    Field.optional(Count)
  )
}

/** The sums of deals that are neither won nor dead. */
export const open = {
  weighted: sum(
    "Weighted pipeline",
    "Amount times probability over all open deals, rounded half up at the end"
  ),
  raw: sum("Pipeline", "Sum of the amounts of open deals"),
  count: Field.of("Open deals", "Number of deals neither won nor dead.", Count)
}

const MetricKey = Schema.Literals(["proposals", "deals_won", "deal_value"])
export type MetricKey = typeof MetricKey.Type

const Pace = Schema.Literals(["ahead", "on-track", "behind"])
export type Pace = typeof Pace.Type

export const Metric = Schema.Struct({
  key: Field.of("Key", "Measure.", MetricKey),
  label: Field.of("Label", "The same in words.", Schema.String),
  current: Field.of("Current", `So far: a count; a sum ${Field.inMinorUnits} for deal_value.`, Field.Sum),
  goal: Field.of("Goal", "In the same unit as current; null if none is set.", Schema.NullOr(Field.Cents)),
  pace: Field.of(
    "Pace",
    "Against the goal's share of the days gone by: ahead from 110 %, behind below 90 %; null without a goal.",
    Schema.NullOr(Pace)
  )
})

export const day = {
  day_of_month: Field.of("Day", "Today's day of the calendar month, in time_zone.", Schema.Int),
  days_in_month: Field.of("Days", "Number of days in the month.", Schema.Int)
}

/** A number of deals, and the sum of their amounts. */
export const Total = Schema.Struct({
  deal_count,
  value_cents: sum("Value", "Sum of their amounts"),
  ...OtherCurrencies.field
}).annotate({ identifier: "DealTotal" })

const Day = Schema.String.annotate({ format: "date" })

export const StalledDeal = Schema.Struct({
  id: DealId,
  name: Deal.fields.name,
  company: Deal.fields.company,
  stage: Field.of("Stage", "Name of the stage it is in.", Schema.String),
  amount_cents: Deal.fields.amountCents,
  currency: Deal.fields.currency,
  last_activity_on: Field.of("Last activity", "Day, in UTC, of what was last recorded of it.", Day)
})

export const StageSummary = Schema.Struct({
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

export const week_start = Field.of("Week", "Its Monday.", Day)

export const won = Field.of("Won", "Deals won.", Total)

export const weeks = <Week extends Schema.Top>(week: Week) =>
  Field.of(
    "Weeks",
    "Twelve weeks from Monday to Sunday in time_zone, oldest first; the last is the current one.",
    Schema.Array(week)
  )

const Month = Schema.String.annotate({ examples: ["2026-05"] })

/** The range of months of a report. */
export const months = {
  from: Field.of("From", "Its first month, as YYYY-MM.", Month),
  to: Field.of("To", "Its last month.", Month)
}

/** Deals that were proposed, won and lost in a period. */
export const outcomes = {
  proposals: Field.of("Proposals", "Deals that first reached the anchor stage.", Total),
  won,
  dead: Field.of("Lost", "Deals that went dead.", Total)
}

export const OwnerOutcomes = Schema.Struct({
  owner_id: UserId,
  owner_name: Field.of("Owner", "Their name, or their email if they gave none.", Schema.String),
  ...outcomes
})

export const StageFlow = Schema.Struct({
  ...stage,
  entered_count: Field.of("Entered", "Number of times a deal was created in it or moved into it.", Count),
  onward_count: Field.of("Moved on", "Number of times a deal left it for a later stage, or was won.", Count),
  back_count: Field.of("Moved back", "Number of times a deal left it for an earlier stage.", Count),
  lost_count: Field.of("Lost", "Number of times a deal left it as lost.", Count),
  conversion_pct: Field.of(
    "Conversion",
    "Of those that left it, the share that moved on, in percent; null if none left.",
    Schema.NullOr(Count)
  ),
  average_hours: Field.of(
    "Time in stage",
    "Hours that those that left it had been in it, on average; null if none left.",
    Schema.NullOr(Count)
  )
})
