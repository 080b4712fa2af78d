/** The table of the forecast: a row for each period and currency. */
import * as Field from "../../../schema/Field.ts"
import type { ForecastRow } from "../../../schema/Forecast.ts"
import * as ListFilter from "../../deals/pages/list/ListFilter.ts"
import * as Amounts from "../../surfaces/web/Amounts.ts"
import { html, type Html, Message, type Part } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as Forecast from "../rules/Forecast.ts"
import * as ForecastQuery from "./ForecastQuery.ts"

const words = say.forecast

export const id = "periods"

/** `May 2026`, `Q2 2026`, `Overdue` or `Later` */
export const nameOf = (period: string): Part => {
  if (period === "overdue" || period === "later") return words[period]
  const [year = "", quarter] = period.split("-Q")
  return quarter === undefined
    ? new Message(({ locale }) => locale.month(period))
    : words.quarter(Number(quarter), year)
}

/** The open deals of a period by category, as the operation sums them. */
export const categories = [
  ["committed", "committed"],
  ["best_case", "bestCase"],
  ["pipeline", "pipeline"]
] as const

const amount = (sum: Field.Sum, currency: Field.Currency): Part =>
  Amounts.compactAmount(Field.cents(sum), currency)

const gapOf = (row: ForecastRow): Part => {
  const gap = Forecast.gap(row)
  return gap === null || gap <= 0n ? words.covered : Amounts.compactAmount(gap, row.currency)
}

/** True for a month or quarter. The rows of overdue and later deals have no goal. */
export const isDated = ({ period }: ForecastRow): boolean => period !== "overdue" && period !== "later"

/** Links to the deals that were won. */
const won = (row: ForecastRow, deals: ListFilter.Filter): Part => {
  const shown = amount(row.won, row.currency)
  if (!isDated(row) || Field.cents(row.won) === 0n) return shown
  const { from, to } = Forecast.daysOf(row.period)
  const address = ListFilter.address({ ...deals, status: "won", closedFrom: from, closedTo: to })
  return html`<a href="${address}">${shown}</a>`
}

const goal = (row: ForecastRow): Html => {
  if (!isDated(row)) return html`<td colspan="2"></td>`
  return row.goal === null
    ? html`<td class="sum soft" colspan="2">${words.noGoal}</td>`
    : html`<td class="sum">${amount(row.goal, row.currency)}</td>
        <td class="sum gap">${gapOf(row)}</td>`
}

/** True for a month or quarter without a goal. */
export const lacksGoal = (row: ForecastRow): boolean => isDated(row) && row.goal === null

interface Setting {
  readonly filter: ForecastQuery.Filter
  /** The filter of the page of deals. */
  readonly deals: ListFilter.Filter
}

const periodRows = (rows: ReadonlyArray<ForecastRow>, { deals, filter }: Setting): Html => {
  const { period } = rows[0]!
  const address = ForecastQuery.address({ ...filter, period })
  return html`<tbody>
    ${rows.map(
      (row, index) =>
        html`<tr ${period === filter.period && html`class="chosen"`}>
          ${
            index === 0 &&
            html`<th scope="${rows.length === 1 ? "row" : "rowgroup"}" rowspan="${rows.length}">
              <a href="${address}#deals" ${period === filter.period && html`aria-current="true"`}
                >${nameOf(period)}</a
              >
            </th>`
          }
          <td class="sum">${won(row, deals)}</td>
          ${categories.map(([, name]) => html`<td class="sum">${amount(row[name], row.currency)}</td>`)}
          <td class="sum">${amount(row.weighted, row.currency)}</td>
          ${goal(row)}
          <td class="sum">${row.count}</td>
        </tr>`
    )}
  </tbody>`
}

export const render = (rows: ReadonlyArray<ForecastRow>, setting: Setting): Html =>
  html`<div class="table card" role="region" tabindex="0" aria-label="${words.table}">
    <table id="${id}">
      <thead>
        <tr>
          <th scope="col">${words.period}</th>
          ${[
            words.won,
            ...categories.map(([name]) => say.deals.forecasts[name]),
            words.weighted,
            words.goal,
            words.gap,
            words.deals
          ].map((name) => html`<th scope="col" class="sum">${name}</th>`)}
        </tr>
      </thead>
      ${[...Map.groupBy(rows, ({ period }) => period).values()].map((own) => periodRows(own, setting))}
    </table>
  </div>`
