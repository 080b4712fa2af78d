/**
 * What a report shows, the same for its card, page and image: figures, bars and columns. The card runs these functions in
 * the browser, so they use only each other and the language.
 */
import {
  day,
  deals,
  figure,
  foreign,
  money,
  most,
  type Others,
  paceTone,
  type Row,
  share,
  type Tile,
  tile,
  type Tone,
  undated
} from "./ReportFigures.ts"
import { dealboardSummary, weightedPipeline } from "./ReportPipeline.ts"

export interface Group {
  readonly heading: string
  readonly rows: ReadonlyArray<Row>
}

/** A column chart over time: in each column one bar per series, with its height as a share, 0 to 1. */
export interface Chart {
  readonly heading: string
  readonly top: string
  readonly series: ReadonlyArray<{ readonly name: string; readonly tone: Tone }>
  readonly columns: ReadonlyArray<{ readonly label: string; readonly shares: ReadonlyArray<number> }>
}

export interface View {
  readonly title: string
  readonly board: string
  readonly date: string
  readonly tiles: ReadonlyArray<Tile>
  /** Sentences about what the figures leave out. */
  readonly remarks: ReadonlyArray<string>
  readonly groups: ReadonlyArray<Group>
  readonly charts: ReadonlyArray<Chart>
}

export type Kind = "dealboard_summary" | "this_month" | "deals_won" | "deal_progress" | "weighted_pipeline"

/** A report as JSON: the fields of SPEC.md, sums as numbers. */
type Report = any

function metricTile(metric: Report, currency: string): Tile {
  const { goal, label, pace } = metric
  const note = goal === null ? "no goal set" : `of ${figure(metric, goal, currency)}, ${pace ?? "no pace"}`
  return tile(
    label,
    figure(metric, metric.current, currency),
    note.replace("on-track", "on track"),
    paceTone(pace)
  )
}

function goalRows(report: Report): ReadonlyArray<Row> {
  const aimed = report.metrics.filter((metric: Report) => metric.goal !== null && metric.goal > 0)
  return aimed.map((metric: Report) => ({
    label: metric.label,
    value: `${Math.round((100 * metric.current) / metric.goal)}% of ${figure(metric, metric.goal, report.currency)}`,
    note: metric.pace === null ? "" : metric.pace.replace("-", " "),
    share: 1,
    part: share(metric.current, metric.goal),
    tone: paceTone(metric.pace)
  }))
}

function monthRemarks(report: Report): ReadonlyArray<string> {
  return [...foreign("Won this month", report.other_currencies), ...undated(report.undated_won_count)]
}

export function thisMonth(report: Report): Partial<View> {
  const top = most(report.pipeline.map((stage: Report) => stage.deal_count))
  const goals = goalRows(report)
  const stages = report.pipeline.map((stage: Report) => ({
    label: stage.name,
    value: deals(stage.deal_count),
    note: "",
    share: share(stage.deal_count, top),
    part: null,
    tone: "accent"
  }))
  return {
    title: "This month",
    date: `day ${report.day_of_month} of ${report.days_in_month}`,
    tiles: report.metrics.map((metric: Report) => metricTile(metric, report.currency)),
    remarks: monthRemarks(report),
    groups: [
      ...(goals.length > 0 ? [{ heading: "Towards the goals", rows: goals }] : []),
      { heading: "Open deals by stage", rows: stages }
    ]
  }
}

export function dealsWon(report: Report): Partial<View> {
  const { currency, deals_won: count, deal_value: value, weeks } = report
  const top = most(weeks.map((week: Report) => week.won.value_cents))
  const own = count.current - countOf(report.other_currencies)
  const average = own > 0 ? money(Math.round(value.current / own), currency, 9) : "–"
  return {
    title: "Deals won",
    date: `day ${report.day_of_month} of ${report.days_in_month}`,
    tiles: [
      metricTile(count, currency),
      metricTile(value, currency),
      tile("Average deal", average, "won this month", null)
    ],
    remarks: monthRemarks(report),
    charts: [
      {
        heading: "Value won by week",
        top: money(top, currency, 9),
        series: [{ name: "Won", tone: "good" }],
        columns: weeks.map((week: Report) => ({
          label: day(week.week_start, "short", false),
          shares: [share(week.won.value_cents, top)]
        }))
      }
    ]
  }
}

export function countOf(others: Others): number {
  return (others ?? []).reduce((sum, { count }) => sum + count, 0)
}

/** The deals in other currencies over all weeks, summed by currency. */
function othersOf(weeks: ReadonlyArray<Report>, key: string): Others {
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

export function dealProgress(report: Report): Partial<View> {
  const { currency, weeks } = report
  const keys = ["created", "won", "dead"] as const
  const names = { created: "Created", won: "Won", dead: "Lost" }
  const tones = { created: "accent", won: "good", dead: "bad" } as const
  const top = most(weeks.flatMap((week: Report) => keys.map((key) => week[key].deal_count)))
  return {
    title: "Deal progress",
    date: `last ${weeks.length} weeks`,
    tiles: keys.map((key) => {
      const { cents, count } = totalOf(weeks, key)
      return tile(names[key], count.toLocaleString("en-US"), money(cents, currency, 9), tones[key])
    }),
    remarks: keys.flatMap((key) => foreign(names[key], othersOf(weeks, key))),
    charts: [
      {
        heading: "Deals by week",
        top: String(top),
        series: keys.map((key) => ({ name: names[key], tone: tones[key] })),
        columns: weeks.map((week: Report) => ({
          label: day(week.week_start, "short", false),
          shares: keys.map((key) => share(week[key].deal_count, top))
        }))
      }
    ]
  }
}

export function viewOf(kind: Kind, report: Report): View {
  const views = {
    dealboard_summary: dealboardSummary,
    this_month: thisMonth,
    deals_won: dealsWon,
    deal_progress: dealProgress,
    weighted_pipeline: weightedPipeline
  }
  const made = views[kind](report)
  const date = day(report.generated_at, "long", true)
  return {
    title: made.title ?? "",
    board: report.board_name,
    date: made.date === undefined ? date : `${date}, ${made.date}`,
    tiles: made.tiles ?? [],
    remarks: made.remarks ?? [],
    groups: made.groups ?? [],
    charts: made.charts ?? []
  }
}

/** Every function above, to be sent to the browser as source. */
export const functions = [
  metricTile,
  goalRows,
  monthRemarks,
  thisMonth,
  dealsWon,
  countOf,
  othersOf,
  totalOf,
  dealProgress,
  viewOf
]
