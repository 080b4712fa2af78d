/** All deals of all boards in one table: filtered, sorted, added up, changed many at a time, and as a file. */
import { Effect } from "effect"
import { most as mostSummed } from "../../../../schema/DealSums.ts"
import * as Field from "../../../../schema/Field.ts"
import type { BoardStage } from "../../../../schema/Stage.ts"
import { act } from "../platform/Act.ts"
import * as Amounts from "../platform/Amounts.ts"
import { html, type Html, type Part } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Visit from "../platform/Visit.ts"
import * as Workplace from "../platform/Workplace.ts"
import { say } from "../words/Words.ts"
import * as DealFields from "./DealFields.ts"
import * as ListBulk from "./ListBulk.ts"
import * as ListFile from "./ListFile.ts"
import * as ListFilter from "./ListFilter.ts"
import * as ListTable from "./ListTable.ts"

const listDeals = act("deals.list")
const sumsOf = act("deals.sums")
const boardNames = act("boards.names")
const boardStages = act("boards.stages")
const listMembers = act("members.list")

const pageLength = 50

const { field, list: words } = say.deals

type Stages = ReadonlyArray<typeof BoardStage.Encoded>

const option = (value: string, name: Part, chosen: string): Html =>
  html`<option value="${value}" ${value === chosen && html`selected`}>${name}</option>`

const select = (name: string, label: Part, options: ReadonlyArray<Html>): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options}
    </select>
  </div>`

const filters = (filter: ListFilter.Filter, { boards, members }: ListFilter.Places, stages: Stages): Html =>
  html`<form
    class="filters"
    id="filters"
    data-usual="${ListFilter.usualColumns.join(" ")}"
    method="get"
    action="/deals"
    role="search"
  >
    <div class="field search">
      <label for="q">${words.search}</label>
      <input id="q" name="q" type="search" value="${filter.q}" maxlength="80" dir="auto" />
    </div>
    ${select("owner", field.owner, [
      option("", words.anyone, filter.owner),
      option("me", words.me, filter.owner),
      ...members.map((member) => option(member.id, DealFields.nameOf(member), filter.owner))
    ])}
    ${
      boards.length > 1 &&
      select("board", say.boards.board, [
        option("", words.allBoards, filter.board),
        ...boards.map(({ id, name }) => option(id, name, filter.board))
      ])
    }
    ${
      boards.length === 1 &&
      filter.board !== "" &&
      html`<input type="hidden" name="board" value="${filter.board}" />`
    }
    ${
      stages.length > 0 &&
      select("stage", words.stage, [
        option("", words.anyStage, filter.stage),
        ...stages.map(({ id, name }) => option(id, name, filter.stage))
      ])
    }
    ${select(
      "status",
      words.status,
      (["open", "won", "dead", "all"] as const).map((one) => option(one, words.statuses[one], filter.status))
    )}
    <details class="more" ${(filter.label !== "" || filter.quiet !== "" || filter.overdue) && html`open`}>
      <summary>${words.more}</summary>
      <div class="field">
        <label for="label">${words.label}</label>
        <input id="label" name="label" value="${filter.label}" maxlength="80" dir="auto" />
      </div>
      <div class="field">
        <label for="quiet">${words.quiet}</label>
        <input id="quiet" name="quiet" type="number" min="1" max="999" value="${filter.quiet}" />
      </div>
      <div class="choice">
        <input type="checkbox" id="overdue" name="overdue" value="yes" ${filter.overdue && html`checked`} />
        <label for="overdue">${words.overdue}</label>
      </div>
      <fieldset class="columns-shown">
        <legend>${words.columns}</legend>
        ${ListFilter.columns.map(
          (column) =>
            html`<div class="choice">
              <input
                type="checkbox"
                id="c-${column}"
                name="c"
                value="${column}"
                ${filter.columns.includes(column) && html`checked`}
              />
              <label for="c-${column}">${ListTable.names[column]}</label>
            </div>`
        )}
      </fieldset>
    </details>
    ${filter.sort !== "-created" && html`<input type="hidden" name="sort" value="${filter.sort}" />`}
    <button class="quiet" type="submit">${say.boards.show}</button>
  </form>`

const summary = ({ deals, more, sums }: Effect.Success<ReturnType<typeof sumsOf>>): Html =>
  html`<p class="summary">
    ${more ? words.moreThan(mostSummed) : words.count(deals)}${sums.map(
      ({ cents, currency }) => html` · <b>${Amounts.glance(Field.cents(cents), currency)}</b>`
    )}
  </p>`

const content = Effect.fnUntraced(function* (here: Workplace.Here, problem?: Part, url = here.url) {
  const boards = yield* boardNames({})
  const members = yield* listMembers({})
  const filter = ListFilter.read(url, { boards, members })
  const onlyBoard = boards.length === 1 ? boards[0]!.id : filter.board
  const stages = onlyBoard === "" ? [] : yield* boardStages({ id: onlyBoard })
  const asked = ListFilter.input(filter)
  const { data, nextCursor } = yield* listDeals({
    ...asked,
    sort: filter.sort,
    limit: pageLength,
    cursor: filter.cursor === "" ? undefined : filter.cursor
  })
  const sums = yield* sumsOf(asked)
  const mayWrite = Workplace.may(here, "deals:write")
  const table = ListTable.render({ filter, boards, now: here.now, mayWrite }, data)
  const first = ListFilter.address({ ...filter, cursor: "" })
  return {
    title: words.title,
    section: "Deals",
    full: true,
    styles: ["list.css"],
    scripts: ["list.js"],
    body: html`<div class="titled">
        <h1>${words.title}</h1>
        ${summary(sums)}
        <a href="${ListFilter.address({ ...filter, cursor: "" }, "/deals/csv")}">${words.file}</a>
      </div>
      ${Layout.problem(problem)} ${filters(filter, { boards, members }, stages)}
      ${
        data.length === 0
          ? html`<div class="card">
              <p>${words.nothing}</p>
              <p><a href="/deals">${words.clear}</a></p>
            </div>`
          : mayWrite
            ? html`<form id="picked" method="post" action="/deals/bulk">
                ${Visit.hidden(here.visit)}
                <input type="hidden" name="back" value="${ListFilter.address(filter)}" />
                ${ListBulk.bar({ boards, members }, stages)} ${table}
              </form>`
            : table
      }
      ${sums.deals > ListFile.most && html`<p class="hint">${words.fileHolds(ListFile.most)}</p>`}
      <nav class="actions" aria-label="${say.parts.pages}">
        ${filter.cursor !== "" && html`<a class="button quiet" href="${first}">${say.parts.firstPage}</a>`}
        ${
          nextCursor !== null &&
          html`<a class="button quiet" href="${ListFilter.address({ ...filter, cursor: nextCursor })}"
            >${say.parts.nextPage}</a
          >`
        }
      </nav>`
  } satisfies Workplace.Content
})

const show = Workplace.page("/deals", (here) => content(here))

const file = Workplace.page(
  "/deals/csv",
  Effect.fnUntraced(function* (here) {
    const boards = yield* boardNames({})
    const members = yield* listMembers({})
    return yield* ListFile.file(ListFilter.read(here.url, { boards, members }), boards)
  })
)

const bulk = Workplace.form("/deals/bulk", {
  run: ListBulk.run,
  again: (here, { form, problem }) =>
    content(here, problem, new URL(ListFilter.back(form.text("back")), here.url))
})

export const routes = [show, file, bulk]
