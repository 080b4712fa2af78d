/** The filter bar of a board: search, the button for one's own deals, and the other filters, collapsed. */
import type { Member } from "../../../schema/Member.ts"
import * as DealFormFields from "../../deals/pages/DealFormFields.ts"
import * as FormControl from "../../surfaces/web/form/FormControl.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as BoardFilter from "./BoardFilter.ts"

export type Members = ReadonlyArray<typeof Member.Encoded>

/** Errors by field. */
export type Wrong = ReadonlyMap<string, Part>

interface FilterOptions {
  readonly members: Members
  readonly labels: ReadonlyArray<string>
  readonly wrong: Wrong
}

const option = (value: string, name: Part, current: string): Html =>
  html`<option value="${value}" ${value === current && html`selected`}>${name}</option>`

const owner = ({ owner }: BoardFilter.BoardFilter, members: Members): Html => {
  const isKnown = ["", "me"].includes(owner) || members.some(({ id }) => id === owner)
  return html`<div class="field">
    <label for="f-owner">${say.boards.owner}</label>
    <select id="f-owner" name="owner">
      ${option("", say.boards.everyone, owner)} ${option("me", say.boards.mine, owner)}
      ${members.map((member) => option(member.id, DealFormFields.nameOf(member), owner))}
      ${!isKnown && option(owner, say.boards.someoneElse, owner)}
    </select>
  </div>`
}

const sort = ({ sort }: BoardFilter.BoardFilter): Html =>
  html`<div class="field">
    <label for="f-sort">${say.boards.order}</label>
    <select id="f-sort" name="sort">
      ${BoardFilter.sorts.map((one) => option(one === "latest" ? "" : one, say.boards.sorts[one], sort === "latest" ? "" : sort))}
    </select>
  </div>`

interface Text {
  readonly name: "label" | "min" | "max"
  readonly label: Part
  readonly value: string
  readonly most: number
  readonly list?: string
  readonly wrong?: Part
}

const text = ({ label, list, most, name, value, wrong }: Text): Html =>
  html`<div class="field">
    <label for="f-${name}">${label}</label>
    ${FormControl.error(`f-${name}`, wrong)}
    <input
      ${wrong !== undefined && html`aria-invalid="true" aria-describedby="f-${name}-error"`}
      id="f-${name}"
      name="${name}"
      value="${value}"
      maxlength="${most}"
      autocomplete="off"
      ${list !== undefined && html`list="${list}"`}
      ${name !== "label" && html`inputmode="decimal"`}
    />
  </div>`

const box = (name: "stale" | "overdue", label: Part, isOn: boolean): Html =>
  html`<div class="choice">
    <input id="f-${name}" type="checkbox" name="${name}" value="1" ${isOn && html`checked`} />
    <label for="f-${name}">${label}</label>
  </div>`

const amount = ({ wrong }: FilterOptions, name: "min" | "max", label: Part, value: string): Html =>
  text({ name, label, value, most: BoardFilter.maxLengths.amount, wrong: wrong.get(name) })

const folded = (filter: BoardFilter.BoardFilter, options: FilterOptions): Html => {
  const { labels, members } = options
  const count = BoardFilter.folded(filter)
  return html`<details class="filters" id="filters">
    <summary>${say.boards.filters}${count > 0 && html` <span class="count">${count}</span>`}</summary>
    <div class="panel">
      ${owner(filter, members)}
      ${text({
        name: "label",
        label: say.boards.label,
        value: filter.label,
        most: BoardFilter.maxLengths.label,
        list: "labels"
      })}
      <datalist id="labels">${labels.map((label) => html`<option value="${label}"></option>`)}</datalist>
      <div class="pair">
        ${amount(options, "min", say.boards.amountFrom, filter.min)}
        ${amount(options, "max", say.boards.amountTo, filter.max)}
      </div>
      ${box("stale", say.boards.stale(BoardFilter.staleDays), filter.stale)}
      ${box("overdue", say.boards.overdue, filter.overdue)} ${sort(filter)}
      ${filter.saved !== "" && html`<input type="hidden" name="saved" value="${filter.saved}" />`}
      <button type="submit">${say.boards.show}</button>
    </div>
  </details>`
}

/** The toggle for one's own deals. */
const mineToggle = (boardId: string, filter: BoardFilter.BoardFilter): Html => {
  const isOn = filter.owner === "me"
  return html`<a
    class="button quiet mine"
    href="${BoardFilter.address(boardId, { ...filter, owner: isOn ? "" : "me" })}"
    ${isOn && html`aria-current="true"`}
    >${say.boards.mine}</a
  >`
}

const none = BoardFilter.read(new URLSearchParams())

export const render = (boardId: string, filter: BoardFilter.BoardFilter, options: FilterOptions): Html =>
  html`<form class="search" id="filter" role="search" method="get" action="/boards/${boardId}">
    <label class="unseen" for="q">${say.boards.searchLabel}</label>
    <input
      id="q"
      name="q"
      type="search"
      value="${filter.q}"
      maxlength="${BoardFilter.maxLengths.q}"
      placeholder="${say.boards.placeholder}"
    />
    ${mineToggle(boardId, filter)} ${folded(filter, options)}
    <button class="quiet find" type="submit">${say.boards.search}</button>
    ${
      BoardFilter.isNarrow(filter) &&
      html`<a href="${BoardFilter.address(boardId, { ...none, sort: filter.sort, saved: filter.saved })}"
        >${say.boards.showAll}</a
      >`
    }
  </form>`
