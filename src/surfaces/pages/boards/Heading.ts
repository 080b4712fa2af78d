/** The heading of a board: its name, counts, search, and links to other boards and to a new deal. */
import * as Field from "../../../../schema/Field.ts"
import * as Cents from "../../../domain/platform/Cents.ts"
import * as Money from "../../../domain/platform/Money.ts"
import * as Tally from "../../../domain/reports/Tally.ts"
import * as Lanes from "../../../contract/boards/Lanes.ts"
import * as Facts from "../platform/form/Facts.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Lane from "./Lane.ts"

export type Names = ReadonlyArray<{ readonly id: string; readonly name: string }>

const { maxLength: longestQuery } = Facts.of({ q: Lanes.list.input.q }).q

/** The search text from an address or a form. */
export const query = (text: string | null): string => (text ?? "").trim().slice(0, longestQuery)

const chooser = (names: Names, boardId: string): Html | false =>
  names.length > 1 &&
  html`<form class="boards" method="get" action="/boards">
    <label class="unseen" for="board">Board</label>
    <select id="board" name="board">
      ${names.map(
        ({ id, name }) => html`<option value="${id}" ${id === boardId && html`selected`}>${name}</option>`
      )}
    </select>
    <button class="quiet" type="submit">Show</button>
  </form>`

const search = (boardId: string, q: string): Html =>
  html`<form class="search" role="search" method="get" action="/boards/${boardId}">
    <label class="unseen" for="q">Search deals by name or company</label>
    <input
      id="q"
      name="q"
      type="search"
      value="${q}"
      maxlength="${longestQuery}"
      placeholder="Name or company"
    />
    <button class="quiet" type="submit">Search</button>
    ${q !== "" && html`<a href="/boards/${boardId}">Show all</a>`}
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
    ${Lane.deals(count)} open, worth <b>${Money.short(cents, board.currency)}</b>${others.map(
      (other) => html` and ${Money.short(other.cents, other.currency)} (${Lane.deals(other.deals)})`
    )}
  </p>`
}

/** A remark if the board shows no deals. */
const remark = ({ board, mayWrite, q }: Lane.Setting): Html | false => {
  if (board.lanes.some(({ deals }) => deals.length > 0)) return false
  if (q !== "") return html`<p>No deal on this board has “${q}” in its name or company.</p>`
  const create = html`<a href="/boards/${board.boardId}/new">Create the first one.</a>`
  return html`<p>No deals here yet. ${mayWrite && create}</p>`
}

/** `pace` is how often the sums are refreshed, in seconds. */
export const render = (setting: Lane.Setting, names: Names, pace: number): Html => {
  const { board, mayWrite, q } = setting
  return html`<div class="top">
      <h1>${board.boardName}</h1>
      ${chooser(names, board.boardId)} ${search(board.boardId, q)}
      ${
        mayWrite &&
        html`<a class="button" href="/boards/${board.boardId}/new">New deal</a>
          <a href="/import?board=${board.boardId}">Import</a>`
      }
    </div>
    <div id="summary" data-live="${pace}">${summary(setting)} ${remark(setting)}</div>`
}
