/** The reports of a board, drawn like their cards. */
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { ThisMonth } from "../../../../schema/Report.ts"
import { BoardId } from "../../../../schema/Id.ts"
import { escaped, markupOf } from "../../../domain/reports/ReportMarkup.ts"
import { type Kind, viewOf } from "../../../domain/reports/ReportView.ts"
import { act } from "../platform/Act.ts"
import * as SchemaForm from "../platform/form/SchemaForm.ts"
import { Html, html, Message } from "../platform/Html.ts"
import { languages, say } from "../words/Words.ts"
import type { Reader } from "../words/Reader.ts"
import * as Page from "../platform/Page.ts"
import * as Workplace from "../platform/Workplace.ts"

type Month = typeof ThisMonth.Encoded

const boardsOf = act("boards.list")
const imageOf = act("cards.exportImage")

const [summaryOf, monthOf, wonOf, progressOf] = [
  act("cards.dealboardSummary"),
  act("cards.thisMonth"),
  act("cards.dealsWon"),
  act("cards.dealProgress")
]

type Stages = Effect.Success<ReturnType<typeof summaryOf>>["stages"]

/** Where the deals are that a figure counts, the newest first: a deal, a stage, those of a region, or the board. */
const dealsOf = (board: string, stages: Stages, shows: string): string => {
  const [kind, id = ""] = shows.split(" ")
  if (kind === "deal") return `/deals/${id}`
  const stage = kind === "region" ? stages.find(({ region }) => region === id)?.stage_id : id
  return `/boards/${board}${stage ? `?${new URLSearchParams({ stage }).toString()}` : ""}`
}

/** A report's card, with links to its image. */
const card = (kind: Kind, boardId: string, stages: Stages, report: unknown): Html => {
  // Sums above 2^53 are not JavaScript numbers until they are read from JSON.
  const numbers = JSON.parse(JSON.stringify(report))
  const seen = ({ language }: Reader) => viewOf(kind, numbers, languages[language].report)
  const linked = (figure: string, shows: string) =>
    `<a href="${escaped(dealsOf(boardId, stages, shows))}">${figure}</a>`
  const title = new Message((reader) => seen(reader).title)
  const drawn = new Message((reader) => new Html(markupOf(seen(reader), 2, linked)))
  const image = (theme: string) => `/reports/${kind}/image?${new URLSearchParams({ board: boardId, theme })}`
  return html`<article class="card" aria-label="${title}">
    <div class="report">${drawn}</div>
    <p class="take">
      ${say.reports.download}
      <a href="${image("light")}" download="${kind}.png" aria-label="${say.reports.lightOf(title)}"
        >${say.reports.light}</a
      >,
      <a href="${image("dark")}" download="${kind}-dark.png" aria-label="${say.reports.darkOf(title)}"
        >${say.reports.dark}</a
      >
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
    <button class="quiet" type="submit">${say.boards.show}</button>
  </form>`

const none = new Page.Refusal({
  type: "not_found",
  message: say.reports.none
})

/** Leads admins to the goals, where the month is compared with none. */
const goalsMissing = ({ actor }: Workplace.Here, boardId: string, { metrics }: Month) =>
  actor.role === "admin" &&
  metrics.every(({ goal }) => goal === null || goal === 0) &&
  html`<p class="remark"><a href="/settings/boards/${boardId}">${say.reports.setGoals}</a></p>`

const show = Effect.fnUntraced(function* (here: Workplace.Here) {
  const { url } = here
  const boards = (yield* boardsOf({ limit: 100 })).data
  const boardId = url.searchParams.get("board") ?? boards.at(-1)?.id
  if (boardId === undefined) return yield* none
  const board = { boardId }
  const [summary, month, won, progress] = yield* Effect.all(
    [summaryOf(board), monthOf(board), wonOf(board), progressOf(board)],
    { concurrency: 2 }
  )
  const cards = [
    card("dealboard_summary", boardId, summary.stages, summary),
    card("this_month", boardId, summary.stages, month),
    card("deals_won", boardId, summary.stages, won),
    card("deal_progress", boardId, summary.stages, progress)
  ]
  return {
    title: say.frame.section.Reports,
    section: "Reports" as const,
    styles: ["report.css", "reports.css"] as const,
    body: html`<h1>${say.frame.section.Reports}</h1>
      ${chooser(boards, boardId)}
      <p class="soft">${say.reports.zone}</p>
      ${goalsMissing(here, boardId, month)}
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
