/** The table of the page of all deals, with the selected columns. */
import type { Effect } from "effect"
import type * as Deal from "../../../../schema/Deal.ts"
import * as NextStep from "../../rules/NextStep.ts"
import { shortened } from "../../../shared/PlainText.ts"
import type { callOperation } from "../../../surfaces/web/CallOperation.ts"
import * as Amounts from "../../../surfaces/web/Amounts.ts"
import { html, type Html, type Part } from "../../../surfaces/web/Html.ts"
import * as LocalTime from "../../../surfaces/web/LocalTime.ts"
import { say } from "../../../surfaces/web/i18n/Words.ts"
import * as ListNavigation from "../ListNavigation.ts"
import * as DealFacts from "../DealFacts.ts"
import * as ListFilter from "./ListFilter.ts"

export type Listed = Effect.Success<
  ReturnType<ReturnType<typeof callOperation<"deals.list">>>
>["data"][number]

export interface Setting {
  readonly filter: ListFilter.Filter
  readonly boards: ListFilter.Places["boards"]
  readonly now: NextStep.Now
  readonly mayWrite: boolean
}

const { field } = say.deals
const { list: words } = say.deals

export const names: Readonly<Record<ListFilter.Column, Part>> = {
  company: field.company,
  stage: words.stage,
  amount: field.amount,
  owner: field.owner,
  nextStep: field.nextStep,
  labels: field.labels,
  contact: field.contact,
  expectedClose: field.expectedCloseAt,
  since: say.deals.since,
  created: say.deals.created,
  updated: say.deals.changed
}

/** The sort orders of each column, the more common one first. */
const sorts: Partial<Record<ListFilter.Column, readonly [Deal.Sort, Deal.Sort]>> = {
  amount: ["-amount", "amount"],
  nextStep: ["nextStep", "-nextStep"],
  expectedClose: ["expectedClose", "-expectedClose"],
  created: ["-created", "created"],
  updated: ["-updated", "updated"]
}

const maxTextLength = 80

const cells: Readonly<Record<ListFilter.Column, (deal: Listed, setting: Setting) => Part>> = {
  company: ({ company }) => company !== null && shortened(company, maxTextLength),
  stage: ({ boardId, stage }, { boards, filter }) => {
    const board = boards.length > 1 && filter.board === "" && boards.find(({ id }) => id === boardId)
    return html`${stage.name}${board !== false && board !== undefined && html` <span class="soft">${board.name}</span>`}`
  },
  amount: ({ amountCents, currency }) => amountCents !== null && Amounts.short(amountCents, currency),
  owner: ({ ownerName }) => ownerName ?? say.deals.noName,
  nextStep: (deal, { now }) =>
    html`${deal.nextStep !== null && shortened(deal.nextStep, maxTextLength)} ${DealFacts.due(deal, now)}`,
  labels: ({ labels }) =>
    html`${labels.slice(0, 4).map((label) => html`<span class="tag">${shortened(label, 40)}</span> `)}${labels.length > 4 && html`<span class="tag">+${labels.length - 4}</span>`}`,
  contact: ({ primaryContact: { email, name } }) => shortened(name ?? email ?? "", maxTextLength),
  expectedClose: ({ expectedCloseAt }) => expectedCloseAt !== null && DealFacts.dayOf(expectedCloseAt),
  since: ({ stageEnteredAt }) => LocalTime.day(stageEnteredAt),
  created: ({ createdAt }) => LocalTime.day(createdAt),
  updated: ({ updatedAt }, { now }) => LocalTime.ago(updatedAt, now.time)
}

const head = ({ filter }: Setting, column: ListFilter.Column): Html => {
  const ways = sorts[column]
  const at = ways?.indexOf(filter.sort) ?? -1
  const direction = filter.sort.startsWith("-") ? "descending" : "ascending"
  const name = names[column]
  return html`<th scope="col" class="${column}" ${at >= 0 && html`aria-sort="${direction}"`}>
    ${
      ways === undefined
        ? name
        : html`<a href="${ListFilter.address({ ...filter, sort: ways[at === 0 ? 1 : 0], cursor: "" })}"
            >${name}${at >= 0 && html`<span aria-hidden="true"> ${direction === "ascending" ? "↑" : "↓"}</span>`}</a
          >`
    }
  </th>`
}

const row = (setting: Setting, deal: Listed): Html =>
  html`<tr>
    ${
      setting.mayWrite &&
      html`<td class="pick">
        <input type="checkbox" name="deal" value="${deal.id}" aria-label="${words.pick(deal.name)}" />
      </td>`
    }
    <th scope="row">
      <a href="${ListNavigation.fromList(deal.id, setting.filter)}">${shortened(deal.name, maxTextLength)}</a>
    </th>
    ${setting.filter.columns.map(
      (column) => html`<td class="${column}">${cells[column](deal, setting)}</td>`
    )}
  </tr>`

export const render = (setting: Setting, deals: ReadonlyArray<Listed>): Html =>
  html`<div class="table card" role="region" tabindex="0" aria-label="${words.title}">
    <table>
      <thead>
        <tr>
          ${
            setting.mayWrite &&
            html`<td class="pick">
              <input type="checkbox" id="pick-all" aria-label="${words.pickAll}" hidden />
            </td>`
          }
          <th scope="col">${field.name}</th>
          ${setting.filter.columns.map((column) => head(setting, column))}
        </tr>
      </thead>
      <tbody>
        ${deals.map((deal) => row(setting, deal))}
      </tbody>
    </table>
  </div>`
