/** Compares the month with its goals. Also runs in the browser: see `ReportView`. */
import { figure, money, paceTone, type Row, share, type Tile, tile } from "./ReportFigures.ts"
import type { ReportWords } from "./ReportWords.ts"

/** A report as JSON: the specified fields, with sums as numbers. */
type Report = any

export function metricTile(metric: Report, currency: string, words: ReportWords): Tile {
  const { goal, key, label, pace } = metric
  const said = pace === null ? words.noPace : (words.paces[pace] ?? pace)
  const note = goal === null ? words.noGoal : words.ofGoal(figure(metric, goal, currency, words), said)
  const value = figure(metric, metric.current, currency, words)
  return tile(
    words.metrics[key] ?? label,
    value,
    note,
    paceTone(pace),
    key === "proposals" ? "region anchor" : "closed won"
  )
}

export function goalRows(report: Report, words: ReportWords): ReadonlyArray<Row> {
  const aimed = report.metrics.filter((metric: Report) => metric.goal !== null && metric.goal > 0)
  return aimed.map((metric: Report) => ({
    label: words.metrics[metric.key] ?? metric.label,
    value: words.percentOf(
      Math.round((100 * metric.current) / metric.goal),
      figure(metric, metric.goal, report.currency, words)
    ),
    note: metric.pace === null ? "" : (words.paces[metric.pace] ?? metric.pace),
    shows: metric.key === "proposals" ? "region anchor" : "closed won",
    mark: report.day_of_month / report.days_in_month,
    share: 1,
    part: share(metric.current, metric.goal),
    tone: paceTone(metric.pace)
  }))
}

/** The won amount and the weighted pipeline, compared with the goal. */
export function forecastRows(report: Report, words: ReportWords): ReadonlyArray<Row> {
  const { currency, weighted_pipeline_cents: weighted } = report
  const value = report.metrics.find((metric: Report) => metric.key === "deal_value")
  if (weighted === undefined || !value?.goal) return []
  const likely = Number(value.current) + Number(weighted)
  const percent = Math.round((100 * likely) / value.goal)
  return [
    {
      label: words.forecast,
      value: words.percentOf(percent, figure(value, value.goal, currency, words)),
      note: money(likely, currency, 9, words),
      shows: "board",
      share: 1,
      part: share(likely, value.goal),
      tone: "soft"
    }
  ]
}
