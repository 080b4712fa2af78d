/** The page of all deals: a table with filters, sorting, totals, bulk changes and a CSV download. */
import { Effect } from "effect"
import { maxDeals as maxSummed } from "../../../../schema/DealSums.ts"
import * as Field from "../../../../schema/Field.ts"
import * as NextStep from "../../rules/NextStep.ts"
import { callOperation } from "../../../surfaces/web/CallOperation.ts"
import * as Amounts from "../../../surfaces/web/Amounts.ts"
import { html, type Html, type Part } from "../../../surfaces/web/Html.ts"
import * as FirstPage from "../../../surfaces/web/FirstPage.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import * as PageLayout from "../../../surfaces/web/frame/PageLayout.ts"
import { fold } from "../../../surfaces/web/SettingsParts.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"
import type { Content, PageContext } from "../../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../../surfaces/web/i18n/Words.ts"
import * as ListBar from "./ListBar.ts"
import * as ListBulk from "./ListBulk.ts"
import * as ListChips from "./ListChips.ts"
import * as CsvDownload from "../../../surfaces/web/CsvDownload.ts"
import * as ListFile from "./ListFile.ts"
import * as ListFilter from "./ListFilter.ts"
import * as ListInput from "./ListInput.ts"
import * as ListTable from "./ListTable.ts"
import * as ViewForms from "../../../views/pages/ViewForms.ts"
import * as Views from "../../../views/pages/Views.ts"

const listDeals = callOperation("deals.list")
const sumsOf = callOperation("deals.sums")
const boardNames = callOperation("boards.names")
const boardStages = callOperation("boards.stages")
const listMembers = callOperation("members.list")

const pageLength = 50

const { list: words } = say.deals

const summary = ({ deals, more, sums }: Effect.Success<ReturnType<typeof sumsOf>>): Html =>
  html`<p class="summary">
    ${more ? words.moreThan(maxSummed) : words.count(deals)}${sums.map(
      ({ cents, currency }) => html` · <b>${Amounts.compactAmount(Field.cents(cents), currency)}</b>`
    )}
  </p>`

/** Replaces an empty table: offers to clear the filter or, without one, to create the first deal. */
const nothing = (filter: ListFilter.Filter, board: string | undefined): Html =>
  ListFilter.toView(filter) === ListFilter.plain
    ? html`<div class="card">
        <p>${words.noneOpen}</p>
        ${board !== undefined && html`<p><a href="/boards/${board}/new">${say.boards.newDeal}</a></p>`}
      </div>`
    : html`<div class="card">
        <p>${words.nothing}</p>
        <p><a href="/deals?${Views.parameter}=${Views.none}">${words.clear}</a></p>
      </div>`

const page = { page: "deals", base: "/views/deals", path: "/deals" } as const

const content = Effect.fnUntraced(function* (
  context: PageContext,
  { current, views }: Views.ViewQuery,
  refused?: Part,
  url = context.url
) {
  const boards = yield* boardNames({})
  const members = yield* listMembers({})
  const asking = ListFilter.read(url, { boards })
  const ignored = ListFilter.ignored(url, { boards })
  const onlyBoard = boards.length === 1 ? boards[0]!.id : asking.board
  const stages = onlyBoard === "" ? [] : yield* boardStages({ id: onlyBoard })
  const { asked, wrong } = yield* ListInput.input(context, asking, { boards })
  const { cursor, gone, list, status } = yield* FirstPage.orFirst(asking.cursor || undefined, (cursor) =>
    listDeals({ ...asked, sort: asking.sort, limit: pageLength, cursor })
  )
  const { data, nextCursor } = list
  const filter = { ...asking, cursor: cursor ?? "" }
  const sums = yield* sumsOf(asked)
  const mayWrite = WorkspacePage.may(context, "deals:write")
  const table = ListTable.render(
    { filter, boards, now: NextStep.nowIn(context.now, context.actor.workspace.timeZone), mayWrite },
    data
  )
  const first = ListFilter.address({ ...filter, cursor: "" })
  return {
    title: words.title,
    section: "Deals",
    full: true,
    status,
    styles: ["list.css", "views.css"],
    scripts: ["list.js"],
    body: html`<div class="heading">
        <div class="titled">
          <h1>${words.title}</h1>
          ${summary(sums)} ${fold("filters")}
        </div>
        <p class="others">
          <a href="/deals/calendar">${say.calendar.offer}</a>
          <a href="${ListFilter.address({ ...filter, cursor: "" }, "/deals/csv")}">${words.file}</a>
        </p>
      </div>
      ${Views.bar({
        here: context,
        views,
        current,
        ...page,
        query: ignored.length > 0 ? Views.filterIn(url.search).toString() : ListFilter.toView(filter),
        all: words.withoutView
      })}
      ${
        refused === undefined &&
        wrong.size > 0 &&
        html`<div class="of-fields">${PageLayout.problem(Problems.said(wrong))}</div>`
      }
      ${PageLayout.problem(refused ?? gone ?? (ignored.length > 0 && say.views.notFiltered(ignored.join(", "))))}
      ${ListBar.filters(filter, { boards, members, stages, wrong })}
      ${ListChips.render(filter, { boards, members, stages })}
      ${
        data.length === 0
          ? nothing(filter, mayWrite ? boards[0]?.id : undefined)
          : mayWrite
            ? html`<form id="picked" method="post" action="/deals/bulk">
                ${BrowserSession.hidden(context.visit)}
                <input type="hidden" name="back" value="${ListFilter.address(filter)}" />
                ${ListBulk.bar(context, { boards, members }, stages, sums.deals > data.length ? sums : undefined)}
                ${table}
              </form>`
            : table
      }
      ${sums.deals > CsvDownload.maxRecords && html`<p class="hint">${words.fileHolds(CsvDownload.maxRecords)}</p>`}
      <nav class="actions" aria-label="${say.parts.pages}">
        ${filter.cursor !== "" && html`<a class="button quiet" href="${first}">${say.parts.firstPage}</a>`}
        ${
          nextCursor !== null &&
          html`<a class="button quiet" href="${ListFilter.address({ ...filter, cursor: nextCursor })}"
            >${say.parts.nextPage}</a
          >`
        }
      </nav>`
  } satisfies Content
})

const show = WorkspacePage.page(
  "/deals",
  Effect.fnUntraced(function* (context) {
    const savedViews = yield* Views.open(context, page.page, page.path, ListFilter.plain)
    return "to" in savedViews ? savedViews : yield* content(context, savedViews)
  })
)

/** Renders the page again after one of its forms was rejected. */
const again = Effect.fnUntraced(function* (context: PageContext, problem: Part, url: URL) {
  return yield* content(
    context,
    yield* Views.at(page.page, url.searchParams.get(Views.parameter)),
    problem,
    url
  )
})

const file = WorkspacePage.page(
  "/deals/csv",
  Effect.fnUntraced(function* (context) {
    const boards = yield* boardNames({})
    return yield* ListFile.file(context, boards)
  })
)

const bulk = WorkspacePage.form("/deals/bulk", {
  run: Effect.fnUntraced(function* (context, form) {
    const places = { boards: yield* boardNames({}), members: yield* listMembers({}) }
    return yield* ListBulk.run(context, form, places)
  }),
  again: (context, { form, problem }) =>
    again(context, problem, new URL(ListFilter.back(form.text("back")), context.url))
})

/** The names of parameters that a view can't be saved with. */
const unclearNames = Effect.fnUntraced(function* (context: PageContext, url: URL) {
  return yield* ListInput.unclear(context, url, { boards: yield* boardNames({}) })
})

const views = ViewForms.routes({ ...page, path: () => page.path, unread: unclearNames, show: again })

export const routes = [show, file, bulk, ...views]
