/** The lead inbox: leads to triage, one by one. */
import { Effect } from "effect"
import type { Board } from "../../../../schema/Board.ts"
import * as Leads from "../../../contract/leads/Leads.ts"
import { act } from "../platform/Act.ts"
import * as SchemaForm from "../platform/form/SchemaForm.ts"
import { html, type Html } from "../platform/Html.ts"
import { fold } from "../platform/Parts.ts"
import * as Workplace from "../platform/Workplace.ts"
import * as Filter from "./Filter.ts"
import * as Row from "./Row.ts"
import * as TakeBack from "./TakeBack.ts"
import { mayTriage } from "./Triage.ts"
import * as Words from "./Words.ts"

const views: Readonly<Record<Filter.View, string>> = {
  active: "Active",
  ...Words.statuses,
  all: "All",
  suspect: "Suspect"
}

/** The number of suspects, up to 99, beside the link to their list. */
const badge = (suspects: number): Html | false =>
  suspects > 0 && html` <span class="count">${suspects > 99 ? "99+" : suspects}</span>`

const choices = (filter: Filter.Filter, suspects: number): Html =>
  html`<nav class="views" aria-label="Leads by status">
    ${(Object.keys(views) as Array<Filter.View>).map(
      (status) =>
        html`<a
          href="${Filter.address({ ...filter, status, cursor: undefined })}"
          ${status === filter.status && html`aria-current="page"`}
          >${views[status]}${status === "suspect" && badge(suspects)}</a
        >`
    )}
  </nav>`

const { boardId, q, sort } = Leads.list.input
const searching = SchemaForm.of(
  { q, board: boardId, sort },
  {
    q: { label: "Name, company, email or website", type: "search" },
    board: {},
    sort: { label: "Order", words: { newest: "Newest first", score: "Best score first" } }
  }
)

const search = (filter: Filter.Filter, boards: ReadonlyArray<typeof Board.Encoded>): Html => {
  const shown = searching.show({
    values: filter,
    choices: { board: [{ id: "", name: "All boards" }, ...boards] }
  })
  return html`<form class="filters" id="filters" popover method="get" action="/leads" role="search">
    ${filter.status !== "active" && html`<input type="hidden" name="status" value="${filter.status}" />`}
    ${shown.at.q} ${boards.length > 1 && shown.at.board} ${shown.at.sort}
    <button class="quiet" type="submit">Show</button>
  </form>`
}

/** The keyboard shortcuts, which work on the focused lead. */
const legend = (here: Workplace.Here, first: string): Html =>
  html`<p class="keys" id="keys">
    With the focus on <a href="#open-${first}">a lead</a>: <kbd>j</kbd> <kbd>↓</kbd> next, <kbd>k</kbd>
    <kbd>↑</kbd> previous,
    <kbd>Enter</kbd>
    opens${
      mayTriage(here) &&
      Object.entries(Words.keys).map(
        ([status, key]) =>
          html`,
            <kbd>${key}</kbd>
            ${Words.statuses[status as keyof typeof Words.keys].toLowerCase()}`
      )
    }${mayTriage(here) && html`, <kbd>Ctrl</kbd> <kbd>Z</kbd> undoes`}.
  </p>`

const aboutSuspects = html`<p class="hint">
  These look like a bot's: sent faster than a person types, with a hidden field filled in, or as bulk mail.
  They are in no other list, no webhook was sent for them, and they stay here until you triage them. However
  you mark them, they join the other leads.
</p>`

const nothing = (filter: Filter.Filter): Html =>
  Filter.isNarrow(filter) || filter.cursor !== undefined
    ? html`<div class="card nothing">
        <h2>No lead matches</h2>
        <p>
          Try a shorter search, or
          <a href="${Filter.address({ ...filter, q: "", board: undefined, cursor: undefined })}"
            >clear the search</a
          >.
        </p>
      </div>`
    : html`<div class="card nothing">
        <h2>${filter.status === "active" ? "All done: no lead is waiting" : "No leads here"}</h2>
        <p>
          ${filter.status === "suspect" && "Nothing that came in looks like a bot's. "}Leads come in by a
          board's contact page, its email address, or the API. They show up here by themselves.
          <a href="/settings/intake">See the ways in</a>, or <a href="/import?kind=leads">import some</a>.
        </p>
      </div>`

const list = act("leads.glance")
const boardsOf = act("boards.list")
const suspectsOf = act("leads.suspects")

const show = Effect.fnUntraced(function* (here: Workplace.Here) {
  const { data: boards } = yield* boardsOf({ limit: 100 })
  const filter = Filter.read(here.url, boards)
  const { data: leads, nextCursor } = yield* list(Filter.input(filter))
  const { count: suspects } = yield* suspectsOf({})
  const undo = yield* TakeBack.entriesOf(here, leads)
  const context = { here, boards, back: Filter.address(filter), at: here.now, undo }
  const first = { ...filter, cursor: undefined }
  return {
    title: filter.status === "active" ? "Leads" : `Leads: ${views[filter.status]}`,
    section: "Leads" as const,
    styles: ["leads.css" as const],
    scripts: ["leads.js" as const],
    body: html`<div class="titled">
        <h1>Leads</h1>
        ${fold("filters")}
        ${Workplace.may(here, "leads:write") && html`<a href="/import?kind=leads">Import</a>`}
      </div>
      ${choices(filter, suspects)} ${search(filter, boards)} ${filter.status === "suspect" && aboutSuspects}
      <div id="inbox" data-live="5">
        ${leads[0] === undefined ? nothing(filter) : [legend(here, leads[0].id), Row.list(context, leads)]}
        <nav class="pager" aria-label="Pages">
          ${filter.cursor !== undefined && html`<a class="button quiet" href="${Filter.address(first)}">First page</a>`}
          ${
            nextCursor !== null &&
            html`<a class="button quiet" href="${Filter.address({ ...filter, cursor: nextCursor })}"
              >Next page</a
            >`
          }
        </nav>
      </div>`
  }
})

export const routes = [Workplace.page("/leads", show)]
