/** A deal's facts: amounts and dates, the next step, the contact and the key terms. */
import type { Deal as Schema } from "../../../schema/Deal.ts"
import * as NextStep from "../rules/NextStep.ts"
import * as StageEntry from "../rules/StageEntry.ts"
import * as Amounts from "../../surfaces/web/Amounts.ts"
import { href, html, type Html, mailto, type Part } from "../../surfaces/web/Html.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as InlineEdit from "./InlineEdit.ts"

type Deal = typeof Schema.Encoded

const { field } = say.deals

/** A warning if an edit instead of a move set the stage. */
export const unstamped = (deal: Deal): Html | false => {
  const warning = StageEntry.warning(deal)
  return (
    warning !== undefined &&
    html`<p class="soft">${warning.replace(" (move_deal, POST /v1/deals/{id}/move)", "")}</p>`
  )
}

type Row = readonly [name: Part, value: Part]

const list = (rows: ReadonlyArray<Row>): Html =>
  html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        value !== null &&
        html`<dt>${name}</dt>
          <dd>${value}</dd>`
    )}
  </dl>`

const on = (time: string | null): Part => (time === null ? null : LocalTime.day(time))

const absent = (text: Part): Html => html`<span class="soft">${text}</span>`

const tags = (labels: ReadonlyArray<string>): Part =>
  labels.length === 0
    ? absent(say.deals.none)
    : labels.map((label) => html`<span class="tag">${label}</span> `)

/** A day, or a time in the reader's zone. */
export const dayOf = (due: string): Part =>
  NextStep.isWholeDay(due) ? LocalTime.wholeDay(due) : LocalTime.minute(due)

export const figures = (setting: InlineEdit.Setting): Html => {
  const { deal, mayWrite } = setting
  const part = (name: InlineEdit.Name, value: Part) => InlineEdit.editable(setting, name, value)
  const amount =
    deal.amountCents === null
      ? absent(say.deals.notKnown)
      : html`<b>${Amounts.full(deal.amountCents, deal.currency)}</b>`
  return list([
    [field.amount, part("amount", amount)],
    [
      field.expectedCloseAt,
      part(
        "close",
        html`${deal.expectedCloseAt === null ? absent(say.deals.notKnown) : dayOf(deal.expectedCloseAt)}
          <span class="tag">${say.deals.forecasts[deal.forecastCategory]}</span>`
      )
    ],
    [
      field.lostReason,
      deal.stage.region === "dead" ? part("lost", deal.lostReason ?? absent(say.deals.notKnown)) : null
    ],
    [field.company, part("company", deal.company ?? absent(say.deals.notKnown))],
    [field.owner, part("owner", deal.ownerName ?? say.deals.noName)],
    [field.labels, deal.labels.length === 0 && !mayWrite ? null : part("labels", tags(deal.labels))],
    [
      say.deals.cameFrom,
      deal.leadId === null ? null : html`<a href="/leads/${deal.leadId}">${say.deals.aLead}</a>`
    ],
    [say.deals.since, on(deal.stageEnteredAt)],
    [say.deals.committed, on(deal.commitmentAt)],
    [say.deals.won, on(deal.wonAt)],
    [say.deals.dead, on(deal.deadAt)],
    [say.deals.created, on(deal.createdAt)],
    [say.deals.changed, on(deal.updatedAt)]
  ])
}

/** The due date of the next step. Overdue steps differ in wording as well as in colour. */
export const due = ({ nextStepAt, stage }: Pick<Deal, "nextStepAt" | "stage">, now: NextStep.Now): Part => {
  if (nextStepAt === null) return null
  const isLate = NextStep.isOverdue(nextStepAt, now) && StageEntry.status(stage.region) === "open"
  const day = dayOf(nextStepAt)
  return html`<span class="due${isLate && " late"}"
    >${isLate ? say.deals.wasDue(day) : say.deals.due(day)}</span
  >`
}

export const nextStep = (setting: InlineEdit.Setting): Html => {
  const { deal, here } = setting
  const isNone = deal.nextStep === null && deal.nextStepAt === null
  const value = isNone
    ? absent(say.deals.nothingPlanned)
    : html`${deal.nextStep !== null && html`<b>${deal.nextStep}</b> `}${due(deal, NextStep.nowIn(here.now, here.actor.workspace.timeZone))}`
  return InlineEdit.editable(setting, "next", value)
}

/** A link, or only text if its address isn't allowed in a link. */
const link = (text: string | null, addressOf: (text: string) => string): Part => {
  if (text === null) return null
  const address = href(addressOf(text))
  return address === "#" ? text : html`<a href="${address}" rel="noreferrer">${text}</a>`
}

export const contact = (setting: InlineEdit.Setting): Html => {
  const { email, linkedin, name, phone, title } = setting.deal.primaryContact
  const rows: ReadonlyArray<Row> = [
    [field.contactName, name],
    [field.contactTitle, title],
    [field.contactEmail, link(email, mailto)],
    [field.contactPhone, link(phone, (text) => `tel:${text.replaceAll(/[^\d+]/gu, "")}`)],
    [field.contactLinkedin, link(linkedin, (text) => text)]
  ]
  const value = rows.every(([, value]) => value === null) ? absent(say.deals.nobody) : list(rows)
  return InlineEdit.editable(setting, "contact", value)
}

export const terms = (setting: InlineEdit.Setting): Html =>
  InlineEdit.editable(
    setting,
    "terms",
    setting.deal.keyTerms === null
      ? absent(say.deals.none)
      : html`<p class="text">${setting.deal.keyTerms}</p>`
  )
