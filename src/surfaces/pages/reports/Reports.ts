/** The reports of a board, drawn like their cards. */
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { BoardId } from "../../../../schema/Id.ts"
import { markupOf } from "../../../domain/reports/ReportMarkup.ts"
import { type Kind, viewOf } from "../../../domain/reports/ReportView.ts"
import { act } from "../platform/Act.ts"
import * as SchemaForm from "../platform/form/SchemaForm.ts"
import { Html, html } from "../platform/Html.ts"
import * as Page from "../platform/Page.ts"
import * as Workplace from "../platform/Workplace.ts"

const boardsOf = act("boards.list")
const imageOf = act("cards.exportImage")

const [summaryOf, monthOf, wonOf, progressOf] = [
  act("cards.dealboardSummary"),
  act("cards.thisMonth"),
  act("cards.dealsWon"),
  act("cards.dealProgress")
]

/** A report's card, with links to its image. */
const card = (kind: Kind, boardId: string, report: unknown): Html => {
  // Sums above 2^53 are not JavaScript numbers until they are read from JSON.
  const view = viewOf(kind, JSON.parse(JSON.stringify(report)))
  const image = (theme: string) => `/reports/${kind}/image?${new URLSearchParams({ board: boardId, theme })}`
  return html`<article class="card" aria-label="${view.title}">
    <div class="report">${new Html(markupOf(view, 2))}</div>
    <p class="take">
      Download as an image:
      <a href="${image("light")}" download="${kind}.png" aria-label="${view.title}, light image">light</a>,
      <a href="${image("dark")}" download="${kind}-dark.png" aria-label="${view.title}, dark image">dark</a>
    </p>
  </article>`
}

const choosing = SchemaForm.of({ board: BoardId }, { board: {} })

const chooser = (boards: ReadonlyArray<{ readonly id: string; readonly name: string }>, chosen: string) =>
  boards.length > 1 &&
  html`<form class="choosing" action="/reports">
    ${
      choosing.show({
        values: { board: chosen },
        choices: { board: boards }
      }).fields
    }
    <button class="quiet" type="submit">Show</button>
  </form>`

const none = new Page.Refusal({
  type: "not_found",
  message: "This workspace has no board to report on. An admin can create one under Settings, Boards."
})

const show = Effect.fnUntraced(function* ({ url }: Workplace.Here) {
  const boards = (yield* boardsOf({ limit: 100 })).data
  const boardId = url.searchParams.get("board") ?? boards.at(-1)?.id
  if (boardId === undefined) return yield* none
  const board = { boardId }
  const [summary, month, won, progress] = yield* Effect.all(
    [summaryOf(board), monthOf(board), wonOf(board), progressOf(board)],
    { concurrency: 2 }
  )
  const cards = [
    card("dealboard_summary", boardId, summary),
    card("this_month", boardId, month),
    card("deals_won", boardId, won),
    card("deal_progress", boardId, progress)
  ]
  return {
    title: "Reports",
    section: "Reports" as const,
    styles: ["report.css", "reports.css"] as const,
    body: html`<h1>Reports</h1>
      ${chooser(boards, boardId)}
      <div class="reports" id="reports" data-live="60">${cards}</div>`
  }
})

const image = Effect.fnUntraced(function* ({ param, url }: Workplace.Here) {
  const boardId = url.searchParams.get("board") ?? undefined
  const theme = url.searchParams.get("theme") === "dark" ? "dark" : "light"
  const { png } = yield* imageOf({ report: param("kind") as Kind, boardId, theme })
  return HttpServerResponse.uint8Array(Buffer.from(png, "base64"), {
    contentType: "image/png",
    headers: Page.headers()
  })
})

export const routes = [Workplace.page("/reports", show), Workplace.page("/reports/:kind/image", image)]
