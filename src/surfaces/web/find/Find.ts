/** A single search over deals, leads, contacts, boards and settings pages; find.js opens it on every page. */
import { Effect } from "effect"
import * as DealLists from "../../../deals/contract/DealLists.ts"
import * as FieldInfo from "../form/FieldInfo.ts"
import { callOperation } from "../CallOperation.ts"
import { html, type Html, type Part } from "../Html.ts"
import type { Content, PageContext } from "../frame/PageContext.ts"
import * as WorkspacePage from "../frame/WorkspacePage.ts"
import { say } from "../i18n/Words.ts"
import * as Contacts from "./Contacts.ts"
import * as PageNames from "./PageNames.ts"
import * as Ranking from "./Ranking.ts"
import * as Results from "./Results.ts"

const searchDeals = callOperation("deals.search")
const searchLeads = callOperation("leads.search")
const boardNames = callOperation("boards.names")
const listMembers = callOperation("members.list")

/** Results of each kind, so that the response fits in a window and takes only a few milliseconds. */
const maxResults = 8

/** Candidates read, of which the best matches are shown. */
const read = 25

/** The maximum number of search words, as in the operations. */
const maxWords = 10

const { maxLength } = FieldInfo.of({ q: DealLists.search.input.q }).q

const query = (text: string | null): string =>
  Array.from((text ?? "").replaceAll("\u0000", "").toWellFormed().trim())
    .slice(0, maxLength)
    .join("")

const form = (q: string): Html =>
  html`<form class="finding" method="get" action="/find" role="search">
    <label class="unseen" for="find-q">${say.find.label}</label>
    <input
      id="find-q"
      name="q"
      type="search"
      value="${q}"
      maxlength="${maxLength}"
      placeholder="${say.find.placeholder}"
      autocomplete="off"
      autofocus
    />
    <button type="submit">${say.find.find}</button>
  </form>`

interface Findings {
  readonly groups: ReadonlyArray<Html | false>
  readonly count: number
  readonly isCut: boolean
}

const everything = Effect.fnUntraced(function* (context: PageContext, q: string) {
  const words = Ranking.wordsOf(q)
  const input = { q, limit: read, cursor: undefined }
  const [boards, members, deals, leads] = yield* Effect.all(
    [
      boardNames({}),
      words.length === 0 ? Effect.succeed([]) : listMembers({}),
      words.length === 0 ? Effect.undefined : searchDeals({ ...input, status: "all", sort: "-updated" }),
      words.length === 0 ? Effect.undefined : searchLeads(input)
    ],
    { concurrency: "unbounded" }
  )
  const places = PageNames.found(context, words, boards[0]?.id)
  const names = new Map(boards.map(({ id, name }) => [id, name]))
  const shown = {
    deals: Ranking.ranked(words, deals?.data ?? [], {
      name: ({ name }) => name,
      late: ({ stage: { region } }) => region === "won" || region === "dead"
    }),
    leads: leads?.data ?? [],
    contacts: words.length === 0 ? [] : Contacts.of(words, deals?.data ?? [], leads?.data ?? []),
    people: members.filter(({ email, name }) => Ranking.holds(words, name, email)),
    boards: words.length === 0 ? [] : boards.filter(({ name }) => Ranking.holds(words, name))
  }
  const first = <A>(all: ReadonlyArray<A>) => all.slice(0, maxResults)
  return {
    count: Object.values(shown).reduce(
      (sum, { length }) => sum + Math.min(length, maxResults),
      places.length
    ),
    isCut: Object.values(shown).some(({ length }) => length > maxResults),
    groups: [
      Results.group(
        "boards",
        say.find.boards,
        first(shown.boards).map(({ id, name }) => ({ href: `/boards/${id}`, name }))
      ),
      Results.group(
        "deals",
        say.find.deals,
        first(shown.deals).map((deal) => Results.deal(deal, names))
      ),
      Results.group("contacts", say.find.contacts, first(shown.contacts).map(Results.contact)),
      Results.group("people", say.find.people, first(shown.people).map(Results.person)),
      Results.group("leads", say.find.leads, first(shown.leads).map(Results.lead)),
      Results.group(
        "pages",
        say.find.pages,
        places.map(({ href, name, within }) => ({ href, name, beside: within }))
      )
    ]
  } satisfies Findings
})

const said = (q: string, { count, groups, isCut }: Findings): Part =>
  html`${q !== "" && html`<p class="soft" id="found-count">${say.find.count(count)}</p>`} ${groups}
  ${count === 0 && html`<p>${say.find.nothing(q)}</p>`} ${isCut && html`<p class="soft">${say.find.more}</p>`}`

const show = Effect.fnUntraced(function* (context: PageContext) {
  const q = query(context.url.searchParams.get("q"))
  const isReadable = q.split(/\s+/u).length <= maxWords
  const results = isReadable ? said(q, yield* everything(context, q)) : html`<p>${say.find.unread}</p>`
  return {
    title: say.find.title,
    body: html`<h1>${say.find.title}</h1>
      ${form(q)}
      <div class="found" id="found" data-q="${q}">${results}</div>`
  } satisfies Content
})

export const routes = [WorkspacePage.page("/find", show)]
