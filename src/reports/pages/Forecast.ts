/** The forecast page: amounts by month or quarter against the goals, and the deals behind a period. */
import { Effect } from "effect"
import { By, type ForecastRow } from "../../../schema/Forecast.ts"
import { BoardId, UserId } from "../../../schema/Id.ts"
import * as DealFormFields from "../../deals/pages/DealFormFields.ts"
import * as InlineEdit from "../../deals/pages/InlineEdit.ts"
import * as ListFilter from "../../deals/pages/list/ListFilter.ts"
import * as TimeZone from "../../shared/time/TimeZone.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as SchemaForm from "../../surfaces/web/form/SchemaForm.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as PageResponse from "../../surfaces/web/PageResponse.ts"
import { fold } from "../../surfaces/web/SettingsParts.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as ForecastChart from "./ForecastChart.ts"
import * as ForecastDeals from "./ForecastDeals.ts"
import * as ForecastQuery from "./ForecastQuery.ts"
import * as ForecastTable from "./ForecastTable.ts"

const boardNames = callOperation("boards.names")
const listMembers = callOperation("members.list")
const forecastOf = callOperation("reports.forecast")

const words = say.forecast

const choosing = SchemaForm.of(
  { by: By, board: BoardId, owner: UserId },
  {
    by: { label: words.by, words: words.lengths },
    board: { label: say.boards.board, blank: "" },
    owner: { label: say.reports.owner, blank: "" }
  }
)

type Rows = ReadonlyArray<ForecastRow>
type Boards = ListFilter.Places["boards"]

const chooser = (filter: ForecastQuery.Filter, { boards, members }: ListFilter.Places): Html => {
  const { by, board, owner } = filter
  const isMember = owner === "" || owner === "me"
  const { at } = choosing.show({
    values: { by, board, owner },
    choices: {
      board: [{ id: "", name: say.deals.list.allBoards }, ...boards],
      owner: [
        { id: "", name: say.reports.everyone },
        { id: "me", name: say.deals.list.me },
        ...DealFormFields.owners(members, isMember ? null : owner)
      ]
    }
  })
  return html`<form class="choosing" id="choosing" popover action="/forecast">
    ${at.by} ${boards.length > 1 && at.board} ${at.owner}
    <button class="quiet" type="submit">${say.boards.show}</button>
  </form>`
}

/** Links to the open deals, with a column for the expected close. */
const undated = (rows: Rows, deals: ListFilter.Filter): Html | false => {
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const address = ListFilter.address({
    ...deals,
    columns: ["company", "stage", "amount", "owner", "expectedClose"]
  })
  return count > 0 && html`<p>${words.undated(count)} <a href="${address}">${words.showOpen}</a></p>`
}

/** Links admins to the goals of the board, or to the boards if there are several. */
const goals = ({ actor }: PageContext, { board }: ForecastQuery.Filter, boards: Boards): Html | false => {
  const only = boards.length === 1 ? boards[0]!.id : board
  const address = only === "" ? "/settings/boards" : `/settings/boards/${only}#goals`
  return actor.role === "admin" && html`<p><a href="${address}">${words.setGoals}</a></p>`
}

const isEmpty = ({ count, goal, won }: ForecastRow): boolean => count === 0 && goal === null && won === 0

const content = Effect.fnUntraced(function* (context: PageContext, refused?: Refused) {
  const filter = ForecastQuery.read(context.url)
  const invalid = ForecastQuery.invalid(context.url)
  const { board, by, owner } = filter
  const [boards, members, { rows, timeZone }] = yield* Effect.all(
    [
      boardNames({}),
      listMembers({}),
      forecastOf({ by, boardId: board || undefined, ownerId: owner || undefined })
    ],
    { concurrency: 2 }
  )
  const deals = ForecastQuery.toListFilter(filter, { boards })
  const dated = rows.filter(({ period }) => period !== "none")
  const today = TimeZone.local(context.now, timeZone).slice(0, 10)
  const setting = { filter, rows: dated, deals, members, today, refused }
  const behind = yield* ForecastDeals.section(context, setting)
  return {
    title: say.frame.section.Forecast,
    section: "Forecast",
    ...(invalid.length > 0 && { status: PageResponse.invalid.status }),
    styles: ["report.css", "reports.css", "inline.css", "forecast.css"],
    scripts: ["deal.js"],
    body: html`<div class="titled">
        <h1>${say.frame.section.Forecast}</h1>
        ${fold("choosing")}
      </div>
      ${chooser(filter, { boards, members })}
      ${PageLayout.problem(invalid.length > 0 && say.views.notFiltered(invalid.join(", ")))}
      <div id="forecast" data-live>
        ${dated.every(({ count }) => count === 0) && html`<p>${words.empty}</p>`}
        ${!dated.every(isEmpty) && html`${ForecastChart.render(dated)} ${ForecastTable.render(dated, setting)}`}
        ${dated.some(ForecastTable.lacksGoal) && goals(context, filter, boards)}
        ${undated(
          rows.filter(({ period }) => period === "none"),
          deals
        )}
        <p class="hint">${filter.period === "" && words.choose} ${words.about(timeZone)}</p>
      </div>
      ${behind !== undefined && html`<section class="card" id="deals" data-live>${behind}</section>`}`
  } satisfies Content
})

const show = WorkspacePage.page("/forecast", (context) => content(context))

const edit = WorkspacePage.form("/forecast/deals/:id/edit/:part", {
  run: (context, submission) =>
    Effect.map(InlineEdit.save(context, submission), (done) => ({
      ...done,
      to: `${ForecastQuery.address(ForecastQuery.read(context.url))}#deals`
    })),
  again: content
})

export const routes = [show, edit]
