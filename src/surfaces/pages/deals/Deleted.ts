/** Deals that were deleted lately, and the way to bring them back. */
import { Effect } from "effect"
import * as Access from "../../../Access.ts"
import * as ActivityText from "../../../domain/deals/ActivityText.ts"
import * as Handle from "../../../domain/platform/Handle.ts"
import * as Money from "../../../domain/platform/Money.ts"
import { act } from "../platform/Act.ts"
import { html, type Html, type Part } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Moment from "../platform/Moment.ts"
import * as Workplace from "../platform/Workplace.ts"

const listDeleted = act("deals.deleted")
const restoreDeal = act("deals.restore")

const path = "/deals/deleted"

const pageLength = 50

type Deleted = Effect.Success<ReturnType<typeof listDeleted>>["data"][number]

const button = (here: Workplace.Here, { id }: Deleted, name: string): Html =>
  html`<form method="post" action="/deals/${id}/restore">
    ${Workplace.hidden(here, `restore ${id}`)}
    <button class="quiet" type="submit" aria-label="Restore ${name}">Restore</button>
  </form>`

/** Who deleted it, and through which key or app. */
const doer = ({ deletedBy }: Deleted): string => {
  if (deletedBy === null) return "Not known"
  const means = ActivityText.means(deletedBy)
  return `${ActivityText.by(deletedBy, deletedBy.userName ?? "Someone")}${means === "" ? "" : `, ${means}`}`
}

const row =
  (here: Workplace.Here) =>
  (deal: Deleted): Html =>
    html`<tr>
      <th scope="row">${deal.name}</th>
      <td>${button(here, deal, deal.name)}</td>
      <td>${deal.company}</td>
      <td class="number">${deal.amountCents !== null && Money.short(deal.amountCents, deal.currency)}</td>
      <td>${deal.boardName}: ${deal.stage.name}</td>
      <td>${Moment.minute(deal.deletedAt)} by ${doer(deal)}</td>
      <td>${Moment.day(deal.until)}</td>
    </tr>`

const table = (here: Workplace.Here, deals: ReadonlyArray<Deleted>): Html =>
  html`<div class="table card" role="region" tabindex="0" aria-label="Deleted deals">
    <table>
      <thead>
        <tr>
          <th scope="col">Deal</th>
          <td></td>
          <th scope="col">Company</th>
          <th scope="col" class="number">Amount</th>
          <th scope="col">Board and stage</th>
          <th scope="col">Deleted</th>
          <th scope="col">Kept until</th>
        </tr>
      </thead>
      <tbody>
        ${deals.map(row(here))}
      </tbody>
    </table>
  </div>`

const content = Effect.fnUntraced(function* (here: Workplace.Here, problem?: Part) {
  if (!Workplace.may(here, "deals:write")) return yield* Access.missing(here.actor, "deals:write")
  const cursor = here.url.searchParams.get("cursor") ?? undefined
  const { data, nextCursor } = yield* listDeleted({ cursor, limit: pageLength })
  return {
    title: "Deleted deals",
    section: "Board",
    styles: ["board.css"],
    body: html`<p class="back"><a href="/boards">← Board</a></p>
      <h1>Deleted deals</h1>
      <p class="soft">
        A deal can be restored for 30 days after it was deleted, with its notes and as it was. Then it is gone
        for good.
      </p>
      ${Layout.problem(problem)}
      ${data.length === 0 ? html`<p>No deal was deleted in the last 30 days.</p>` : table(here, data)}
      <nav class="actions" aria-label="Pages">
        ${cursor !== undefined && html`<a class="button quiet" href="${path}">First page</a>`}
        ${
          nextCursor !== null &&
          html`<a
            class="button quiet"
            href="${path}?${new URLSearchParams({ cursor: nextCursor }).toString()}"
            >Next page</a
          >`
        }
      </nav>`
  } satisfies Workplace.Content
})

/** The page to show after a deal of this board was deleted, which offers to restore it. */
export const after = (boardId: string, id: string): string =>
  `/boards/${encodeURIComponent(boardId)}?${new URLSearchParams({ deleted: id }).toString()}`

/** Offers to restore the deal that was just deleted, if it still is. */
export const offer = Effect.fnUntraced(function* (here: Workplace.Here) {
  const id = here.url.searchParams.get("deleted") ?? ""
  if (!Handle.isId(id) || !Workplace.may(here, "deals:write")) return false
  const [deal] = (yield* listDeleted({ id, limit: 1 })).data
  if (deal === undefined) return false
  return html`<div class="notice offer" role="status">
    <p>The deal is deleted. It can be restored until ${Moment.day(deal.until)}.</p>
    ${button(here, deal, "the deal")}
  </div>`
})

const restore = Workplace.form("/deals/:id/restore", {
  run: (here) =>
    Effect.map(restoreDeal({ id: here.param("id") }), ({ id }) => ({
      to: `/deals/${id}`,
      notice: "The deal is back.",
      offers: "undo" as const
    })),
  again: (here, { problem }) => content(here, problem)
})

export const routes = [Workplace.page(path, (here) => content(here)), restore]
