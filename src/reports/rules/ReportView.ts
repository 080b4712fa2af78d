/**
 * A report's view, which is the same on its card, page and image: figures, bars and columns. Cards run this in the browser, so it has no
 * dependencies.
 */
import {
  day,
  deals,
  foreign,
  money,
  most,
  type OtherCurrencies,
  share,
  tile,
  undated,
  type View
} from "./ReportFigures.ts"
import { english, type ReportWords } from "./ReportWords.ts"
import { flowRows, funnel, periodReport, rangeName } from "./ReportMonths.ts"
import { forecastRows, goalRows, metricTile } from "./ReportGoals.ts"
import { dealboardSummary, weightedPipeline } from "./ReportPipeline.ts"

export type Kind =
  | "dealboard_summary"
  | "this_month"
  | "deals_won"
  | "deal_progress"
  | "weighted_pipeline"
  | "period"
  | "funnel"

/** A report as JSON: the specified fields, with sums as numbers. */
type Report = any

function monthRemarks(report: Report, words: ReportWords): ReadonlyArray<string> {
  return [
    ...foreign(words.wonThisMonth, report.other_currencies, words),
    ...undated(report.undated_won_count, words)
  ]
}

export function thisMonth(report: Report, words: ReportWords): Partial<View> {
  const top = most(report.pipeline.map((stage: Report) => stage.deal_count))
  const goals = [...goalRows(report, words), ...forecastRows(report, words)]
  const stages = report.pipeline.map((stage: Report) => ({
    label: stage.name,
    shows: `stage ${stage.stage_id}`,
    value: deals(stage.deal_count, words),
    note: "",
    share: share(stage.deal_count, top),
    part: null,
    tone: "accent"
  }))
  return {
    title: words.thisMonth,
    date: words.dayOf(report.day_of_month, report.days_in_month),
    tiles: report.metrics.map((metric: Report) => metricTile(metric, report.currency, words)),
    remarks: monthRemarks(report, words),
    groups: [
      ...(goals.length > 0 ? [{ heading: words.towardsGoals, rows: goals }] : []),
      { heading: words.openByStage, rows: stages }
    ]
  }
}

export function dealsWon(report: Report, words: ReportWords): Partial<View> {
  const { currency, deals_won: count, deal_value: value, weeks } = report
  const top = most(weeks.map((week: Report) => week.won.value_cents))
  const own = count.current - countOf(report.other_currencies)
  const average = own > 0 ? money(Math.round(value.current / own), currency, 9, words) : "–"
  return {
    title: words.dealsWon,
    date: words.dayOf(report.day_of_month, report.days_in_month),
    tiles: [
      metricTile(count, currency, words),
      metricTile(value, currency, words),
      tile(words.averageDeal, average, words.wonInMonth, null)
    ],
    remarks: monthRemarks(report, words),
    charts: [
      {
        heading: words.valueByWeek,
        top: words.highest(money(top, currency, 9, words)),
        series: [{ name: words.won, tone: "good" }],
        columns: weeks.map((week: Report) => ({
          label: day(week.week_start, "short", false, words),
          shares: [share(week.won.value_cents, top)]
        }))
      }
    ]
  }
}

export function countOf(others: OtherCurrencies): number {
  return (others ?? []).reduce((sum, { count }) => sum + count, 0)
}

/** The deals in other currencies over all weeks, summed by currency. */
function othersOf(weeks: ReadonlyArray<Report>, key: string): OtherCurrencies {
  const all = weeks.flatMap((week) => week[key].other_currencies ?? [])
  const codes = [...new Set<string>(all.map(({ currency }) => currency))].sort()
  return codes.map((currency) => {
    const same = all.filter((one) => one.currency === currency)
    return { currency, count: countOf(same), cents: same.reduce((sum, { cents }) => sum + Number(cents), 0) }
  })
}

export function totalOf(weeks: ReadonlyArray<Report>, key: string): { count: number; cents: number } {
  return weeks.reduce(
    (sum, week) => ({
      count: sum.count + Number(week[key].deal_count),
      cents: sum.cents + Number(week[key].value_cents)
    }),
    { count: 0, cents: 0 }
  )
}

export function dealProgress(report: Report, words: ReportWords): Partial<View> {
  const { currency, weeks } = report
  const keys = ["created", "won", "dead"] as const
  const names = { created: words.created, won: words.won, dead: words.lost }
  const tones = { created: "accent", won: "good", dead: "bad" } as const
  const top = most(weeks.flatMap((week: Report) => keys.map((key) => week[key].deal_count)))
  return {
    title: words.progress,
    date: words.lastWeeks(weeks.length),
    tiles: keys.map((key) => {
      const { cents, count } = totalOf(weeks, key)
      return tile(
        names[key],
        count.toLocaleString(words.numbers),
        money(cents, currency, 9, words),
        tones[key],
        key === "created" ? "board" : `region ${key}`
      )
    }),
    remarks: keys.flatMap((key) => foreign(names[key], othersOf(weeks, key), words)),
    groups: [
      {
        heading: `${words.fromStageToStage}, ${rangeName(report.funnel, words)}`,
        rows: flowRows(report.funnel.stages, words)
      }
    ],
    charts: [
      {
        heading: words.dealsByWeek,
        top: words.highest(top.toLocaleString(words.numbers)),
        series: keys.map((key) => ({ name: names[key], tone: tones[key] })),
        columns: weeks.map((week: Report) => ({
          label: day(week.week_start, "short", false, words),
          shares: keys.map((key) => share(week[key].deal_count, top))
        }))
      }
    ]
  }
}

export function viewOf(kind: Kind, report: Report, words: ReportWords = english()): View {
  const views = {
    dealboard_summary: dealboardSummary,
    this_month: thisMonth,
    deals_won: dealsWon,
    deal_progress: dealProgress,
    weighted_pipeline: weightedPipeline,
    period: periodReport,
    funnel
  }
  const made = views[kind](report, words)
  const zone = report.time_zone
  const today = day(report.generated_at, "long", true, words, zone)
  const date = kind === "period" || kind === "funnel" ? made.date! : today
  return {
    title: made.title ?? "",
    board: report.board_name,
    date: `${made.date === undefined || made.date === date ? date : `${date}, ${made.date}`}, ${zone}`,
    tiles: made.tiles ?? [],
    remarks: made.remarks ?? [],
    groups: made.groups ?? [],
    charts: made.charts ?? []
  }
}
