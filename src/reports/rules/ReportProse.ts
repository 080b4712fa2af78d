/** A report as sentences that a model can quote. */
import { besides, day, deals, money, summed } from "./ReportFigures.ts"
import { type Kind, totalOf, viewOf } from "./ReportView.ts"

/** A report as JSON: the specified fields, with sums as numbers. */
type Report = any

/** A number of characters that is enough for any full amount. */
const whole = 40

const amount = (cents: number, { currency }: Report) => money(cents, currency, whole)

const heading = (report: Report) =>
  `${report.board_name}, ${day(report.generated_at, "long", true, undefined, report.time_zone)} (${report.time_zone})`

const listed = (parts: ReadonlyArray<string>) => parts.join("; ")

const pipeline = (report: Report, stages: ReadonlyArray<Report>) => {
  const open = stages.filter(({ region }) => region !== "won" && region !== "dead")
  const each = open.map(
    (stage) =>
      `${stage.name} ${deals(stage.deal_count)}, ${amount(stage.raw_cents, report)}${besides(stage.other_currencies)} at ${stage.probability_pct}%`
  )
  const { currency, open_deal_count: count, other_currencies: others } = report
  const [sum, weighted] = [
    amount(report.raw_pipeline_cents, report),
    amount(report.weighted_pipeline_cents, report)
  ]
  const rest = (others ?? []).map(
    (other: Report) => `; ${other.count} in ${other.currency}, ${money(other.cents, other.currency, whole)}`
  )
  const worth =
    rest.length === 0
      ? `worth ${sum} in all and ${weighted} weighted by probability`
      : `of them ${summed(count, currency, others)}, worth ${sum} and ${weighted} weighted by probability${rest.join("")}`
  return `${deals(count)} open, ${worth}. By stage: ${listed(each)}.`
}

const dealboardSummary = (report: Report) => {
  const { dead_this_month: dead, stalled_deal_count: stalled, won_this_month: won } = report
  const quiet = stalled === 0 ? "" : ` ${deals(stalled)} had no activity for 30 days.`
  return `${pipeline(report, report.stages)} Won this month: ${deals(won.deal_count)}, ${amount(won.value_cents, report)}; lost: ${deals(dead.deal_count)}.${quiet}`
}

const metric = (report: Report, { current, goal, key, label, pace }: Report) => {
  const figure = (value: number) => (key === "deal_value" ? amount(value, report) : String(value))
  const against =
    goal === null ? "no goal" : `goal ${figure(goal)}${pace === null ? "" : `, ${pace.replace("-", " ")}`}`
  return `${label} ${figure(current)} (${against})`
}

const monthDay = (report: Report) => `Day ${report.day_of_month} of ${report.days_in_month}.`

const thisMonth = (report: Report) => {
  const metrics = report.metrics.map((one: Report) => metric(report, one))
  const stages = report.pipeline.map((stage: Report) => `${stage.name} ${stage.deal_count}`)
  return `${monthDay(report)} ${listed(metrics)}. Open deals by stage: ${listed(stages)}.`
}

const byWeek = (weeks: ReadonlyArray<Report>, says: (week: Report) => string) =>
  listed(weeks.map((week) => `${day(week.week_start, "short", false)} ${says(week)}`))

const dealsWon = (report: Report) =>
  `${monthDay(report)} ${metric(report, report.deals_won)}; ${metric(report, report.deal_value)}. Won by week, from the Monday named: ${byWeek(
    report.weeks,
    ({ won }) => (won.deal_count === 0 ? "none" : `${won.deal_count} for ${amount(won.value_cents, report)}`)
  )}.`

/** Describes the moves between stages. */
const flow = (stages: ReadonlyArray<Report>) =>
  listed(
    stages.map(({ average_hours: hours, conversion_pct: percent, entered_count: entered, name }) =>
      percent === null
        ? `${name} ${entered} entered`
        : `${name} ${entered} entered, ${percent}% of those that left moved on, after ${Math.round(hours / 24)} days on average`
    )
  )

const dealProgress = (report: Report) => {
  const said = (key: string, verb: string) => {
    const { cents, count } = totalOf(report.weeks, key)
    return `${deals(count)} ${verb} (${amount(cents, report)})`
  }
  const totals = [said("created", "created"), said("won", "won"), said("dead", "lost")].join(", ")
  return `In ${report.weeks.length} weeks: ${totals}. Created, won and lost by week, from the Monday named: ${byWeek(
    report.weeks,
    ({ created, dead, won }) => `${created.deal_count}/${won.deal_count}/${dead.deal_count}`
  )}. By stage, from ${report.funnel.from} to ${report.funnel.to}: ${flow(report.funnel.stages)}.`
}

const period = (report: Report) => {
  const said = (key: string, verb: string) =>
    `${deals(report[key].deal_count)} ${verb} (${amount(report[key].value_cents, report)})`
  const all = [said("proposals", "proposed"), said("won", "won"), said("dead", "lost")].join(", ")
  return `From ${report.from} to ${report.to}: ${all}.`
}

const writers: Record<Kind, (report: Report) => string> = {
  dealboard_summary: dealboardSummary,
  this_month: thisMonth,
  deals_won: dealsWon,
  deal_progress: dealProgress,
  weighted_pipeline: (report) => pipeline(report, report.lanes),
  period,
  funnel: (report) => `From ${report.from} to ${report.to}, by stage: ${flow(report.stages)}.`
}

export const proseOf = (kind: Kind, report: Report): string =>
  [`${heading(report)}. ${writers[kind](report)}`, ...viewOf(kind, report).remarks].join(" ")
