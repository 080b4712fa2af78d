/** The lead inbox, for triage. */
import { Effect } from "effect"
import type { Board } from "../../../../schema/Board.ts"
import { maxCounted } from "../../contract/LeadInbox.ts"
import * as Leads from "../../contract/Leads.ts"
import { callOperation } from "../../../surfaces/web/CallOperation.ts"
import * as SchemaForm from "../../../surfaces/web/form/SchemaForm.ts"
import { html, type Html, type Part } from "../../../surfaces/web/Html.ts"
import * as FirstPage from "../../../surfaces/web/FirstPage.ts"
import * as PageLayout from "../../../surfaces/web/frame/PageLayout.ts"
import { fold } from "../../../surfaces/web/SettingsParts.ts"
import type { PageContext } from "../../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../../surfaces/web/frame/WorkspacePage.ts"
import * as ViewForms from "../../../views/pages/ViewForms.ts"
import * as Views from "../../../views/pages/Views.ts"
import { say } from "../../../surfaces/web/i18n/Words.ts"
import * as InboxFilter from "./InboxFilter.ts"
import * as LeadFile from "./LeadFile.ts"
import * as InboxRow from "./InboxRow.ts"
import * as UndoTriage from "../UndoTriage.ts"
import { mayTriage } from "../TriageForm.ts"
import * as LeadWords from "../LeadWords.ts"

const { new: unseen, contacted, ...others } = say.leads.status

const words = say.inbox

const views: Readonly<Record<InboxFilter.View, Part>> = {
  new: unseen,
  contacted,
  active: words.active,
  ...others,
  all: words.allViews,
  suspect: say.leads.suspect
}

type Counts = Effect.Success<ReturnType<typeof countsOf>>

/** The number of leads in a view, up to the counting limit. Nothing is shown for 0. */
const badge = (counts: Counts, view: InboxFilter.View): Html | false => {
  if (view === "all") return false
  const count = view === "active" ? counts.new + counts.contacted : counts[view]
  return count > 0 && html` <span class="count">${count < maxCounted ? count : `${maxCounted - 1}+`}</span>`
}

const choices = (filter: InboxFilter.InboxFilter, counts: Counts | undefined): Html =>
  html`<nav class="views" id="views" data-live="5" aria-label="${words.byStatus}">
    ${(Object.keys(views) as Array<InboxFilter.View>).map(
      (status) =>
        html`<a
          href="${InboxFilter.address({ ...filter, status, cursor: undefined })}"
          ${status === filter.status && html`aria-current="page"`}
          >${views[status]}${counts !== undefined && badge(counts, status)}</a
        >`
    )}
  </nav>`

const { boardId, q, sort } = Leads.list.input
const searching = SchemaForm.of(
  { q, board: boardId, sort },
  {
    q: { label: words.searchLabel, type: "search" },
    board: {},
    sort: { label: words.order, words: words.orders }
  }
)

const search = (
  filter: InboxFilter.InboxFilter,
  boards: ReadonlyArray<Pick<typeof Board.Encoded, "id" | "name">>
): Html => {
  const formView = searching.show({
    values: filter,
    choices: { board: [{ id: "", name: words.allBoards }, ...boards] }
  })
  return html`<form class="filters" id="filters" popover method="get" action="/leads" role="search">
    ${(filter.status !== "new" || filter.saved !== "") && html`<input type="hidden" name="status" value="${filter.status}" />`}
    ${filter.saved !== "" && html`<input type="hidden" name="saved" value="${filter.saved}" />`}
    ${formView.at.q} ${boards.length > 1 && formView.at.board} ${formView.at.sort}
    <button class="quiet" type="submit">${words.show}</button>
  </form>`
}

/** The keyboard shortcuts, which work on the focused lead. */
const legend = (context: PageContext, first: string): Html =>
  html`<p class="keys" id="keys">
    ${words.focusOn(first)} <kbd>j</kbd> <kbd>↓</kbd> ${words.toNext}, <kbd>k</kbd>
    <kbd>↑</kbd> ${words.toPrevious},
    <kbd>Enter</kbd>
    ${words.opens}${
      mayTriage(context) &&
      Object.entries(LeadWords.keys).map(
        ([status, key]) =>
          html`,
            <kbd>${key}</kbd>
            ${say.leads.inText[status as keyof typeof LeadWords.keys]}`
      )
    }${mayTriage(context) && html`, ${words.undoes}`}.
  </p>`

const aboutSuspects = html`<p class="hint">${words.aboutSuspects}</p>`

const nothing = (filter: InboxFilter.InboxFilter): Html =>
  InboxFilter.isNarrow(filter) || filter.cursor !== undefined
    ? html`<div class="card nothing">
        <h2>${words.noMatch}</h2>
        <p>
          ${words.shorter(InboxFilter.address({ ...filter, q: "", board: undefined, cursor: undefined }))}
        </p>
      </div>`
    : html`<div class="card nothing">
        <h2>${filter.status === "new" ? words.allDone : words.noLeads}</h2>
        <p>${filter.status === "suspect" && words.noSuspects}${words.waysIn}</p>
      </div>`

/** For each view, the statuses with which a lead stays in it. */
const keeps: Readonly<Partial<Record<InboxFilter.View, string>>> = {
  active: "contacted",
  all: Object.keys(LeadWords.keys).join(" ")
}

const listForInbox = callOperation("leads.glance")
const boardsOf = callOperation("boards.names")
const countsOf = callOperation("leads.counts")

const page = { page: "leads", base: "/views/leads", path: "/leads" } as const

const content = Effect.fnUntraced(function* (
  context: PageContext,
  kept: Views.ViewQuery,
  problem?: Part,
  url = context.url
) {
  const boards = yield* boardsOf({})
  const asked = InboxFilter.read(url, boards)
  const unread = InboxFilter.unread(url, boards).filter((name) => name in asked)
  const {
    cursor,
    gone,
    list: found,
    status
  } = yield* FirstPage.orFirst(asked.cursor, (cursor) =>
    listForInbox(InboxFilter.input({ ...asked, cursor }))
  )
  const filter = { ...asked, cursor }
  const { data: leads, nextCursor } = found
  // Search results aren't counted, because it may take long.
  const counts = filter.q === "" ? yield* countsOf({ boardId: filter.board }) : undefined
  const undo = yield* UndoTriage.entriesOf(context, leads)
  const list = InboxFilter.listOf(filter, filter.saved)
  const rowContext = { here: context, boards, back: InboxFilter.address(filter), list, at: context.now, undo }
  const first = { ...filter, cursor: undefined }
  return {
    title: filter.status === "new" ? words.title : words.titleOf(views[filter.status]),
    section: "Leads" as const,
    status,
    styles: ["leads.css" as const, "views.css" as const],
    scripts: ["leads.js" as const],
    body: html`<div class="titled">
        <h1>${words.title}</h1>
        ${fold("filters")}
        ${WorkspacePage.may(context, "leads:write") && html`<a href="/import?kind=leads">${words.import}</a>`}
      </div>
      ${choices(filter, counts)}
      ${Views.bar({ ...kept, here: context, ...page, query: unread.length > 0 ? Views.filterIn(url.search).toString() : InboxFilter.listOf(filter), all: words.withoutView })}
      ${PageLayout.problem(problem ?? gone ?? (unread.length > 0 && say.views.notFiltered(unread.join(", "))))}
      ${search(filter, boards)} ${filter.status === "suspect" && aboutSuspects}
      <div id="inbox" data-live="5" data-keeps="${keeps[filter.status]}">
        ${leads[0] === undefined ? nothing(filter) : [legend(context, leads[0].id), InboxRow.list(rowContext, leads)]}
        <nav class="pager" aria-label="${say.parts.pages}">
          ${filter.cursor !== undefined && html`<a class="button quiet" href="${InboxFilter.address(first)}">${say.parts.firstPage}</a>`}
          ${
            nextCursor !== null &&
            html`<a class="button quiet" href="${InboxFilter.address({ ...filter, cursor: nextCursor })}"
              >${say.parts.nextPage}</a
            >`
          }
          <a class="button quiet" href="${InboxFilter.address(first, "/leads/csv")}"
            >${say.deals.list.file}</a
          >
        </nav>
      </div>`
  }
})

const show = WorkspacePage.page(
  "/leads",
  Effect.fnUntraced(function* (context) {
    const savedViews = yield* Views.open(context, page.page, page.path, "status=new")
    return "to" in savedViews ? savedViews : yield* content(context, savedViews)
  })
)

const file = WorkspacePage.page("/leads/csv", LeadFile.file)

const again = Effect.fnUntraced(function* (context: PageContext, problem: Part, url: URL) {
  return yield* content(
    context,
    yield* Views.at(page.page, url.searchParams.get(Views.parameter)),
    problem,
    url
  )
})

const unreadNames = Effect.fnUntraced(function* (_here: PageContext, url: URL) {
  const boards = yield* boardsOf({})
  return InboxFilter.unread(url, boards)
})

export const routes = [
  show,
  file,
  ...ViewForms.routes({ ...page, path: () => page.path, unread: unreadNames, show: again })
]
