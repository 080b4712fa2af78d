/** The board: every stage with its deals, a search among them, and the moves from stage to stage. */
import { Effect } from "effect"
import { now } from "../../../../layers/Now.ts"
import * as Field from "../../../../schema/Field.ts"
import * as Cents from "../../../domain/Cents.ts"
import * as Money from "../../../domain/Money.ts"
import { act } from "../Act.ts"
import { html, type Html } from "../Html.ts"
import * as Layout from "../Layout.ts"
import * as Visit from "../Visit.ts"
import * as Workplace from "../Workplace.ts"
import * as Lane from "./Lane.ts"
import * as StageList from "./StageList.ts"

const boardNames = act("boards.names")
const boardLanes = act("boards.lanes")
const moveDeal = act("deals.move")

type Names = ReadonlyArray<{ readonly id: string; readonly name: string }>

/** Cards on a board, shared among its open stages, so that it stays quick to load and to read. */
const cards = 60
const [fewest, most] = [5, 15]

/** Seconds until others' moves are seen. */
const pace = 5

const longestQuery = 120

const chooser = (names: Names, boardId: string): Html | false =>
  names.length > 1 &&
  html`<form class="boards" method="get" action="/boards">
    <label class="unseen" for="board">Board</label>
    <select id="board" name="board" data-submits>
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
  return html`<p class="summary">
    ${Lane.deals(count)} open, worth <b>${Money.short(cents, board.currency)}</b>
  </p>`
}

/** What there is to say where there is nothing to see. */
const remark = ({ board, mayWrite, q }: Lane.Setting): Html | false => {
  if (board.lanes.some(({ deals }) => deals.length > 0)) return false
  if (q !== "") return html`<p>No deal of this board has “${q}” in its name or company.</p>`
  const create = html`<a href="/boards/${board.boardId}/new">Create the first one.</a>`
  return html`<p>No deals here yet. ${mayWrite && create}</p>`
}

const isClosed = ({ stage }: Lane.Lane): boolean => !Lane.isOpen(stage)

const lanes = (setting: Lane.Setting): Html => {
  const { board } = setting
  const [open, closed] = [board.lanes.filter((lane) => !isClosed(lane)), board.lanes.filter(isClosed)]
  return html`${open.map((lane) => Lane.render(setting, lane))}
    <div class="closed">${closed.map((lane) => Lane.render(setting, lane))}</div>`
}

/** One form around all cards: its token is sent once, and the button says which deal is meant. */
const moves = (here: Workplace.Here, { board, mayWrite, q }: Lane.Setting, inner: Html): Html =>
  mayWrite
    ? html`<form id="moves" method="post" action="/boards/${board.boardId}/move" data-quiet="Moved.">
        ${Visit.hidden(here.visit)} <input type="hidden" name="q" value="${q}" />
        <span hidden id="move">Move</span> <span hidden id="stage">Stage of</span>
        ${inner}
      </form>`
    : inner

const content = Effect.fnUntraced(function* (here: Workplace.Here, q: string, problem?: string) {
  const names = yield* boardNames({})
  const id = here.param("id")
  const board = yield* boardLanes({ id, q, limit: most })
  const open = board.lanes.filter(({ stage }) => Lane.isOpen(stage)).length
  const setting: Lane.Setting = {
    board,
    q,
    now: yield* now,
    mayWrite: Workplace.may(here, "deals:write"),
    most: Math.min(most, Math.max(fewest, Math.floor(cards / open)))
  }
  return {
    title: board.boardName,
    section: "Board",
    full: true,
    styles: ["board.css"],
    scripts: ["board.js"],
    body: html`<div class="top">
        <h1>${board.boardName}</h1>
        ${chooser(names, board.boardId)} ${search(board.boardId, q)}
        ${setting.mayWrite && html`<a class="button" href="/boards/${board.boardId}/new">New deal</a>`}
      </div>
      ${Layout.problem(problem)}
      <div id="summary" data-live="${pace}">${summary(setting)}</div>
      ${remark(setting)}
      ${moves(
        here,
        setting,
        html`<div
          class="lanes"
          id="lanes"
          data-live="${pace}"
          role="region"
          tabindex="0"
          aria-label="Stages of ${board.boardName}"
        >
          ${lanes(setting)}
        </div>`
      )}
      ${
        setting.mayWrite &&
        html`<p class="hint" id="keys" hidden>
          Drag a deal to another stage, or press <kbd>←</kbd> and <kbd>→</kbd> on it. <kbd>↑</kbd> and
          <kbd>↓</kbd> go from deal to deal.
        </p>`
      }`
  } satisfies Workplace.Content
})

/** The board asked for, else the one the workspace began with. */
const first = Workplace.page("/boards", (here) =>
  Effect.map(boardNames({}), (names) => {
    const asked = names.find(({ id }) => id === here.url.searchParams.get("board"))
    return { to: `/boards/${(asked ?? names[0])?.id ?? ""}` }
  })
)

const queryOf = (text: string | null): string => (text ?? "").trim().slice(0, longestQuery)

const board = Workplace.page(
  "/boards/:id",
  Effect.fnUntraced(function* (here) {
    const q = queryOf(here.url.searchParams.get("q"))
    const stage = here.url.searchParams.get("stage")
    return yield* stage === null ? content(here, q) : StageList.content(here, stage, q)
  })
)

const move = Workplace.form("/boards/:id/move", {
  run: Effect.fnUntraced(function* (_here, form) {
    const id = form.text("deal")
    const deal = yield* moveDeal({ id, toStageId: form.text(`to-${id}`) })
    const q = queryOf(form.text("q"))
    return {
      to: `/boards/${deal.boardId}${q === "" ? "" : `?${new URLSearchParams({ q }).toString()}`}`,
      notice: `${deal.name} is in ${deal.stage.name}.`
    }
  }),
  again: (here, form, problem) => content(here, queryOf(form.text("q")), problem)
})

export const routes = [first, board, move]
