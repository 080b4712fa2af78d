/** All deals of one stage with pagination. A lane on the board shows only the first and links here. */
import { Effect } from "effect"
import * as Amounts from "../../surfaces/web/Amounts.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as FirstPage from "../../surfaces/web/FirstPage.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import * as PageResponse from "../../surfaces/web/PageResponse.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as ListNavigation from "../../deals/pages/ListNavigation.ts"
import * as ListFilter from "../../deals/pages/list/ListFilter.ts"
import * as BoardLane from "./BoardLane.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

const boardStages = callOperation("boards.stages")
const listDeals = callOperation("deals.list")

const pageLength = 50

const noStage = new PageResponse.Refusal({
  type: "not_found",
  message: say.boards.noStage
})

type Deal = Effect.Success<ReturnType<typeof listDeals>>["data"][number]

const row = (deal: Deal, filter: ListFilter.Filter): Html =>
  html`<tr>
    <th scope="row"><a href="${ListNavigation.fromList(deal.id, filter)}">${deal.name}</a></th>
    <td>${deal.company}</td>
    <td class="number">${deal.amountCents !== null && Amounts.short(deal.amountCents, deal.currency)}</td>
    <td>${deal.ownerName}</td>
    <td>${LocalTime.day(deal.stageEnteredAt)}</td>
  </tr>`

export const content = Effect.fnUntraced(function* (context: PageContext, stageId: string, q: string) {
  const boardId = context.param("id")
  const stage = (yield* boardStages({ id: boardId })).find(({ id }) => id === stageId)
  if (stage === undefined) return yield* noStage
  const { cursor, gone, list, status } = yield* FirstPage.orFirst(
    context.url.searchParams.get("cursor") ?? undefined,
    (cursor) => listDeals({ boardId, stageId, q, cursor, limit: pageLength })
  )
  const { data, nextCursor } = list
  const asked = new URLSearchParams({ board: boardId, stage: stageId, status: "all", q })
  const filter = ListFilter.read(new URL(`/deals?${asked}`, context.url), {
    boards: [{ id: boardId, name: "" }]
  })
  const at = (more: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ stage: stageId, ...(q === "" ? {} : { q }), ...more })
    return `/boards/${boardId}?${query.toString()}`
  }
  return {
    title: stage.name,
    section: "Board",
    status,
    styles: ["board.css"],
    body: html`<p><a href="/boards/${boardId}">← ${say.boards.board}</a></p>
      <h1>${stage.name} <span class="tag">${BoardLane.regionName(stage)}</span></h1>
      ${PageLayout.problem(gone)}
      <p class="soft">${q === "" ? say.boards.everyDeal : say.boards.dealsWith(q)}</p>
      <div class="table card" role="region" tabindex="0" aria-label="${say.boards.dealsIn(stage.name)}">
        <table>
          <thead>
            <tr>
              <th scope="col">${say.boards.deal}</th>
              <th scope="col">${say.boards.company}</th>
              <th scope="col" class="number">${say.boards.amount}</th>
              <th scope="col">${say.boards.owner}</th>
              <th scope="col">${say.boards.sinceWhen}</th>
            </tr>
          </thead>
          <tbody>
            ${data.map((deal) => row(deal, filter))}
          </tbody>
        </table>
        ${data.length === 0 && html`<p class="soft">${say.boards.noneHere}</p>`}
      </div>
      <nav class="actions" aria-label="${say.parts.pages}">
        ${cursor !== undefined && html`<a class="button quiet" href="${at({})}">${say.parts.firstPage}</a>`}
        ${nextCursor !== null && html`<a class="button quiet" href="${at({ cursor: nextCursor })}">${say.parts.nextPage}</a>`}
      </nav>`
  } satisfies Content
})
