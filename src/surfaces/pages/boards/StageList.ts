/** All deals of one stage, page by page; a lane on the board shows only some and links here. */
import { Effect } from "effect"
import * as Money from "../../../domain/platform/Money.ts"
import { act } from "../platform/Act.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Moment from "../platform/Moment.ts"
import * as Page from "../platform/Page.ts"
import type * as Workplace from "../platform/Workplace.ts"
import * as Lane from "./Lane.ts"

const boardStages = act("boards.stages")
const listDeals = act("deals.list")

const pageLength = 50

const gone = new Page.Refusal({
  type: "not_found",
  message: "This board has no such stage. Go back to the board to see its stages."
})

type Deal = Effect.Success<ReturnType<typeof listDeals>>["data"][number]

const row = (deal: Deal): Html =>
  html`<tr>
    <th scope="row"><a href="/deals/${deal.id}">${deal.name}</a></th>
    <td>${deal.company}</td>
    <td class="number">${deal.amountCents !== null && Money.short(deal.amountCents, deal.currency)}</td>
    <td>${deal.ownerName}</td>
    <td>${Moment.day(deal.stageEnteredAt)}</td>
  </tr>`

export const content = Effect.fnUntraced(function* (here: Workplace.Here, stageId: string, q: string) {
  const boardId = here.param("id")
  const cursor = here.url.searchParams.get("cursor") ?? undefined
  const stage = (yield* boardStages({ id: boardId })).find(({ id }) => id === stageId)
  if (stage === undefined) return yield* gone
  const { data, nextCursor } = yield* listDeals({ boardId, stageId, q, cursor, limit: pageLength })
  const at = (more: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ stage: stageId, ...(q === "" ? {} : { q }), ...more })
    return `/boards/${boardId}?${query.toString()}`
  }
  return {
    title: stage.name,
    section: "Board",
    styles: ["board.css"],
    body: html`<p><a href="/boards/${boardId}">← Board</a></p>
      <h1>${stage.name} <span class="tag">${Lane.regionName(stage)}</span></h1>
      <p class="soft">
        ${q === "" ? "Every deal of this stage" : html`The deals of this stage with “${q}” in name or company`},
        the newest first.
      </p>
      <div class="table card" role="region" tabindex="0" aria-label="Deals in ${stage.name}">
        <table>
          <thead>
            <tr>
              <th scope="col">Deal</th>
              <th scope="col">Company</th>
              <th scope="col" class="number">Amount</th>
              <th scope="col">Owner</th>
              <th scope="col">In this stage since</th>
            </tr>
          </thead>
          <tbody>
            ${data.map(row)}
          </tbody>
        </table>
        ${data.length === 0 && html`<p class="soft">No deals here.</p>`}
      </div>
      <nav class="actions" aria-label="Pages">
        ${cursor !== undefined && html`<a class="button quiet" href="${at({})}">First page</a>`}
        ${nextCursor !== null && html`<a class="button quiet" href="${at({ cursor: nextCursor })}">Next page</a>`}
      </nav>`
  } satisfies Workplace.Content
})
