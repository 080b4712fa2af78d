/** What is known of a deal: where it stands, its figures and dates, whom to talk to, what was agreed. */
import type { Deal as Schema } from "../../../../schema/Deal.ts"
import type { BoardStage } from "../../../../schema/Stage.ts"
import * as Money from "../../../domain/platform/Money.ts"
import * as StageEntry from "../../../domain/deals/StageEntry.ts"
import { href, html, type Html, mailto, type Part } from "../platform/Html.ts"
import * as Moment from "../platform/Moment.ts"

type Deal = typeof Schema.Encoded
type Stages = ReadonlyArray<typeof BoardStage.Encoded>

/** The pipeline with the place the deal has in it; of its ends only the one it reached. */
export const steps = (deal: Deal, stages: Stages): Html => {
  const isEnd = ({ region }: Stages[number]) => region === "won" || region === "dead"
  const at = stages.findIndex(({ id }) => id === deal.stage.id)
  return html`<ol class="steps" aria-label="Stages">
    ${stages.map(
      (stage, index) =>
        (!isEnd(stage) || index === at) &&
        html`<li
          class="${stage.region} ${index <= at && "reached"}"
          ${index === at && html`aria-current="step"`}
        >
          ${stage.name}
        </li>`
    )}
  </ol>`
}

/** What is to be known of a deal that was put where it is without a move. */
export const unstamped = (deal: Deal): Html | false => {
  const warning = StageEntry.warning(deal)
  return (
    warning !== undefined &&
    html`<p class="soft">${warning.replace(" (move_deal, POST /v1/deals/{id}/move)", "")}</p>`
  )
}

/** Company and amount, as far as they are known. */
export const subtitle = ({ amountCents, company, currency }: Deal): Html | false => {
  const amount = amountCents !== null && html`<b>${Money.short(amountCents, currency)}</b>`
  const both = company !== null && amountCents !== null && " · "
  return (company !== null || amountCents !== null) && html`<p>${company}${both}${amount}</p>`
}

type Row = readonly [name: string, value: Part]

const list = (rows: ReadonlyArray<Row>): Html =>
  html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        value !== null &&
        html`<dt>${name}</dt>
          <dd>${value}</dd>`
    )}
  </dl>`

const on = (time: string | null): Part => (time === null ? null : Moment.day(time))

export const figures = (deal: Deal): Html =>
  list([
    ["Amount", deal.amountCents === null ? "Not known yet" : Money.format(deal.amountCents, deal.currency)],
    ["Owner", deal.ownerName ?? "No name"],
    ["Came from", deal.leadId === null ? null : html`<a href="/leads/${deal.leadId}">a lead</a>`],
    [
      "Labels",
      deal.labels.length === 0 ? null : deal.labels.map((label) => html`<span class="tag">${label}</span> `)
    ],
    ["In this stage since", on(deal.stageEnteredAt)],
    ["Committed", on(deal.commitmentAt)],
    ["Won", on(deal.wonAt)],
    ["Dead", on(deal.deadAt)],
    ["Created", on(deal.createdAt)],
    ["Changed", on(deal.updatedAt)]
  ])

/** A link, or the text alone where the address is none a link may have. */
const link = (text: string | null, addressOf: (text: string) => string): Part => {
  if (text === null) return null
  const address = href(addressOf(text))
  return address === "#" ? text : html`<a href="${address}" rel="noreferrer">${text}</a>`
}

export const contact = ({ primaryContact }: Deal): Html => {
  const { email, linkedin, name, phone, title } = primaryContact
  const rows: ReadonlyArray<Row> = [
    ["Name", name],
    ["Title", title],
    ["Email", link(email, mailto)],
    ["Phone", link(phone, (text) => `tel:${text.replaceAll(/[^\d+]/gu, "")}`)],
    ["LinkedIn", link(linkedin, (text) => text)]
  ]
  return rows.every(([, value]) => value === null) ? html`<p class="soft">Nobody yet.</p>` : list(rows)
}
