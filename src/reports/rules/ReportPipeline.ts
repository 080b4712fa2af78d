/** The views of reports on open deals. Also runs in the browser: see `ReportView`. */
import {
  besides,
  day,
  deals,
  foreign,
  money,
  most,
  type Row,
  share,
  summed,
  tile,
  undated
} from "./ReportFigures.ts"
import type { View } from "./ReportFigures.ts"
import type { ReportWords } from "./ReportWords.ts"

/** A report as JSON: the specified fields, with sums as numbers. */
type Report = any

/** Open stages with bars by amount, or by the number of deals if none has an amount. */
function stageRows(stages: ReadonlyArray<Report>, currency: string, words: ReportWords): ReadonlyArray<Row> {
  const open = stages.filter((stage) => stage.region !== "won" && stage.region !== "dead")
  const top = most(open.map((stage) => stage.raw_cents))
  const topCount = most(open.map((stage) => stage.deal_count))
  return open.map((stage) => ({
    label: stage.name,
    value: `${deals(stage.deal_count, words)} · ${money(stage.raw_cents, currency, 9, words)}${besides(stage.other_currencies, words)}`,
    note: `${stage.probability_pct}%`,
    shows: `stage ${stage.stage_id}`,
    share: top > 0 ? share(stage.raw_cents, top) : share(stage.deal_count, topCount),
    part: top > 0 ? share(stage.weighted_cents, top) : null,
    tone: "accent"
  }))
}

function quietRows(report: Report, words: ReportWords): ReadonlyArray<Row> {
  return report.stalled_deals.slice(0, 3).map((deal: Report) => ({
    label: deal.company === null ? deal.name : `${deal.name} · ${deal.company}`,
    value: deal.amount_cents === null ? words.noAmount : money(deal.amount_cents, deal.currency, 9, words),
    note: words.since(deal.stage, day(deal.last_activity_on, "short", false, words)),
    shows: `deal ${deal.id}`,
    share: null,
    part: null,
    tone: "warn"
  }))
}

export function dealboardSummary(report: Report, words: ReportWords): Partial<View> {
  const { currency, dead_this_month: dead, stalled_deal_count: stalled, won_this_month: won } = report
  const quiet = { heading: words.quiet(deals(stalled, words)), rows: quietRows(report, words) }
  return {
    title: words.summary,
    tiles: [
      tile(
        words.openDeals,
        report.open_deal_count.toLocaleString(words.numbers),
        words.lostThisMonth(deals(dead.deal_count, words)),
        null,
        "board"
      ),
      tile(
        words.pipeline,
        money(report.raw_pipeline_cents, currency, 9, words),
        summed(report.open_deal_count, currency, report.other_currencies, words),
        null,
        "board"
      ),
      tile(
        words.weighted,
        money(report.weighted_pipeline_cents, currency, 9, words),
        words.byProbability,
        "accent",
        "board"
      ),
      tile(
        words.wonThisMonth,
        money(won.value_cents, currency, 9, words),
        deals(won.deal_count, words),
        "good",
        "closed won"
      )
    ],
    remarks: [
      ...foreign(words.openDeals, report.other_currencies, words),
      ...foreign(words.wonThisMonth, won.other_currencies, words),
      ...undated(report.stages.find((stage: Report) => stage.region === "won")?.undated_deal_count, words)
    ],
    groups: [
      {
        heading: words.byStageWeighted,
        rows: stageRows(report.stages, currency, words)
      },
      ...(stalled > 0 ? [quiet] : [])
    ]
  }
}

export function weightedPipeline(report: Report, words: ReportWords): Partial<View> {
  const { currency } = report
  return {
    title: words.weightedPipeline,
    tiles: [
      tile(
        words.weighted,
        money(report.weighted_pipeline_cents, currency, 9, words),
        words.byProbability,
        "accent",
        "board"
      ),
      tile(
        words.pipeline,
        money(report.raw_pipeline_cents, currency, 9, words),
        summed(report.open_deal_count, currency, report.other_currencies, words),
        null,
        "board"
      ),
      tile(words.openDeals, report.open_deal_count.toLocaleString(words.numbers), "", null)
    ],
    remarks: foreign(words.openDeals, report.other_currencies, words),
    groups: [
      {
        heading: words.byStageWeighted,
        rows: stageRows(report.lanes, currency, words)
      }
    ]
  }
}
