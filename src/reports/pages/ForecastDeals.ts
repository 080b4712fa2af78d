/** The open deals of a period of the forecast, by category. Their expected close and category are edited in place. */
import { Effect } from "effect"
import * as Field from "../../../schema/Field.ts"
import type { ForecastRow } from "../../../schema/Forecast.ts"
import type { Member } from "../../../schema/Member.ts"
import * as DealFacts from "../../deals/pages/DealFacts.ts"
import * as InlineEdit from "../../deals/pages/InlineEdit.ts"
import * as ListNavigation from "../../deals/pages/ListNavigation.ts"
import * as ListFilter from "../../deals/pages/list/ListFilter.ts"
import { shortened } from "../../shared/PlainText.ts"
import * as Amounts from "../../surfaces/web/Amounts.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as Forecast from "../rules/Forecast.ts"
import * as Period from "../rules/Period.ts"
import * as ForecastQuery from "./ForecastQuery.ts"
import * as ForecastTable from "./ForecastTable.ts"

const listDeals = callOperation("deals.list")

const { field } = say.deals
const words = say.forecast

const maxDeals = 50
const maxTextLength = 80

interface Setting {
  readonly filter: ForecastQuery.Filter
  readonly rows: ReadonlyArray<ForecastRow>
  /** The filter of the page of deals. */
  readonly deals: ListFilter.Filter
  readonly members: ReadonlyArray<typeof Member.Encoded>
  /** The current day in the workspace's time zone. */
  readonly today: string
  /** The error of the form that was submitted. */
  readonly refused: Refused | undefined
}

type Listed = Effect.Success<ReturnType<typeof listDeals>>["data"][number]

const row = (
  context: PageContext,
  { filter, members, refused }: Setting,
  deal: Listed,
  deals: ListFilter.Filter
): Html => {
  const setting: InlineEdit.Setting = {
    here: context,
    deal,
    members,
    mayWrite: WorkspacePage.may(context, "deals:write"),
    refused: context.param("id") === deal.id ? refused : undefined,
    actionOf: (part) => ForecastQuery.address(filter, `/forecast/deals/${deal.id}/edit/${part}`)
  }
  return html`<tr>
    <th scope="row">
      <a href="${ListNavigation.fromList(deal.id, deals)}">${shortened(deal.name, maxTextLength)}</a>
    </th>
    <td>${deal.ownerName ?? say.deals.noName}</td>
    <td>${deal.company !== null && shortened(deal.company, maxTextLength)}</td>
    <td class="sum">${deal.amountCents !== null && Amounts.short(deal.amountCents, deal.currency)}</td>
    <td>
      ${InlineEdit.editable(setting, "close", deal.expectedCloseAt !== null && DealFacts.dayOf(deal.expectedCloseAt))}
    </td>
    <td><span class="tag">${say.deals.forecasts[deal.forecastCategory]}</span></td>
  </tr>`
}

/** The category's name, and its sums as in the table of periods. */
const heading = (
  rows: ReadonlyArray<ForecastRow>,
  [category, name]: (typeof ForecastTable.categories)[number]
) =>
  html`<tr>
    <th scope="rowgroup" colspan="6" class="category">
      ${say.deals.forecasts[category]}
      <span class="soft"
        >${rows
          .filter((row) => Field.cents(row[name]) > 0n)
          .map((row, index) => [
            index > 0 && " · ",
            Amounts.compactAmount(Field.cents(row[name]), row.currency)
          ])}</span
      >
    </th>
  </tr>`

const table = (
  context: PageContext,
  setting: Setting,
  data: ReadonlyArray<Listed>,
  deals: ListFilter.Filter
) => {
  const rows = setting.rows.filter(({ period }) => period === setting.filter.period)
  const byCategory = Map.groupBy(data, ({ forecastCategory }) => forecastCategory)
  return html`<div class="table" role="region" tabindex="0" aria-labelledby="deals-heading">
    <table class="behind">
      <thead>
        <tr>
          <th scope="col">${field.name}</th>
          <th scope="col">${field.owner}</th>
          <th scope="col">${field.company}</th>
          <th scope="col" class="sum">${field.amount}</th>
          <th scope="col">${field.expectedCloseAt}</th>
          <th scope="col">${field.forecastCategory}</th>
        </tr>
      </thead>
      ${ForecastTable.categories.map((category) => {
        const own = byCategory.get(category[0]) ?? []
        return (
          own.length > 0 &&
          html`<tbody>
            ${heading(rows, category)} ${own.map((deal) => row(context, setting, deal, deals))}
          </tbody>`
        )
      })}
    </table>
  </div>`
}

/** Nothing unless a period is chosen. */
export const section = Effect.fnUntraced(function* (context: PageContext, setting: Setting) {
  const { filter, refused, rows, today } = setting
  const { board, owner, period } = filter
  if (period === "") return undefined
  const periods = rows.map((row) => row.period)
  // Without a row there are no deals.
  const days = periods.includes(period) ? Forecast.expectedDays(period, periods, today) : undefined
  const { data, nextCursor } =
    days === undefined
      ? { data: [], nextCursor: null }
      : yield* listDeals({
          ...{ boardId: board || undefined, ownerId: owner || undefined, status: "open" as const },
          ...{ sort: "expectedClose" as const, limit: maxDeals, expectedCloseAfter: days.from },
          expectedCloseBefore: days.to && Period.dayAfter(days.to)
        })
  const deals: ListFilter.Filter = {
    ...setting.deals,
    sort: "expectedClose",
    expectedFrom: days?.from ?? "",
    expectedTo: days?.to ?? ""
  }
  const isShown = data.some(({ id }) => id === context.param("id"))
  return html`<h2 id="deals-heading">${words.dealsOf(ForecastTable.nameOf(period))}</h2>
    ${PageLayout.problem(refused !== undefined && !isShown && refused.problem)}
    ${data.length === 0 ? html`<p>${words.none}</p>` : table(context, setting, data, deals)}
    ${
      data.length > 0 &&
      html`<p>
        ${nextCursor !== null && words.first(maxDeals)}
        <a href="${ListFilter.address(deals)}">${words.showAll}</a>
      </p>`
    }`
})
