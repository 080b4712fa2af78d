/** Reports to draw: an ordinary report of each kind, and some that are hard to fit. */
import type { Kind } from "../../../src/reports/rules/ReportView.ts"

const heading = (name: string, currency = "USD") => ({
  board_id: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40",
  board_name: name,
  currency,
  generated_at: "2026-05-20T09:30:00.000Z",
  time_zone: "UTC"
})

const lane = (name: string, region: string, probability: number, count: number, cents: number) => ({
  stage_id: `stg_${name}`,
  name,
  region,
  probability_pct: probability,
  deal_count: count,
  raw_cents: cents,
  weighted_cents: Math.round((cents * probability) / 100)
})

const lanes = [
  lane("New", "early", 10, 9, 4_150_000),
  lane("Qualified", "early", 25, 6, 6_480_000),
  lane("Proposal", "anchor", 50, 4, 5_200_050),
  lane("Negotiation", "late", 70, 2, 8_125_000),
  lane("Verbal", "late", 90, 1, 2_400_000)
]

const ends = [lane("Won", "won", 100, 12, 40_000_000), lane("Dead", "dead", 0, 8, 9_000_000)]

const sums = (of: typeof lanes) => ({
  open_deal_count: of.reduce((sum, one) => sum + one.deal_count, 0),
  raw_pipeline_cents: of.reduce((sum, one) => sum + one.raw_cents, 0),
  weighted_pipeline_cents: of.reduce((sum, one) => sum + one.weighted_cents, 0)
})

const quiet = (name: string, company: string | null, stage: string, cents: number | null) => ({
  id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01",
  name,
  company,
  stage,
  amount_cents: cents,
  currency: "USD",
  last_activity_on: "2026-04-02"
})

const summary = {
  ...heading("Sales"),
  ...sums(lanes),
  won_this_month: { deal_count: 5, value_cents: 3_150_000 },
  dead_this_month: { deal_count: 1, value_cents: 500_000 },
  stalled_deal_count: 2,
  stalled_deals: [
    quiet("Annual licence", "Acme", "Proposal", 1_250_000),
    quiet("Pilot", null, "Qualified", null)
  ],
  stages: [...lanes, ...ends]
}

const long =
  "Стратегическое партнёрство και μακροχρόνιες διαπραγματεύσεις with the Österreichisch-Ungarische Verwaltung"

const twelve = [
  ...Array.from({ length: 6 }, (_, n) =>
    lane(`${n + 1} ${long}`.slice(0, 80), "early", 5 * n, n * 1_234, n * 900_719_925_474_099)
  ),
  ...Array.from({ length: 6 }, (_, n) => lane(`Late stage ${n + 1}`, "late", 60 + 5 * n, n, n * 12_345_678))
]

const hard = {
  ...summary,
  ...heading(`Board of ${long}`, "INR"),
  ...sums(twelve),
  won_this_month: { deal_count: 98_765, value_cents: 9_007_199_254_740_991 },
  stalled_deal_count: 3,
  stalled_deals: [quiet(long, long, twelve[1]!.name, 9_007_199_254_740_991), ...summary.stalled_deals],
  stages: [...twelve, ...ends]
}

const zero = (one: (typeof lanes)[number]) => lane(one.name, one.region, one.probability_pct, 0, 0)

const empty = {
  ...summary,
  ...sums(lanes.map(zero)),
  won_this_month: { deal_count: 0, value_cents: 0 },
  dead_this_month: { deal_count: 0, value_cents: 0 },
  stalled_deal_count: 0,
  stalled_deals: [],
  stages: [...lanes, ...ends].map(zero)
}

const metric = (key: string, label: string, current: number, goal: number | null, pace: string | null) => ({
  key,
  label,
  current,
  goal,
  pace
})

const month = { day_of_month: 20, days_in_month: 31 }

const thisMonth = {
  ...heading("Sales"),
  ...month,
  weighted_pipeline_cents: 2_250_000,
  board_color: "linear-gradient(135deg, #4f46e5, #06b6d4)",
  metrics: [
    metric("proposals", "Proposals", 14, 20, "on-track"),
    metric("deals_won", "Deals won", 7, 5, "ahead"),
    metric("deal_value", "Deal value", 3_150_000, 12_000_000, "behind")
  ],
  pipeline: lanes.map(({ deal_count, name, region, stage_id }) => ({ stage_id, name, region, deal_count }))
}

const total = (count: number, each: number) => ({ deal_count: count, value_cents: count * each })

const weeks = Array.from({ length: 12 }, (_, n) => ({
  week_start: new Date(Date.UTC(2026, 2, 2 + 7 * n)).toISOString().slice(0, 10),
  created: total((n * 5) % 9, 500_000),
  won: total((n * 3) % 4, 1_150_000),
  dead: total((n * 7) % 3, 250_000)
}))

const nothing = weeks.map(({ week_start }) => ({
  week_start,
  created: total(0, 0),
  won: total(0, 0),
  dead: total(0, 0)
}))

const dealsWon = {
  ...heading("Sales"),
  ...month,
  deals_won: thisMonth.metrics[1],
  deal_value: thisMonth.metrics[2],
  weeks: weeks.map(({ week_start, won }) => ({ week_start, won }))
}

const flow = (one: (typeof lanes)[number], entered: number, percent: number | null) => ({
  stage_id: one.stage_id,
  name: one.name,
  region: one.region,
  entered_count: entered,
  onward_count: Math.round((entered * (percent ?? 0)) / 100),
  back_count: 0,
  lost_count: 1,
  conversion_pct: percent,
  average_hours: percent === null ? null : 3 * percent
})

const span = { from: "2026-03", to: "2026-05" }

const funnel = {
  ...heading("Sales"),
  ...span,
  created_count: 40,
  won_count: 9,
  lost_count: 11,
  stages: lanes.map((one, place) => flow(one, 40 - 7 * place, 80 - 9 * place))
}

const still = lanes.map((one) => flow(one, 0, null))

const crowded = twelve.map((one, place) => flow(one, 1_234_567 * (12 - place), place))

const outcomes = (count: number, each: number) => ({
  proposals: total(3 * count, each),
  won: total(count, each),
  dead: total(count + 1, each)
})

const person = (name: string, count: number) => ({
  owner_id: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a",
  owner_name: name,
  ...outcomes(count, 1_150_000)
})

const period = {
  ...heading("Sales"),
  ...span,
  ...outcomes(12, 1_150_000),
  months: ["2026-03", "2026-04", "2026-05"].map((month, place) => ({
    month,
    ...outcomes(3 + place, 900_000)
  })),
  owners: [person("Ada Park", 7), person("Mia Chen", 5)]
}

interface Sample {
  readonly kind: Kind
  readonly report: unknown
}

export const samples: Readonly<Record<string, Sample>> = {
  dealboard_summary: { kind: "dealboard_summary", report: summary },
  dealboard_summary_hard: { kind: "dealboard_summary", report: hard },
  dealboard_summary_empty: { kind: "dealboard_summary", report: empty },
  this_month: { kind: "this_month", report: thisMonth },
  this_month_without_goals: {
    kind: "this_month",
    report: {
      ...thisMonth,
      ...heading("Yen", "JPY"),
      metrics: thisMonth.metrics.map((one) => ({ ...one, goal: null, pace: null }))
    }
  },
  deals_won: { kind: "deals_won", report: dealsWon },
  deals_won_empty: {
    kind: "deals_won",
    report: {
      ...dealsWon,
      deals_won: metric("deals_won", "Deals won", 0, null, null),
      deal_value: metric("deal_value", "Deal value", 0, null, null),
      weeks: nothing
    }
  },
  deal_progress: { kind: "deal_progress", report: { ...heading("Sales"), weeks, funnel } },
  deal_progress_empty: {
    kind: "deal_progress",
    report: { ...heading("Sales"), weeks: nothing, funnel: { ...span, stages: still } }
  },
  weighted_pipeline: { kind: "weighted_pipeline", report: { ...heading("Sales"), ...sums(lanes), lanes } },
  weighted_pipeline_hard: {
    kind: "weighted_pipeline",
    report: { ...heading(long, "EUR"), ...sums(twelve), lanes: twelve }
  },
  period: { kind: "period", report: period },
  period_hard: {
    kind: "period",
    report: {
      ...period,
      ...heading(long, "JPY"),
      ...outcomes(98_765, 9_007_199_254),
      owners: Array.from({ length: 20 }, (_, place) => person(`${place} ${long}`, 1_000_000 * place))
    }
  },
  period_empty: {
    kind: "period",
    report: { ...period, from: "2026-05", ...outcomes(0, 0), months: [], owners: [] }
  },
  funnel: { kind: "funnel", report: funnel },
  funnel_hard: { kind: "funnel", report: { ...funnel, ...heading(long), stages: crowded } },
  funnel_empty: {
    kind: "funnel",
    report: { ...funnel, created_count: 0, won_count: 0, lost_count: 0, stages: still }
  }
}
