/** A deal on the board, and the menu that moves it. */
import type { LaneDeal, Lanes } from "../../../schema/Lanes.ts"
import * as Period from "../../reports/rules/Period.ts"
import * as NextStep from "../../deals/rules/NextStep.ts"
import * as StageEntry from "../../deals/rules/StageEntry.ts"
import { shortened } from "../../shared/PlainText.ts"
import * as Amounts from "../../surfaces/web/Amounts.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as ListNavigation from "../../deals/pages/ListNavigation.ts"
import { type BoardFilter, staleDays } from "./BoardFilter.ts"

type Deal = typeof LaneDeal.Encoded
type Stage = (typeof Lanes.Encoded)["lanes"][number]["stage"]

interface CardContext {
  readonly stages: ReadonlyArray<Stage>
  /** The board's filter. */
  readonly filter: BoardFilter
  readonly now: NextStep.Now
  readonly mayWrite: boolean
}

const maxLabels = 3

/** The maximum characters of each text on a card. The deal's page shows it in full. */
const maxLengths = { name: 100, company: 60, label: 24, owner: 40, step: 80 }

const initials = (name: string): string =>
  name
    .split(/\s+/u)
    .map((word) => Array.from(word)[0] ?? "")
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join("")
    .toUpperCase()

/** The random end of an id. It is unique on a board in a third of the bytes. */
const shortId = (id: string): string => id.slice(-12)

/** The form field of a card that holds the new stage. */
export const target = (dealId: string): string => `to-${shortId(dealId)}`

/** Works without JavaScript. board.js uses the same form for dragging and shortcuts. */
const mover = ({ id, stage }: Deal, stages: ReadonlyArray<Stage>): Html =>
  html`<details id="m-${shortId(id)}">
    <summary aria-labelledby="move d-${shortId(id)}">⋯</summary>
    <select name="${target(id)}" aria-labelledby="stage d-${shortId(id)}">
      ${stages.map((one) => html`<option value="${one.id}" ${one.id === stage.id && html`selected`}>${one.name}`)}
    </select>
    <button name="deal" value="${id}">${say.boards.move}</button>
  </details>`

const isOpen = ({ stage }: Deal): boolean => StageEntry.status(stage.region) === "open"

const step = (deal: Deal, now: NextStep.Now): Html | false => {
  const { nextStep, nextStepAt } = deal
  if (nextStep === null && nextStepAt === null) return false
  const isLate = nextStepAt !== null && NextStep.isOverdue(nextStepAt, now) && isOpen(deal)
  return html`<p class="step ${isLate && html`late`}">
    <span class="unseen">${isLate ? say.boards.overdueStep : say.boards.nextStep}</span>
    ${nextStep !== null && shortened(nextStep, maxLengths.step)}
    ${nextStepAt !== null && html`<span class="due">${NextStep.isWholeDay(nextStepAt) ? LocalTime.wholeDay(nextStepAt) : LocalTime.day(nextStepAt)}</span>`}
  </p>`
}

const owner = ({ ownerName }: Deal): Html =>
  ownerName === null
    ? html`<span class="owner">${say.boards.noName}</span>`
    : html`<span class="who" aria-hidden="true" title="${shortened(ownerName, maxLengths.owner)}"
          >${initials(ownerName)}</span
        ><span class="unseen owner">${shortened(ownerName, maxLengths.owner)}</span>`

const age = (deal: Deal, now: string): Html => {
  const days = Period.age(deal.stageEnteredAt, now)
  const isStale = days >= staleDays && isOpen(deal)
  return html`<span class="age ${isStale && html`late`}"
    >${say.boards.days(days)}<span class="unseen">
      ${say.boards.inThisStage}${isStale && html`, ${say.boards.isStale}`}</span
    ></span
  >`
}

export const render = (deal: Deal, { filter, mayWrite, now, stages }: CardContext): Html =>
  html`<li class="deal" ${mayWrite && html`draggable="true"`}>
    <a
      class="name"
      id="d-${shortId(deal.id)}"
      href="${ListNavigation.fromBoard(deal.id, filter)}"
      draggable="false"
      >${shortened(deal.name, maxLengths.name)}</a
    >
    ${deal.company !== null && html`<p class="company">${shortened(deal.company, maxLengths.company)}</p>`}
    ${deal.amountCents !== null && html`<p class="amount">${Amounts.compactAmount(deal.amountCents, deal.currency)}</p>`}
    ${
      deal.labels.length > 0 &&
      html`<p class="labels">
        ${deal.labels.slice(0, maxLabels).map((label) => html`<span class="tag">${shortened(label, maxLengths.label)}</span>`)}
        ${deal.labels.length > maxLabels && html`<span class="tag">+${deal.labels.length - maxLabels}</span>`}
      </p>`
    }
    ${step(deal, now)}
    <p class="foot">${owner(deal)} ${age(deal, now.time)}</p>
    ${mayWrite && mover(deal, stages)}
  </li>`
