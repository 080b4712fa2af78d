/** The page of recently deleted deals, which can be restored. */
import { Effect } from "effect"
import * as Authorization from "../../invocation/Authorization.ts"
import * as NameResolver from "../../shared/NameResolver.ts"
import * as AuditSentences from "../../audit/pages/AuditSentences.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import * as Amounts from "../../surfaces/web/Amounts.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as FirstPage from "../../surfaces/web/FirstPage.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

const words = say.deletedDeals

const listDeleted = callOperation("deals.deleted")
const restoreDeal = callOperation("deals.restore")

const path = "/deals/deleted"

const pageLength = 50

type Deleted = Effect.Success<ReturnType<typeof listDeleted>>["data"][number]

const button = (context: PageContext, { id }: Deleted, label: Part): Html =>
  html`<form method="post" action="/deals/${id}/restore">
    ${WorkspacePage.hidden(context, `restore ${id}`)}
    <button class="quiet" type="submit" aria-label="${label}">${words.restore}</button>
  </form>`

/** The person who deleted it, and the key or app they used. */
const deletedByText = ({ deletedBy }: Deleted): Part => {
  if (deletedBy === null) return words.notKnown
  const means = AuditSentences.means(deletedBy)
  return [
    AuditSentences.by(deletedBy, deletedBy.userName ?? say.activity.someone),
    means !== false && [", ", means]
  ]
}

const row =
  (context: PageContext) =>
  (deal: Deleted): Html =>
    html`<tr>
      <th scope="row">${deal.name}</th>
      <td>${button(context, deal, words.restoreOf(deal.name))}</td>
      <td>${deal.company}</td>
      <td class="number">${deal.amountCents !== null && Amounts.short(deal.amountCents, deal.currency)}</td>
      <td>${deal.boardName}: ${deal.stage.name}</td>
      <td>${words.deletedBy(LocalTime.minute(deal.deletedAt), deletedByText(deal))}</td>
      <td>${LocalTime.day(deal.until)}</td>
    </tr>`

const table = (context: PageContext, deals: ReadonlyArray<Deleted>): Html =>
  html`<div class="table card" role="region" tabindex="0" aria-label="${words.title}">
    <table>
      <thead>
        <tr>
          <th scope="col">${say.deals.field.name}</th>
          <td></td>
          <th scope="col">${say.deals.field.company}</th>
          <th scope="col" class="number">${say.deals.field.amount}</th>
          <th scope="col">${words.boardAndStage}</th>
          <th scope="col">${words.deleted}</th>
          <th scope="col">${words.until}</th>
        </tr>
      </thead>
      <tbody>
        ${deals.map(row(context))}
      </tbody>
    </table>
  </div>`

const content = Effect.fnUntraced(function* (context: PageContext, problem?: Part) {
  if (!WorkspacePage.may(context, "deals:write"))
    return yield* Authorization.missing(context.actor, "deals:write")
  const { cursor, gone, list, status } = yield* FirstPage.orFirst(
    context.url.searchParams.get("cursor") ?? undefined,
    (cursor) => listDeleted({ cursor, limit: pageLength })
  )
  const { data, nextCursor } = list
  return {
    title: words.title,
    section: "Board",
    status,
    styles: ["board.css"],
    body: html`<p class="back"><a href="/boards">← ${words.back}</a></p>
      <h1>${words.title}</h1>
      <p class="soft">${words.about}</p>
      ${PageLayout.problem(problem ?? gone)}
      ${data.length === 0 ? html`<p>${words.none}</p>` : table(context, data)}
      <nav class="actions" aria-label="${say.parts.pages}">
        ${cursor !== undefined && html`<a class="button quiet" href="${path}">${say.parts.firstPage}</a>`}
        ${
          nextCursor !== null &&
          html`<a
            class="button quiet"
            href="${path}?${new URLSearchParams({ cursor: nextCursor }).toString()}"
            >${say.parts.nextPage}</a
          >`
        }
      </nav>`
  } satisfies Content
})

/** The page after a deal of this board was deleted, which offers to restore it. */
export const after = (boardId: string, id: string): string =>
  `/boards/${encodeURIComponent(boardId)}?${new URLSearchParams({ deleted: id }).toString()}`

/** Offers to restore the deal that was just deleted, unless it was already restored. */
export const offer = Effect.fnUntraced(function* (context: PageContext) {
  const id = context.url.searchParams.get("deleted") ?? ""
  if (!NameResolver.isId(id) || !WorkspacePage.may(context, "deals:write")) return false
  const [deal] = (yield* listDeleted({ id, limit: 1 })).data
  if (deal === undefined) return false
  return html`<div class="notice offer" role="status">
    <p>${words.offer(LocalTime.day(deal.until))}</p>
    ${button(context, deal, words.restoreIt)}
  </div>`
})

const restore = WorkspacePage.form("/deals/:id/restore", {
  run: (context) =>
    Effect.map(restoreDeal({ id: context.param("id") }), ({ id }) => ({
      to: `/deals/${id}`,
      notice: words.isBack,
      offers: "undo" as const
    })),
  again: (context, { problem }) => content(context, problem)
})

export const routes = [WorkspacePage.page(path, (context) => content(context)), restore]
