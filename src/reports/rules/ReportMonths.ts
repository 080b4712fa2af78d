/** The views of reports for a range of months. Also runs in the browser: see `ReportView`. */
import { deals, foreign, money, most, type Row, share, tile } from "./ReportFigures.ts"
import type { View } from "./ReportFigures.ts"
import type { ReportWords } from "./ReportWords.ts"

/** A report as JSON, with sums as numbers. */
type Report = any

function monthName(month: string, form: "short" | "long", words: ReportWords): string {
  const options: Intl.DateTimeFormatOptions = { month: form, timeZone: "UTC" }
  if (form === "long") options.year = "numeric"
  return new Intl.DateTimeFormat(words.dates, options).format(Date.parse(`${month}-01`))
}

export function rangeName({ from, to }: Report, words: ReportWords): string {
  const first = monthName(from, "long", words)
  return from === to ? first : `${first} – ${monthName(to, "long", words)}`
}

function percentOf(part: number, whole: number): string {
  return whole > 0 ? `${Math.round((100 * part) / whole)}%` : "–"
}

function ownerRows({ currency, owners }: Report, words: ReportWords): ReadonlyArray<Row> {
  const top = most(owners.map(({ won }: Report) => won.deal_count))
  return owners.slice(0, 20).map((one: Report) => ({
    label: one.owner_name,
    value: `${words.wonOf(deals(one.won.deal_count, words))} · ${money(one.won.value_cents, currency, 9, words)}`,
    note: words.besideWon(
      one.proposals.deal_count.toLocaleString(words.numbers),
      one.dead.deal_count.toLocaleString(words.numbers)
    ),
    shows: `owner ${one.owner_id}`,
    share: share(one.won.deal_count, top),
    part: null,
    tone: "good"
  }))
}

export function periodReport(report: Report, words: ReportWords): Partial<View> {
  const { currency, dead, months, owners, proposals, won } = report
  const keys = ["proposals", "won", "dead"] as const
  const names = { proposals: words.proposals, won: words.won, dead: words.lost }
  const tones = { proposals: "accent", won: "good", dead: "bad" } as const
  const top = most(months.flatMap((month: Report) => keys.map((key) => month[key].deal_count)))
  const value = ({ value_cents }: Report) => money(value_cents, currency, 9, words)
  const count = ({ deal_count }: Report) => deal_count.toLocaleString(words.numbers)
  return {
    title: words.months,
    date: rangeName(report, words),
    tiles: [
      tile(words.proposals, count(proposals), value(proposals), "accent", "region anchor"),
      tile(words.won, count(won), value(won), "good", "closed won"),
      tile(words.lost, count(dead), value(dead), "bad", "closed dead"),
      tile(
        words.winRate,
        percentOf(won.deal_count, won.deal_count + dead.deal_count),
        words.ofClosed(deals(won.deal_count + dead.deal_count, words)),
        null,
        "closed all"
      )
    ],
    remarks: keys.flatMap((key) => foreign(names[key], report[key].other_currencies, words)),
    groups: owners.length === 0 ? [] : [{ heading: words.byOwner, rows: ownerRows(report, words) }],
    charts:
      months.length < 2
        ? []
        : [
            {
              heading: words.dealsByMonth,
              top: words.highest(top.toLocaleString(words.numbers)),
              series: keys.map((key) => ({ name: names[key], tone: tones[key] })),
              columns: months.map((month: Report) => ({
                label: monthName(month.month, "short", words),
                shares: keys.map((key) => share(month[key].deal_count, top))
              }))
            }
          ]
  }
}

/** Formats hours, as days from 48 hours. */
function lasting(hours: number, words: ReportWords): string {
  return hours < 48
    ? words.hours(hours, hours.toLocaleString(words.numbers))
    : words.days(Math.round(hours / 24), Math.round(hours / 24).toLocaleString(words.numbers))
}

export function flowRows(stages: ReadonlyArray<Report>, words: ReportWords): ReadonlyArray<Row> {
  const top = most(stages.map((stage) => stage.entered_count))
  return stages.map((stage) => ({
    label: stage.name,
    value:
      stage.conversion_pct === null
        ? words.entered(stage.entered_count.toLocaleString(words.numbers))
        : words.enteredAndOn(stage.entered_count.toLocaleString(words.numbers), stage.conversion_pct),
    note: stage.average_hours === null ? "" : lasting(stage.average_hours, words),
    shows: `stage ${stage.stage_id}`,
    share: share(stage.entered_count, top),
    part:
      stage.conversion_pct === null ? null : (share(stage.entered_count, top) * stage.conversion_pct) / 100,
    tone: "accent"
  }))
}

export function funnel(report: Report, words: ReportWords): Partial<View> {
  const { created_count: created, lost_count: lost, stages, won_count: won } = report
  return {
    title: words.funnel,
    date: rangeName(report, words),
    tiles: [
      tile(words.created, created.toLocaleString(words.numbers), "", "accent"),
      tile(words.won, won.toLocaleString(words.numbers), "", "good", "closed won"),
      tile(words.lost, lost.toLocaleString(words.numbers), "", "bad", "closed dead"),
      tile(words.winRate, percentOf(won, won + lost), words.ofClosed(deals(won + lost, words)), null)
    ],
    remarks: [words.skipped],
    groups: [{ heading: words.fromStageToStage, rows: flowRows(stages, words) }]
  }
}
