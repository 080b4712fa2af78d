/** What the reports of open deals show. For the browser too: see `ReportView`. */
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
import type { View } from "./ReportView.ts"

/** A report as JSON: the fields of SPEC.md, sums as numbers. */
type Report = any

/** Open stages with bars by amount, or by number of deals if no deal has an amount. */
function stageRows(stages: ReadonlyArray<Report>, currency: string): ReadonlyArray<Row> {
  const open = stages.filter((stage) => stage.region !== "won" && stage.region !== "dead")
  const top = most(open.map((stage) => stage.raw_cents))
  const topCount = most(open.map((stage) => stage.deal_count))
  return open.map((stage) => ({
    label: stage.name,
    value: `${deals(stage.deal_count)} · ${money(stage.raw_cents, currency, 9)}${besides(stage.other_currencies)}`,
    note: `${stage.probability_pct}%`,
    share: top > 0 ? share(stage.raw_cents, top) : share(stage.deal_count, topCount),
    part: top > 0 ? share(stage.weighted_cents, top) : null,
    tone: "accent"
  }))
}

function quietRows(report: Report): ReadonlyArray<Row> {
  return report.stalled_deals.slice(0, 3).map((deal: Report) => ({
    label: deal.company === null ? deal.name : `${deal.name} · ${deal.company}`,
    value: deal.amount_cents === null ? "no amount" : money(deal.amount_cents, deal.currency, 9),
    note: `${deal.stage}, since ${day(deal.last_activity_on, "short", false)}`,
    share: null,
    part: null,
    tone: "warn"
  }))
}

export function dealboardSummary(report: Report): Partial<View> {
  const { currency, dead_this_month: dead, stalled_deal_count: stalled, won_this_month: won } = report
  const quiet = { heading: `Quiet for 30 days: ${deals(stalled)}`, rows: quietRows(report) }
  return {
    title: "Dealboard summary",
    tiles: [
      tile(
        "Open deals",
        report.open_deal_count.toLocaleString("en-US"),
        `${deals(dead.deal_count)} lost this month`,
        null
      ),
      tile(
        "Pipeline",
        money(report.raw_pipeline_cents, currency, 9),
        summed(report.open_deal_count, currency, report.other_currencies),
        null
      ),
      tile("Weighted", money(report.weighted_pipeline_cents, currency, 9), "by probability", "accent"),
      tile("Won this month", money(won.value_cents, currency, 9), deals(won.deal_count), "good")
    ],
    remarks: [
      ...foreign("Open deals", report.other_currencies),
      ...foreign("Won this month", won.other_currencies),
      ...undated(report.stages.find((stage: Report) => stage.region === "won")?.undated_deal_count)
    ],
    groups: [
      {
        heading: "Open deals by stage, weighted part in full colour",
        rows: stageRows(report.stages, currency)
      },
      ...(stalled > 0 ? [quiet] : [])
    ]
  }
}

export function weightedPipeline(report: Report): Partial<View> {
  const { currency } = report
  return {
    title: "Weighted pipeline",
    tiles: [
      tile("Weighted", money(report.weighted_pipeline_cents, currency, 9), "by probability", "accent"),
      tile(
        "Pipeline",
        money(report.raw_pipeline_cents, currency, 9),
        summed(report.open_deal_count, currency, report.other_currencies),
        null
      ),
      tile("Open deals", report.open_deal_count.toLocaleString("en-US"), "", null)
    ],
    remarks: foreign("Open deals", report.other_currencies),
    groups: [
      {
        heading: "Open deals by stage, weighted part in full colour",
        rows: stageRows(report.lanes, currency)
      }
    ]
  }
}

export const functions = [stageRows, quietRows, dealboardSummary, weightedPipeline]
