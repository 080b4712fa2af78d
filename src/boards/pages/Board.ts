/** The board: every stage with its deals, a search, and moves between stages. */
import { Effect } from "effect"
import * as Field from "../../../schema/Field.ts"
import * as LostReasons from "../../deals/pages/LostReasons.ts"
import * as NextStep from "../../deals/rules/NextStep.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Submission } from "../../surfaces/web/Form.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as Problems from "../../surfaces/web/form/Problems.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as DeletedDealsPage from "../../deals/pages/DeletedDealsPage.ts"
import * as UnknownFilterIds from "../../deals/pages/list/UnknownFilterIds.ts"
import * as Start from "../../surfaces/web/start/Start.ts"
import * as ViewForms from "../../views/pages/ViewForms.ts"
import * as Views from "../../views/pages/Views.ts"
import * as BrowserSession from "../../surfaces/web/BrowserSession.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import * as Card from "./Card.ts"
import * as BoardFilter from "./BoardFilter.ts"
import * as Heading from "./Heading.ts"
import * as BoardLane from "./BoardLane.ts"
import * as StageList from "./StageList.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

const boardNames = callOperation("boards.names")
const getBoard = callOperation("boards.get")
const boardLanes = callOperation("boards.lanes")
const moveDeal = callOperation("deals.move")
const membersOf = callOperation("members.list")

/** The number of cards on a board, divided among its open stages, so that it loads and reads quickly. */
const cards = 45
const [fewest, most] = [3, 12]

/** The polling interval for other people's changes, in seconds. */
const pace = 8

const isClosed = ({ stage }: BoardLane.BoardLane): boolean => !BoardLane.isOpen(stage)

const lanes = (setting: BoardLane.Setting): Html => {
  const { board } = setting
  const [open, closed] = [board.lanes.filter((lane) => !isClosed(lane)), board.lanes.filter(isClosed)]
  return html`${open.map((lane) => BoardLane.render(setting, lane))}
    <div class="closed">${closed.map((lane) => BoardLane.render(setting, lane))}</div>`
}

/** lostDialog.js asks why a deal is lost before it moves to the dead stage. */
const losing = (context: PageContext): Html =>
  html`<dialog id="losing" class="card" aria-labelledby="losing-label">
    <form method="dialog">
      <div class="field">
        <label id="losing-label" for="lost-reason">${say.deals.whyLost}</label>
        <input
          id="lost-reason"
          list="${LostReasons.id}"
          maxlength="${Field.maxLineLength}"
          autocomplete="off"
          dir="auto"
        />
        ${LostReasons.datalist(context)}
      </div>
      <div class="actions">
        <button class="bad" value="lose">${say.deals.lose}</button>
        <button class="quiet" value="">${say.deals.cancel}</button>
      </div>
    </form>
  </dialog>`

/** One form contains all cards, so that its token is sent once. The pressed button names the deal. */
const moves = (context: PageContext, { board, filter, mayWrite }: BoardLane.Setting, inner: Html): Html =>
  mayWrite
    ? html`<form
          id="moves"
          method="post"
          action="/boards/${board.boardId}/move"
          data-quiet="${say.boards.moved}"
        >
          ${BrowserSession.hidden(context.visit)}
          <input type="hidden" name="at" value="${BoardFilter.query(filter)}" />
          <span hidden id="move">${say.boards.move}</span>
          <span hidden id="stage">${say.boards.stageOf}</span>
          <input type="hidden" name="lostReason" />
          ${inner} ${BoardLane.dock(board.lanes.filter(isClosed))}
        </form>
        ${losing(context)}`
    : inner

const pathOf = (context: PageContext): string => `/boards/${context.param("id")}`

const page = { page: "board", base: "/boards/:id/views" } as const

/** Reads the filtered board: all lanes in one query, and each lane that shows more in another. */
const readBoard = Effect.fnUntraced(function* (context: PageContext, filter: BoardFilter.BoardFilter) {
  const id = context.param("id")
  const { asked, wrong } = yield* BoardFilter.input(context, id, filter)
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

interface BoardInput {
  readonly filter: BoardFilter.BoardFilter
  readonly kept: Views.ViewQuery
  readonly problem?: Part
  /** The parameters of the filter, to report unknown ones; undefined if the filter was already checked. */
  readonly parameters?: URLSearchParams
}

const content = Effect.fnUntraced(function* (
  context: PageContext,
  { filter, kept, parameters = new URLSearchParams(), problem: refused }: BoardInput
) {
  const unread = BoardFilter.unread(parameters).filter((name) => name in filter)
  const names = yield* boardNames({})
  const members = yield* membersOf({})
  const { board, wrong } = yield* readBoard(context, filter)
  const open = board.lanes.filter(({ stage }) => BoardLane.isOpen(stage)).length
  const setting: BoardLane.Setting = {
    board,
    filter,
    now: NextStep.nowIn(context.now, context.actor.workspace.timeZone),
    mayWrite: WorkspacePage.may(context, "deals:write"),
    most: Math.min(most, Math.max(fewest, Math.floor(cards / open)))
  }
  const deleted = yield* DeletedDealsPage.offer(context)
  return {
    title: board.boardName,
    section: "Board",
    full: true,
    styles: ["board.css", "start.css", "views.css"],
    scripts: ["confirmKey.js", "lostDialog.js", "board.js", "lanes.js"],
    body: html`${deleted} ${Heading.render(setting, names, members, pace, wrong)}
    ${
      (kept.views.length > 0 || unread.length > 0 || BoardFilter.toView(filter) !== BoardFilter.plain) &&
      Views.bar({
        ...kept,
        here: context,
        path: pathOf(context),
        base: `${pathOf(context)}/views`,
        query:
          unread.length > 0 ? Views.filterIn(parameters.toString()).toString() : BoardFilter.toView(filter),
        all: say.boards.withoutView
      })
    }
    ${PageLayout.problem(refused ?? Problems.said(wrong) ?? (unread.length > 0 && say.views.notFiltered(unread.join(", "))))}
    ${Start.offer(context, board, BoardFilter.isNarrow(filter))}
    ${moves(
      context,
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

/** The filter of the board on which the deal was moved. */
const filterOf = (form: Submission): BoardFilter.BoardFilter =>
  BoardFilter.read(new URLSearchParams(form.text("at").slice(0, 4000)))

/** Redirects to the requested board, or else to the workspace's first. */
const first = WorkspacePage.page("/boards", (context) =>
  Effect.map(boardNames({}), (names) => {
    const asked = names.find(({ id }) => id === context.url.searchParams.get("board"))
    return { to: `/boards/${(asked ?? names[0])?.id ?? ""}` }
  })
)

const board = WorkspacePage.page(
  "/boards/:id",
  Effect.fnUntraced(function* (context) {
    const { searchParams: parameters } = context.url
    const filter = BoardFilter.read(parameters)
    const stage = parameters.get("stage")
    if (stage !== null) return yield* StageList.content(context, stage, filter.q)
    const savedViews = yield* Views.open(context, page.page, pathOf(context), BoardFilter.plain)
    return "to" in savedViews ? savedViews : yield* content(context, { filter, kept: savedViews, parameters })
  })
)

const move = WorkspacePage.form("/boards/:id/move", {
  run: Effect.fnUntraced(function* (_here, form) {
    const id = form.text("deal")
    const lostReason = form.text("lostReason").trim() || undefined
    const deal = yield* moveDeal({ id, toStageId: form.text(Card.target(id)), lostReason })
    return {
      to: BoardFilter.address(deal.boardId, filterOf(form)),
      notice: say.boards.isIn(deal.name, deal.stage.name),
      offers: "undo" as const
    }
  }),
  again: Effect.fnUntraced(function* (context, { fault, form, problem }) {
    const filter = filterOf(form)
    return yield* content(context, {
      filter,
      kept: yield* Views.at(page.page, filter.saved),
      problem: fault.code === "invalid_stage" ? say.boards.wrongStage : problem
    })
  })
})

const views = ViewForms.routes({
  ...page,
  path: pathOf,
  unread: Effect.fnUntraced(function* (context: PageContext, { searchParams }: URL) {
    const [id, filter] = [context.param("id"), BoardFilter.read(searchParams)]
    yield* getBoard({ id })
    const { wrong } = yield* BoardFilter.input(context, id, filter)
    const gone = yield* UnknownFilterIds.of({ board: id, owner: filter.owner, stage: "" })
    return [...BoardFilter.unread(searchParams), ...wrong.keys(), ...gone]
  }),
  show: Effect.fnUntraced(function* (context: PageContext, problem: Part, { searchParams: parameters }: URL) {
    const filter = BoardFilter.read(parameters)
    return yield* content(context, {
      filter,
      kept: yield* Views.at(page.page, filter.saved),
      problem,
      parameters
    })
  })
})

export const routes = [first, board, move, ...views]
