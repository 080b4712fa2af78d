/** The active filters, each with a button to remove it, for narrow windows in which the form is collapsed. */
import type { BoardStage } from "../../../../schema/Stage.ts"
import { html, type Html, type Part } from "../../../surfaces/web/Html.ts"
import { say } from "../../../surfaces/web/i18n/Words.ts"
import * as DealFormFields from "../DealFormFields.ts"
import * as ListFilter from "./ListFilter.ts"

interface ChipContext extends ListFilter.Places {
  readonly stages: ReadonlyArray<typeof BoardStage.Encoded>
}

const { field, list: words } = say.deals

type Chip = readonly [value: Part, without: Partial<ListFilter.Filter>]

const nameIn = (all: ReadonlyArray<{ readonly id: string; readonly name: Part }>, id: string): Part =>
  all.find((one) => one.id === id)?.name ?? id

const ownerOf = ({ owner }: ListFilter.Filter, { members }: ChipContext): Part =>
  owner === "me" ? words.me : nameIn(DealFormFields.owners(members, owner), owner)

const chipsOf = (filter: ListFilter.Filter, context: ChipContext): ReadonlyArray<Chip> => {
  const { board, closedFrom, closedTo, expectedFrom, expectedTo, label, max, min, overdue, owner } = filter
  const { q, quiet, stage, status } = filter
  const named = (label: Part, value: Part): Part => html`${label}: ${value}`
  const all: ReadonlyArray<readonly [isOn: boolean, ...Chip]> = [
    [q !== "", html`“${q}”`, { q: "" }],
    [owner !== "", named(field.owner, ownerOf(filter, context)), { owner: "" }],
    [board !== "", html`${nameIn(context.boards, board)}`, { board: "", stage: "" }],
    [stage !== "", named(words.stage, nameIn(context.stages, stage)), { stage: "" }],
    [status !== "open", words.statuses[status], { status: "open" }],
    [label !== "", named(words.label, label), { label: "" }],
    [min !== "", named(say.boards.amountFrom, min), { min: "" }],
    [max !== "", named(say.boards.amountTo, max), { max: "" }],
    [quiet !== "", named(words.quiet, quiet), { quiet: "" }],
    [closedFrom !== "", named(words.closedFrom, closedFrom), { closedFrom: "" }],
    [closedTo !== "", named(words.closedTo, closedTo), { closedTo: "" }],
    [expectedFrom !== "", named(words.expectedFrom, expectedFrom), { expectedFrom: "" }],
    [expectedTo !== "", named(words.expectedTo, expectedTo), { expectedTo: "" }],
    [overdue, words.overdue, { overdue: false }]
  ]
  return all.filter(([isOn]) => isOn).map(([, value, without]) => [value, without])
}

export const render = (filter: ListFilter.Filter, context: ChipContext): Html | false => {
  const chips = chipsOf(filter, context)
  return (
    chips.length > 0 &&
    html`<ul class="chips" aria-label="${words.filtered}">
      ${chips.map(
        ([value, without]) =>
          html`<li>
            <a class="tag" href="${ListFilter.address({ ...filter, ...without, cursor: "" })}"
              ><span class="unseen">${words.without} </span>${value}<span aria-hidden="true"> ×</span></a
            >
          </li>`
      )}
    </ul>`
  )
}
