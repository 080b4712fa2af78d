/** The chart of the forecast: a stacked bar for each period, with a mark at the goal. Each currency has a chart of its own. */
import * as Field from "../../../schema/Field.ts"
import type { ForecastRow } from "../../../schema/Forecast.ts"
import * as Amounts from "../../surfaces/web/Amounts.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import { percent } from "../rules/ReportMarkup.ts"
import * as ForecastTable from "./ForecastTable.ts"

/** From the bottom up. */
const series = [
  ["won", "good"],
  ["committed", "accent"],
  ["bestCase", "soft"]
] as const

const names: Readonly<Record<(typeof series)[number][0], Part>> = {
  won: say.forecast.won,
  committed: say.deals.forecasts.committed,
  bestCase: say.deals.forecasts.best_case
}

const barHeight = 160

/** The upper ends of the bar's parts. */
const ends = (row: ForecastRow): ReadonlyArray<bigint> =>
  series.map((_, index) =>
    series.slice(0, index + 1).reduce((sum, [name]) => sum + Field.cents(row[name]), 0n)
  )

const highest = (row: ForecastRow): bigint => {
  const [end, goal] = [ends(row).at(-1)!, Field.cents(row.goal ?? 0)]
  return end > goal ? end : goal
}

/** Up to this number of columns, each has a label in narrow windows too. */
const maxLabels = 6

const column = (row: ForecastRow, top: bigint, isRare: boolean): Html => {
  const shareOf = (cents: bigint) => Number(cents) / Number(top)
  const all = ends(row)
  return html`<div class="column">
    <svg class="bars" width="100%" height="${barHeight}" aria-hidden="true">
      ${series.map(
        ([name, tone], at) =>
          html`<rect
            class="stick ${tone}"
            x="15%"
            width="70%"
            y="${percent(1 - shareOf(all[at]!))}"
            height="${percent(shareOf(Field.cents(row[name])))}"
          />`
      )}
      ${
        row.goal !== null &&
        html`<rect
          class="mark"
          width="100%"
          height="2"
          y="${percent(Math.min(0.985, 1 - shareOf(Field.cents(row.goal))))}"
        />`
      }
    </svg>
    <span class="tick${isRare && " rare"}">${ForecastTable.nameOf(row.period)}</span>
  </div>`
}

const chart = (currency: Field.Currency, rows: ReadonlyArray<ForecastRow>, isOnly: boolean): Html | false => {
  const top = rows.map(highest).reduce((most, one) => (one > most ? one : most), 0n)
  return (
    top > 0n &&
    html`${!isOnly && html`<h2 class="heading">${currency}</h2>`}
      <div class="legend">
        ${series.map(([name, tone]) => html`<span class="key ${tone}">${names[name]}</span>`)}
        ${rows.some(({ goal }) => goal !== null) && html`<span class="key goal">${say.forecast.goal}</span>`}
        <span class="note">${say.forecast.highest(Amounts.compactAmount(top, currency))}</span>
      </div>
      <div
        class="chart"
        role="img"
        aria-label="${say.forecast.chart(currency)}"
        aria-details="${ForecastTable.id}"
      >
        ${rows.map((row, index) => column(row, top, rows.length > maxLabels && index % 3 > 0))}
      </div>`
  )
}

/** Nothing if all amounts are zero. */
export const render = (rows: ReadonlyArray<ForecastRow>): Html | false => {
  const shown = rows.filter((row) => ForecastTable.isDated(row) || highest(row) > 0n)
  const byCurrency = [...Map.groupBy(shown, ({ currency }) => currency)]
  const charts = byCurrency.map(([currency, own]) => chart(currency, own, byCurrency.length === 1))
  return charts.some(Boolean) && html`<div class="card report">${charts}</div>`
}
