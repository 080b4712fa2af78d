/** The board: every stage with its deals, a search, and moves between stages. */
import { Effect } from "effect"
import * as NextStep from "../../deals/rules/NextStep.ts"
import { act } from "../../surfaces/web/Act.ts"
import type { Submission } from "../../surfaces/web/Form.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as Problems from "../../surfaces/web/form/Problems.ts"
import * as Layout from "../../surfaces/web/frame/Layout.ts"
import * as Deleted from "../../deals/pages/Deleted.ts"
import * as Gone from "../../deals/pages/list/Gone.ts"
import * as Start from "../../surfaces/web/start/Start.ts"
import * as ViewForms from "../../views/pages/ViewForms.ts"
import * as Views from "../../views/pages/Views.ts"
import * as Visit from "../../surfaces/web/Visit.ts"
import type { Content, Here } from "../../surfaces/web/frame/Here.ts"
import * as Workplace from "../../surfaces/web/frame/Workplace.ts"
import * as Card from "./Card.ts"
import * as Filter from "./Filter.ts"
import * as Heading from "./Heading.ts"
import * as Lane from "./Lane.ts"
import * as StageList from "./StageList.ts"
import { say } from "../../surfaces/web/words/Words.ts"

const boardNames = act("boards.names")
const getBoard = act("boards.get")
const boardLanes = act("boards.lanes")
const moveDeal = act("deals.move")
const membersOf = act("members.list")

/** The number of cards on a board, divided among its open stages, so that it loads and reads quickly. */
const cards = 45
const [fewest, most] = [3, 12]

/** Seconds between checks for other people's moves. */
const pace = 8

const isClosed = ({ stage }: Lane.Lane): boolean => !Lane.isOpen(stage)

const lanes = (setting: Lane.Setting): Html => {
  const { board } = setting
  const [open, closed] = [board.lanes.filter((lane) => !isClosed(lane)), board.lanes.filter(isClosed)]
  return html`${open.map((lane) => Lane.render(setting, lane))}
    <div class="closed">${closed.map((lane) => Lane.render(setting, lane))}</div>`
}

/** One form around all cards, so that its token is sent once; the pressed button names the deal. */
const moves = (here: Here, { board, filter, mayWrite }: Lane.Setting, inner: Html): Html =>
  mayWrite
    ? html`<form
        id="moves"
        method="post"
        action="/boards/${board.boardId}/move"
        data-quiet="${say.boards.moved}"
      >
        ${Visit.hidden(here.visit)} <input type="hidden" name="at" value="${Filter.query(filter)}" />
        <span hidden id="move">${say.boards.move}</span> <span hidden id="stage">${say.boards.stageOf}</span>
        ${inner} ${Lane.dock(board.lanes.filter(isClosed))}
      </form>`
    : inner

const pathOf = (here: Here): string => `/boards/${here.param("id")}`

const page = { page: "board", base: "/boards/:id/views" } as const

/** The board as the filter has it: all lanes by one read, and each that shows more by another. */
const read = Effect.fnUntraced(function* (here: Here, filter: Filter.Filter) {
  const id = here.param("id")
  const { asked, wrong } = yield* Filter.input(here, id, filter)
  const board = yield* boardLanes({ id, ...asked, limit: most })
  const lanes = []
  for (const lane of board.lanes) {
    const limit = filter.more.get(lane.stage.id) ?? 0
    const isCut = lane.hasMore && limit > most
    const [longer] = isCut ? (yield* boardLanes({ id, ...asked, stageId: lane.stage.id, limit })).lanes : []
    lanes.push(longer === undefined ? lane : { ...longer, stage: lane.stage })
  }
  return { board: { ...board, lanes }, wrong }
})

interface Shown {
  readonly filter: Filter.Filter
  readonly kept: Views.Kept
  readonly problem?: Part
  /** What the filter is of; left out: of an address that was understood. */
  readonly parameters?: URLSearchParams
}

const content = Effect.fnUntraced(function* (
  here: Here,
  { filter, kept, parameters = new URLSearchParams(), problem: refused }: Shown
) {
  const unread = Filter.unread(parameters).filter((name) => name in filter)
  const names = yield* boardNames({})
  const members = yield* membersOf({})
  const { board, wrong } = yield* read(here, filter)
  const open = board.lanes.filter(({ stage }) => Lane.isOpen(stage)).length
  const setting: Lane.Setting = {
    board,
    filter,
    now: NextStep.nowIn(here.now, here.actor.workspace.timeZone),
    mayWrite: Workplace.may(here, "deals:write"),
    most: Math.min(most, Math.max(fewest, Math.floor(cards / open)))
  }
  const deleted = yield* Deleted.offer(here)
  return {
    title: board.boardName,
    section: "Board",
    full: true,
    styles: ["board.css", "start.css", "views.css"],
    scripts: ["sure.js", "board.js", "lanes.js"],
    body: html`${deleted} ${Heading.render(setting, names, members, pace, wrong)}
    ${
      (kept.views.length > 0 || unread.length > 0 || Filter.kept(filter) !== Filter.plain) &&
      Views.bar({
        ...kept,
        here,
        path: pathOf(here),
        base: `${pathOf(here)}/views`,
        query: unread.length > 0 ? Views.filterIn(parameters.toString()).toString() : Filter.kept(filter),
        all: say.boards.withoutView
      })
    }
    ${Layout.problem(refused ?? Problems.said(wrong) ?? (unread.length > 0 && say.views.notFiltered(unread.join(", "))))}
    ${Start.offer(here, board, Filter.isNarrow(filter))}
    ${moves(
      here,
      setting,
      html`<div
        class="lanes"
        id="lanes"
        role="region"
        tabindex="0"
        aria-label="${say.boards.stagesOf(board.boardName)}"
      >
        ${lanes(setting)}
        <span id="shape" data-live hidden>${board.lanes.map(({ stage }) => `${stage.id} `)}</span>
      </div>`
    )}
    ${
      setting.mayWrite &&
      html`<div class="under">
        <p class="hint" id="keys" hidden>${say.boards.keys}</p>
        <p class="hint"><a href="/deals/deleted">${say.boards.deleted}</a></p>
      </div>`
    }`
  } satisfies Content
})

/** What the moved deal's board was filtered for. */
const filterOf = (form: Submission): Filter.Filter =>
  Filter.read(new URLSearchParams(form.text("at").slice(0, 4000)))

/** Goes to the board asked for, or else to the workspace's first. */
const first = Workplace.page("/boards", (here) =>
  Effect.map(boardNames({}), (names) => {
    const asked = names.find(({ id }) => id === here.url.searchParams.get("board"))
    return { to: `/boards/${(asked ?? names[0])?.id ?? ""}` }
  })
)

const board = Workplace.page(
  "/boards/:id",
  Effect.fnUntraced(function* (here) {
    const { searchParams: parameters } = here.url
    const filter = Filter.read(parameters)
    const stage = parameters.get("stage")
    if (stage !== null) return yield* StageList.content(here, stage, filter.q)
    const kept = yield* Views.open(here, page.page, pathOf(here), Filter.plain)
    return "to" in kept ? kept : yield* content(here, { filter, kept, parameters })
  })
)

const move = Workplace.form("/boards/:id/move", {
  run: Effect.fnUntraced(function* (_here, form) {
    const id = form.text("deal")
    const deal = yield* moveDeal({ id, toStageId: form.text(Card.target(id)) })
    return {
      to: Filter.address(deal.boardId, filterOf(form)),
      notice: say.boards.isIn(deal.name, deal.stage.name),
      offers: "undo" as const
    }
  }),
  again: Effect.fnUntraced(function* (here, { fault, form, problem }) {
    const filter = filterOf(form)
    return yield* content(here, {
      filter,
      kept: yield* Views.at(page.page, filter.saved),
      problem: fault.code === "invalid_stage" ? say.boards.wrongStage : problem
    })
  })
})

const views = ViewForms.routes({
  ...page,
  path: pathOf,
  unread: Effect.fnUntraced(function* (here: Here, { searchParams }: URL) {
    const [id, filter] = [here.param("id"), Filter.read(searchParams)]
    yield* getBoard({ id })
    const { wrong } = yield* Filter.input(here, id, filter)
    const gone = yield* Gone.of({ board: id, owner: filter.owner, stage: "" })
    return [...Filter.unread(searchParams), ...wrong.keys(), ...gone]
  }),
  show: Effect.fnUntraced(function* (here: Here, problem: Part, { searchParams: parameters }: URL) {
    const filter = Filter.read(parameters)
    return yield* content(here, {
      filter,
      kept: yield* Views.at(page.page, filter.saved),
      problem,
      parameters
    })
  })
})

export const routes = [first, board, move, ...views]
