/** The heading of a board: its name, counts, search, and links to other boards and to a new deal. */
import * as Field from "../../../../schema/Field.ts"
import * as Cents from "../../../domain/platform/Cents.ts"
import * as Amounts from "../platform/Amounts.ts"
import * as Tally from "../../../domain/reports/Tally.ts"
import * as Lanes from "../../../contract/boards/Lanes.ts"
import * as Facts from "../platform/form/Facts.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Lane from "./Lane.ts"
import { say } from "../words/Words.ts"

export type Names = ReadonlyArray<{ readonly id: string; readonly name: string }>

const { maxLength: longestQuery } = Facts.of({ q: Lanes.list.input.q }).q

/** The search text from an address or a form. */
export const query = (text: string | null): string => (text ?? "").trim().slice(0, longestQuery)

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

const search = (boardId: string, q: string): Html =>
  html`<form class="search" role="search" method="get" action="/boards/${boardId}">
    <label class="unseen" for="q">${say.boards.searchLabel}</label>
    <input
      id="q"
      name="q"
      type="search"
      value="${q}"
      maxlength="${longestQuery}"
      placeholder="${say.boards.placeholder}"
    />
    <button class="quiet" type="submit">${say.boards.search}</button>
    ${q !== "" && html`<a href="/boards/${boardId}">${say.boards.showAll}</a>`}
  </form>`

const summary = ({ board }: Lane.Setting): Html => {
  const open = board.lanes.filter(({ stage }) => Lane.isOpen(stage))
  const count = open.reduce((sum, { dealCount }) => sum + dealCount, 0)
  const cents = Cents.total(open.map(({ amountCents }) => Field.cents(amountCents)))
  const parts = open.flatMap((lane) => lane.other_currencies ?? [])
  const { others } = Tally.of(
    parts.map(({ cents, count, currency }) => ({ currency, deals: count, cents: Field.cents(cents) })),
    board.currency
  )
  return html`<p class="summary">
    ${say.boards.open(count, Amounts.glance(cents, board.currency))}${others.map((other) =>
      say.boards.andIn(Amounts.glance(other.cents, other.currency), other.deals)
    )}
  </p>`
}

/** A remark if the board shows no deals. */
const remark = ({ board, mayWrite, q }: Lane.Setting): Html | false => {
  if (board.lanes.some(({ deals }) => deals.length > 0)) return false
  if (q !== "") return html`<p>${say.boards.noneMatch(q)}</p>`
  const create = html`<a href="/boards/${board.boardId}/new">${say.boards.createFirst}</a>`
  return html`<p>${say.boards.noDeals} ${mayWrite && create}</p>`
}

/** `pace` is how often the sums are refreshed, in seconds. */
export const render = (setting: Lane.Setting, names: Names, pace: number): Html => {
  const { board, mayWrite, q } = setting
  return html`<div class="top">
      <h1>${board.boardName}</h1>
      ${chooser(names, board.boardId)} ${search(board.boardId, q)}
      ${
        mayWrite &&
        html`<a class="button" href="/boards/${board.boardId}/new">${say.boards.newDeal}</a>
          <a href="/import?board=${board.boardId}">${say.boards.import}</a>`
      }
    </div>
    <div id="summary" data-live="${pace}">${summary(setting)} ${remark(setting)}</div>`
}
