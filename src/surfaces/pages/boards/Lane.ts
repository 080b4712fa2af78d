/** One stage of a board, and the cards of its deals. */
import * as Field from "../../../../schema/Field.ts"
import type { LaneDeal, Lanes } from "../../../../schema/Lanes.ts"
import type { Region } from "../../../../schema/Stage.ts"
import * as Amounts from "../platform/Amounts.ts"
import * as Period from "../../../domain/reports/Period.ts"
import * as StageEntry from "../../../domain/deals/StageEntry.ts"
import { shortened } from "../../../domain/platform/PlainText.ts"
import { html, type Html, type Part } from "../platform/Html.ts"
import { languages, say } from "../words/Words.ts"

export type Lane = (typeof Lanes.Encoded)["lanes"][number]
type Deal = typeof LaneDeal.Encoded

/** What all lanes of a board share. */
export interface Setting {
  readonly board: typeof Lanes.Encoded
  readonly q: string
  /** ISO 8601. */
  readonly now: string
  readonly mayWrite: boolean
  /** The most cards of an open stage; won and dead show fewer. */
  readonly most: number
}

const mostClosed = 5
const mostLabels = 3

/** The most characters of each text on a card; the deal's page shows it in full. */
const longest = { name: 100, company: 60, label: 24, owner: 40 }

/** A stage's region in a word, because not everyone can tell colours apart. */
export const regionName = ({ region }: { readonly region: Region }): Part => say.boards.regions[region]

export const isOpen = ({ region }: { readonly region: Region }): boolean =>
  StageEntry.status(region) === "open"

const since = (time: string, now: string): Part => say.boards.days(Period.age(time, now))

const initials = (name: string): string =>
  name
    .split(/\s+/u)
    .map((word) => Array.from(word)[0] ?? "")
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join("")
    .toUpperCase()

/** The random end of an id, enough to tell the cards of a board apart in a third of the bytes. */
const short = (id: string): string => id.slice(-12)

/** The field of a card's form that names the stage to move to. */
export const target = (dealId: string): string => `to-${short(dealId)}`

/** Works without JavaScript; board.js uses it for dragging and keys. */
const mover = ({ id, stage }: Deal, stages: ReadonlyArray<Lane["stage"]>): Html =>
  html`<details id="m-${short(id)}">
    <summary aria-labelledby="move d-${short(id)}">⋯</summary>
    <select name="${target(id)}" aria-labelledby="stage d-${short(id)}">
      ${stages.map((one) => html`<option value="${one.id}" ${one.id === stage.id && html`selected`}>${one.name}`)}
    </select>
    <button name="deal" value="${id}">${say.boards.move}</button>
  </details>`

const card = (deal: Deal, { board, mayWrite, now }: Setting): Html =>
  html`<li class="deal" ${mayWrite && html`draggable="true"`}>
    <a class="name" id="d-${short(deal.id)}" href="/deals/${deal.id}" draggable="false"
      >${shortened(deal.name, longest.name)}</a
    >
    ${deal.company !== null && html`<p class="company">${shortened(deal.company, longest.company)}</p>`}
    ${deal.amountCents !== null && html`<p class="amount">${Amounts.short(deal.amountCents, deal.currency)}</p>`}
    ${
      deal.labels.length > 0 &&
      html`<p class="labels">
        ${deal.labels.slice(0, mostLabels).map((label) => html`<span class="tag">${shortened(label, longest.label)}</span>`)}
        ${deal.labels.length > mostLabels && html`<span class="tag">+${deal.labels.length - mostLabels}</span>`}
      </p>`
    }
    <p class="foot">
      ${deal.ownerName !== null && html`<span class="who" aria-hidden="true">${initials(deal.ownerName)}</span>`}
      <span class="owner"
        >${deal.ownerName === null ? say.boards.noName : shortened(deal.ownerName, longest.owner)}</span
      >
      <span class="age"
        >${since(deal.stageEnteredAt, now)}<span class="unseen"> ${say.boards.inThisStage}</span></span
      >
    </p>
    ${
      mayWrite &&
      mover(
        deal,
        board.lanes.map(({ stage }) => stage)
      )
    }
  </li>`

const listOf = ({ board, q }: Setting, { stage }: Lane): string => {
  const query = new URLSearchParams({ stage: stage.id, ...(q === "" ? {} : { q }) })
  return `/boards/${board.boardId}?${query.toString()}`
}

const more = (setting: Setting, lane: Lane, shown: number): Html | false => {
  const hasMore = lane.hasMore || lane.deals.length > shown
  return (
    hasMore &&
    html`<a class="more" href="${listOf(setting, lane)}">
      ${setting.q === "" ? say.boards.all(lane.dealCount) : say.boards.allMatch}<span class="unseen">
        ${say.boards.inStage(lane.stage.name)}</span
      >
    </a>`
  )
}

/** Counts deals without a date: editing a deal's stage sets none, so monthly reports don't count them. */
const undated = (count: number | undefined): Html | false =>
  count !== undefined && html`<p class="undated">${say.boards.undated(count)}</p>`

const sums = ({ board, q }: Setting, lane: Lane): Html => {
  const { amountCents, dealCount, deals: found, hasMore, other_currencies: others = [] } = lane
  return q === ""
    ? html`<p class="sums">
          <span>${say.boards.deals(dealCount)}</span>
          <b>${Amounts.glance(Field.cents(amountCents), board.currency)}</b>${others.map(
            ({ cents, currency }) => html` <b>+ ${Amounts.glance(Field.cents(cents), currency)}</b>`
          )}
        </p>
        ${undated(lane.undatedCount)}`
    : html`<p class="sums"><span>${say.boards.found(found.length, hasMore)}</span></p>`
}

const add = ({ board, mayWrite }: Setting, { stage }: Lane): Html | false =>
  mayWrite &&
  isOpen(stage) &&
  html`<a class="add" href="/boards/${board.boardId}/new?stage=${stage.id}">
    <span aria-hidden="true">+</span><span class="unseen">${say.boards.newIn(stage.name)}</span>
  </a>`

/** The region's name, unless a closed stage has the same name. */
const region = ({ stage }: Lane): Html | false =>
  (isOpen(stage) || stage.name !== languages.en.words.boards.regions[stage.region]) &&
  html`<p class="region">
    ${regionName(stage)}${isOpen(stage) && html` <span>${stage.probability}%</span>`}
  </p>`

export const render = (setting: Setting, lane: Lane): Html => {
  const { stage } = lane
  const shown = lane.deals.slice(0, isOpen(stage) ? setting.most : mostClosed)
  return html`<section class="lane ${stage.region}" data-stage="${stage.id}" aria-labelledby="l-${stage.id}">
    <div class="head">
      <h2 id="l-${stage.id}">${stage.name}</h2>
      ${add(setting, lane)} ${region(lane)} ${sums(setting, lane)}
    </div>
    ${
      shown.length > 0 &&
      html`<ul>
        ${shown.map((deal) => card(deal, setting))}
      </ul>`
    }
    ${more(setting, lane, shown.length)}
  </section>`
}
