/** One stage of a board with its totals and cards. */
import * as Lanes from "../contract/Lanes.ts"
import * as Field from "../../../schema/Field.ts"
import type { Lanes as Board } from "../../../schema/Lanes.ts"
import type { Region } from "../../../schema/Stage.ts"
import * as Amounts from "../../surfaces/web/Amounts.ts"
import type * as NextStep from "../../deals/rules/NextStep.ts"
import * as StageEntry from "../../deals/rules/StageEntry.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import { languages, say } from "../../surfaces/web/i18n/Words.ts"
import * as Card from "./Card.ts"
import * as BoardFilter from "./BoardFilter.ts"

export type BoardLane = (typeof Board.Encoded)["lanes"][number]

/** The context that all lanes of a board share. */
export interface Setting {
  readonly board: typeof Board.Encoded
  readonly filter: BoardFilter.BoardFilter
  /** ISO 8601. */
  readonly now: NextStep.Now
  readonly mayWrite: boolean
  /** The maximum number of cards in an open stage. Won and dead show fewer. */
  readonly most: number
}

const maxClosed = 5

/** The number of cards that "more" adds. */
const step = 50

/** The region's name, because not everyone can distinguish the colours. */
export const regionName = ({ region }: { readonly region: Region }): Part => say.boards.regions[region]

export const isOpen = ({ region }: { readonly region: Region }): boolean =>
  StageEntry.status(region) === "open"

/** The totals of the matching deals, or of all. */
export const sumsOf = (lane: BoardLane): Pick<BoardLane, "dealCount" | "amountCents" | "other_currencies"> =>
  lane.matching ?? lane

const listOf = ({ board, filter: { q } }: Setting, { stage }: BoardLane): string => {
  const query = new URLSearchParams({ stage: stage.id, ...(q === "" ? {} : { q }) })
  return `/boards/${board.boardId}?${query.toString()}`
}

/** The link to more cards, which lanes.js loads when the lane's end is near, or to the full list. */
const more = (setting: Setting, lane: BoardLane, shown: number): Html | false => {
  const { board, filter } = setting
  if (!lane.hasMore && lane.deals.length <= shown) return false
  const wanted = Math.min(Lanes.maxWithoutCursor, shown + step)
  const widened = { ...filter, more: new Map([...filter.more, [lane.stage.id, wanted]]) }
  const where = html`<span class="unseen"> ${say.boards.inStage(lane.stage.name)}</span>`
  return html`<p class="ways">
    ${wanted > shown && html`<a class="further" href="${BoardFilter.address(board.boardId, widened)}">${say.boards.further}${where}</a>`}
    ${
      (filter.q !== "" || !BoardFilter.isNarrow(filter)) &&
      html`<a class="more" href="${listOf(setting, lane)}"
        >${filter.q === "" ? say.boards.all(lane.dealCount) : say.boards.allMatch}${where}</a
      >`
    }
  </p>`
}

/** The number of deals without a date: editing a deal's stage sets none, so monthly reports don't count them. */
const undated = (count: number | undefined): Html | false =>
  count !== undefined && html`<p class="undated">${say.boards.undated(count)}</p>`

const sums = ({ board }: Setting, lane: BoardLane): Html => {
  const { amountCents, dealCount, other_currencies: others = [] } = sumsOf(lane)
  return html`<p class="sums">
      <span>${say.boards.deals(dealCount)}</span>
      <b>${Amounts.compactAmount(Field.cents(amountCents), board.currency)}</b>${others.map(
        ({ cents, currency }) => html` <b>+ ${Amounts.compactAmount(Field.cents(cents), currency)}</b>`
      )}
    </p>
    ${lane.matching === undefined && undated(lane.undatedCount)}`
}

const add = ({ board, mayWrite }: Setting, { stage }: BoardLane): Html | false =>
  mayWrite &&
  isOpen(stage) &&
  html`<a class="add" href="/boards/${board.boardId}/new?stage=${stage.id}">
    <span aria-hidden="true">+</span><span class="unseen">${say.boards.newIn(stage.name)}</span>
  </a>`

/** The region's name, unless a closed stage has the same name. */
const region = ({ stage }: BoardLane): Html | false =>
  (isOpen(stage) || stage.name !== languages.en.words.boards.regions[stage.region]) &&
  html`<p class="region">
    ${regionName(stage)}${isOpen(stage) && html` <span>${stage.probability}%</span>`}
  </p>`

/** The number of cards shown in a stage. */
const shownOf = ({ filter, most }: Pick<Setting, "filter" | "most">, stage: BoardLane["stage"]): number =>
  filter.more.get(stage.id) ?? (isOpen(stage) ? most : maxClosed)

export const render = (setting: Setting, lane: BoardLane): Html => {
  const { stage } = lane
  const shown = lane.deals.slice(0, shownOf(setting, stage))
  const { board, filter, mayWrite, now } = setting
  const stages = board.lanes.map(({ stage }) => stage)
  return html`<section class="lane ${stage.region}" data-stage="${stage.id}" aria-labelledby="l-${stage.id}">
    <div class="head" id="h-${stage.id}" data-live>
      <h2 id="l-${stage.id}">${stage.name}</h2>
      ${add(setting, lane)} ${region(lane)} ${sums(setting, lane)}
    </div>
    <div class="cards" id="c-${stage.id}" data-live data-scrolls>
      ${
        shown.length > 0 &&
        html`<ul>
          ${shown.map((deal) => Card.render(deal, { filter, stages, now, mayWrite }))}
        </ul>`
      }
      ${more(setting, lane, shown.length)}
    </div>
  </section>`
}

/** Drop targets for won and lost, so that those lanes needn't be in sight. */
export const dock = (lanes: ReadonlyArray<BoardLane>): Html =>
  html`<div class="dock" aria-hidden="true">
    ${lanes.map(({ stage }) => html`<div class="goal ${stage.region}" data-stage="${stage.id}">${stage.name}</div>`)}
  </div>`
