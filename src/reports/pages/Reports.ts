/** The reports page of a board, rendered like the cards: deals over some months, and the current state. */
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { ReportLocale } from "../../../layers/reports/ReportLocale.ts"
import type { ThisMonth } from "../../../schema/Report.ts"
import { BoardId, UserId } from "../../../schema/Id.ts"
import * as TimeZone from "../../shared/time/TimeZone.ts"
import { escaped, markupOf } from "../rules/ReportMarkup.ts"
import { type Kind, viewOf } from "../rules/ReportView.ts"
import { maxMonths } from "../contract/Periods.ts"
import * as DealFormFields from "../../deals/pages/DealFormFields.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import * as SchemaForm from "../../surfaces/web/form/SchemaForm.ts"
import { Html, html, Message } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import { languages, say } from "../../surfaces/web/i18n/Words.ts"
import type { Reader } from "../../surfaces/web/i18n/ReaderSettings.ts"
import { fold } from "../../surfaces/web/SettingsParts.ts"
import * as PageResponse from "../../surfaces/web/PageResponse.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import * as ReportFilter from "./ReportFilter.ts"

type Month = typeof ThisMonth.Encoded
type Filter = ReportFilter.Filter

const boardsOf = callOperation("boards.list")
const stagesOf = callOperation("boards.stages")
const membersOf = callOperation("members.list")
const imageOf = callOperation("cards.exportImage")
const periodOf = callOperation("reports.period")
const funnelOf = callOperation("reports.funnel")

const [summaryOf, monthOf, wonOf, progressOf] = [
  callOperation("cards.dealboardSummary"),
  callOperation("cards.thisMonth"),
  callOperation("cards.dealsWon"),
  callOperation("cards.dealProgress")
]

type Stages = Effect.Success<ReturnType<typeof stagesOf>>

/** The page of the deals that a figure counts: a deal, or the page of deals with the same filters. */
const dealsOf = (filter: Filter, stages: Stages, shows: string): string => {
  const [kind, id = ""] = shows.split(" ")
  if (kind === "deal") return `/deals/${id}`
  const closed = { closedFrom: `${filter.from}-01`, closedTo: ReportFilter.lastDay(filter) }
  const stage = kind === "region" ? stages.find(({ region }) => region === id)?.id : id
  const parts = {
    closed: { status: id, ...closed },
    owner: { owner: id, status: "won", ...closed },
    region: { stage, status: "all" },
    stage: { stage, status: "all" }
  }[kind!]
  const { board, owner } = filter
  const all = Object.entries({ board, owner, ...parts }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ""
  )
  return `/deals?${new URLSearchParams(all).toString()}`
}

/** A report's card, with links to its image. */
const card = (kind: Kind, filter: Filter, stages: Stages, report: unknown): Html => {
  // Sums above 2^53 are raw JSON (`JSON.rawJSON`), which this round trip turns into numbers.
  const numbers = JSON.parse(JSON.stringify(report))
  const seen = ({ language }: Reader) => viewOf(kind, numbers, languages[language].report)
  const linked = (figure: string, shows: string) =>
    `<a href="${escaped(dealsOf(filter, stages, shows))}">${figure}</a>`
  const title = new Message((reader) => seen(reader).title)
  const drawn = new Message((reader) => new Html(markupOf(seen(reader), 2, linked)))
  const asked = kind === "period" || kind === "funnel" ? filter : { ...filter, owner: "", from: "", to: "" }
  const image = (theme: string) => `/reports/${kind}/image?${ReportFilter.query(asked)}&theme=${theme}`
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

const choosing = SchemaForm.of(
  { board: BoardId, owner: UserId },
  { board: {}, owner: { label: say.reports.owner, blank: "" } }
)

const month = (name: "from" | "to", value: string): Html =>
  html`<div class="field">
    <label for="${name}">${say.reports[name]}</label>
    <input
      id="${name}"
      name="${name}"
      type="month"
      value="${value}"
      pattern="[0-9]{4}-[0-9]{2}"
      maxlength="7"
    />
  </div>`

interface Places {
  readonly boards: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly members: Effect.Success<ReturnType<typeof membersOf>>
  readonly thisMonth: string
}

const chooser = (filter: Filter, { boards, members, thisMonth }: Places): Html => {
  const formView = choosing.show({
    values: { board: filter.board, owner: filter.owner },
    choices: {
      board: boards,
      owner: [
        { id: "", name: say.reports.everyone },
        ...(filter.owner === ""
          ? members.map((member) => ({ id: member.id, name: DealFormFields.nameOf(member) }))
          : DealFormFields.owners(members, filter.owner))
      ]
    }
  })
  const periods = Object.entries(ReportFilter.usual(thisMonth)) as ReadonlyArray<
    [keyof typeof say.reports.period, { readonly from: string; readonly to: string }]
  >
  return html`<nav class="views" aria-label="${say.reports.periods}">
      ${periods.map(([name, { from, to }]) => {
        const isShown = from === filter.from && to === filter.to
        return html`<a
          href="/reports?${ReportFilter.query({ ...filter, from, to })}"
          ${isShown && html`aria-current="page"`}
          >${say.reports.period[name]}</a
        >`
      })}
    </nav>
    <form class="choosing" id="choosing" popover action="/reports">
      ${boards.length > 1 ? formView.at.board : html`<input type="hidden" name="board" value="${filter.board}" />`}
      ${formView.at.owner} ${month("from", filter.from)} ${month("to", filter.to)}
      <button class="quiet" type="submit">${say.boards.show}</button>
    </form>`
}

const none = new PageResponse.Refusal({
  type: "not_found",
  message: say.reports.none
})

/** Links admins to the goals if the month has none. */
const goalsMissing = ({ actor }: PageContext, boardId: string, { metrics }: Month) =>
  actor.role === "admin" &&
  metrics.every(({ goal }) => goal === null || goal === 0) &&
  html`<p class="remark"><a href="/settings/boards/${boardId}">${say.reports.setGoals}</a></p>`

/** The reports for all owners: moves between stages, and the current state. */
const allOwnersReports = Effect.fnUntraced(function* (
  context: PageContext,
  filter: Filter,
  stages: Stages,
  thisMonth: string
) {
  const board = { boardId: filter.board }
  const { from, to } = filter
  const [funnel, summary, goals, won, progress] = yield* Effect.all(
    [
      funnelOf({ board_id: filter.board, from, to }),
      summaryOf(board),
      monthOf(board),
      wonOf(board),
      progressOf(board)
    ],
    { concurrency: 2 }
  )
  const current = { ...filter, from: thisMonth, to: thisMonth }
  return {
    goals: goalsMissing(context, filter.board, goals),
    cards: [
      card("funnel", filter, stages, funnel),
      card("dealboard_summary", current, stages, summary),
      card("this_month", current, stages, goals),
      card("deals_won", current, stages, won),
      card("deal_progress", current, stages, progress)
    ]
  }
})

const show = Effect.fnUntraced(function* (context: PageContext) {
  const { actor, now, url } = context
  const boards = (yield* boardsOf({ limit: 100 })).data
  const board = url.searchParams.get("board") ?? boards.at(-1)?.id
  if (board === undefined) return yield* none
  const members = yield* membersOf({})
  const zone = actor.workspace.timeZone ?? "UTC"
  const thisMonth = TimeZone.local(now, zone).slice(0, 7)
  const filter = ReportFilter.read(url, board, thisMonth)
  const { from, owner, to } = filter
  const period = yield* periodOf({
    board_id: board,
    from,
    to,
    ...(owner === "" ? {} : { owner_id: UserId.make(owner) })
  })
  const stages = yield* stagesOf({ id: board })
  const rest = owner === "" ? yield* allOwnersReports(context, filter, stages, thisMonth) : undefined
  return {
    title: say.frame.section.Reports,
    section: "Reports" as const,
    styles: ["tabs.css", "report.css", "reports.css"] as const,
    body: html`<div class="titled">
        <h1>${say.frame.section.Reports}</h1>
        ${fold("choosing")}
      </div>
      ${chooser(filter, { boards, members, thisMonth })}
      ${PageLayout.problem(filter.isWrong ? say.reports.wrongMonths(maxMonths) : undefined)} ${rest?.goals}
      <div class="reports" id="reports" data-live="60">
        ${card("period", filter, stages, period)} ${rest?.cards}
      </div>
      <p class="soft">${say.reports.zone(zone)}</p>
      ${rest === undefined && html`<p class="soft">${say.reports.ofOneOwner}</p>`}`
  }
})

const image = Effect.fnUntraced(function* ({ param, url, visit }: PageContext) {
  const text = (name: string) => url.searchParams.get(name) ?? undefined
  const theme = text("theme") === "dark" ? "dark" : "light"
  const query = { boardId: text("board"), from: text("from"), to: text("to"), ownerId: text("owner") }
  const { png } = yield* Effect.provideService(
    imageOf({ report: param("kind") as Kind, theme, ...query }),
    ReportLocale,
    languages[visit.reader.language].report
  )
  return HttpServerResponse.uint8Array(Buffer.from(png, "base64"), {
    contentType: "image/png",
    headers: PageResponse.headers()
  })
})

export const routes = [
  WorkspacePage.page("/reports", show),
  WorkspacePage.page("/reports/:kind/image", image)
]
