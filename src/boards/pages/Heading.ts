/** The heading of a board: its name and counts, the search, and links to other boards and to a new deal. */
import * as Field from "../../../schema/Field.ts"
import * as Cents from "../../shared/Cents.ts"
import * as Amounts from "../../surfaces/web/Amounts.ts"
import * as Tally from "../../reports/rules/Tally.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as BoardFilter from "./BoardFilter.ts"
import * as FilterBar from "./FilterBar.ts"
import * as BoardLane from "./BoardLane.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

export type Names = ReadonlyArray<{ readonly id: string; readonly name: string }>

const chooser = (names: Names, boardId: string): Html | false =>
  names.length > 1 &&
  html`<form class="boards" method="get" action="/boards">
    <label class="unseen" for="board">${say.boards.board}</label>
    <select id="board" name="board">
      ${names.map(
        ({ id, name }) => html`<option value="${id}" ${id === boardId && html`selected`}>${name}</option>`
      )}
    </select>
    <button class="quiet" type="submit">${say.boards.show}</button>
  </form>`

const summary = ({ board, filter }: BoardLane.Setting): Html => {
  const open = board.lanes.filter(({ stage }) => BoardLane.isOpen(stage)).map(BoardLane.sumsOf)
  const count = open.reduce((sum, { dealCount }) => sum + dealCount, 0)
  const cents = Cents.total(open.map(({ amountCents }) => Field.cents(amountCents)))
  const parts = open.flatMap((lane) => lane.other_currencies ?? [])
  const { others } = Tally.of(
    parts.map(({ cents, count, currency }) => ({ currency, deals: count, cents: Field.cents(cents) })),
    board.currency
  )
  return html`<p class="summary">
    ${(BoardFilter.isNarrow(filter) ? say.boards.openMatch : say.boards.open)(count, Amounts.compactAmount(cents, board.currency))}${others.map(
      (other) => say.boards.andIn(Amounts.compactAmount(other.cents, other.currency), other.deals)
    )}
  </p>`
}

/** A message if the board shows no deals. */
const remark = ({ board, filter, mayWrite }: BoardLane.Setting): Html | false => {
  if (board.lanes.some(({ deals }) => deals.length > 0)) return false
  if (BoardFilter.isNarrow(filter)) {
    const isMore = BoardFilter.isNarrow({ ...filter, q: "" })
    return html`<p>${filter.q === "" || isMore ? say.boards.noneFits : say.boards.noneMatch(filter.q)}</p>`
  }
  const create = html`<a href="/boards/${board.boardId}/new">${say.boards.createFirst}</a>`
  return html`<p>${say.boards.noDeals} ${mayWrite && create}</p>`
}

/** The labels of the cards on the board, as suggestions for the filter. */
const labelsOf = ({ board }: BoardLane.Setting): ReadonlyArray<string> =>
  [...new Set(board.lanes.flatMap(({ deals }) => deals.flatMap(({ labels }) => labels)))].sort().slice(0, 50)

/** `pace` is the interval in seconds at which the totals are refreshed. */
export const render = (
  setting: BoardLane.Setting,
  names: Names,
  members: FilterBar.Members,
  pace: number,
  wrong: FilterBar.Wrong
): Html => {
  const { board, filter, mayWrite } = setting
  return html`<div class="top">
      <h1>${board.boardName}</h1>
      ${chooser(names, board.boardId)}
      ${FilterBar.render(board.boardId, filter, { members, labels: labelsOf(setting), wrong })}
      ${
        mayWrite &&
        html`<a class="button" href="/boards/${board.boardId}/new">${say.boards.newDeal}</a>
          <a href="/import?board=${board.boardId}">${say.boards.import}</a>`
      }
    </div>
    <div id="summary" data-live="${pace}">${summary(setting)} ${remark(setting)}</div>`
}
