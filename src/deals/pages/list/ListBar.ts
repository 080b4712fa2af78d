/** The filter form of the page of all deals. */
import type { BoardStage } from "../../../../schema/Stage.ts"
import * as FormControl from "../../../surfaces/web/form/FormControl.ts"
import { html, type Html, type Part } from "../../../surfaces/web/Html.ts"
import { say } from "../../../surfaces/web/i18n/Words.ts"
import * as AmountRange from "./AmountRange.ts"
import * as DealFormFields from "../DealFormFields.ts"
import * as ListFilter from "./ListFilter.ts"
import * as ListTable from "./ListTable.ts"

const { field, list: words } = say.deals

type Stages = ReadonlyArray<typeof BoardStage.Encoded>

const option = (value: string, name: Part, chosen: string): Html =>
  html`<option value="${value}" ${value === chosen && html`selected`}>${name}</option>`

const select = (name: string, label: Part, options: ReadonlyArray<Html>): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options}
    </select>
  </div>`

type Wrong = ReadonlyMap<string, Part>

const invalid = (wrong: Wrong, name: string): Html | false =>
  wrong.has(name) && html`aria-invalid="true" aria-describedby="${name}-error"`

const error = (wrong: Wrong, name: string): Html | false => FormControl.error(name, wrong.get(name))

const amount = (wrong: Wrong, name: "min" | "max", label: Part, value: string): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    ${error(wrong, name)}
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      ${invalid(wrong, name)}
      inputmode="decimal"
      maxlength="${AmountRange.maxLength}"
      autocomplete="off"
    />
  </div>`

const days = ["closedFrom", "closedTo", "expectedFrom", "expectedTo"] as const

/** Whether a filter in the collapsed part of the form is active. */
const isMore = ({ label, max, min, overdue, quiet, ...filter }: ListFilter.Filter): boolean =>
  overdue || [min, max, label, quiet, ...days.map((name) => filter[name])].some((value) => value !== "")

interface FilterOptions extends ListFilter.Places {
  readonly stages: Stages
  /** Errors by field. */
  readonly wrong: Wrong
}

/** In narrow windows a button beside the heading opens the form. */
export const filters = (filter: ListFilter.Filter, { boards, members, stages, wrong }: FilterOptions): Html =>
  html`<form
    class="filters"
    id="filters"
    popover
    data-usual="${ListFilter.usualColumns.join(" ")}"
    method="get"
    action="/deals"
    role="search"
  >
    <div class="field search">
      <label for="q">${words.search}</label>
      ${error(wrong, "q")}
      <input
        id="q"
        name="q"
        type="search"
        value="${filter.q}"
        maxlength="${ListFilter.maxLength}"
        dir="auto"
        ${invalid(wrong, "q")}
      />
    </div>
    ${select("owner", field.owner, [
      option("", words.anyone, filter.owner),
      option("me", words.me, filter.owner),
      ...(filter.owner === "" || filter.owner === "me"
        ? members.map((member) => ({ id: member.id, name: DealFormFields.nameOf(member) }))
        : DealFormFields.owners(members, filter.owner)
      ).map(({ id, name }) => option(id, name, filter.owner))
    ])}
    ${
      boards.length > 1 &&
      select("board", say.boards.board, [
        option("", words.allBoards, filter.board),
        ...boards.map(({ id, name }) => option(id, name, filter.board))
      ])
    }
    ${
      boards.length === 1 &&
      filter.board !== "" &&
      html`<input type="hidden" name="board" value="${filter.board}" />`
    }
    ${
      stages.length > 0 &&
      select("stage", words.stage, [
        option("", words.anyStage, filter.stage),
        ...stages.map(({ id, name }) => option(id, name, filter.stage))
      ])
    }
    ${select(
      "status",
      words.status,
      (["open", "won", "dead", "all"] as const).map((one) => option(one, words.statuses[one], filter.status))
    )}
    <details class="more" ${isMore(filter) && html`open`}>
      <summary>${words.more}</summary>
      <div class="further">
        <div class="field">
          <label for="label">${words.label}</label>
          <input id="label" name="label" value="${filter.label}" maxlength="80" dir="auto" />
        </div>
        ${amount(wrong, "min", say.boards.amountFrom, filter.min)}
        ${amount(wrong, "max", say.boards.amountTo, filter.max)}
        <div class="field">
          <label for="quiet">${words.quiet}</label>
          <input id="quiet" name="quiet" type="number" min="1" max="999" value="${filter.quiet}" />
        </div>
        ${days.map(
          (name) =>
            html`<div class="field">
              <label for="${name}">${words[name]}</label>
              ${error(wrong, name)}
              <input
                id="${name}"
                name="${name}"
                type="date"
                value="${filter[name]}"
                ${invalid(wrong, name)}
              />
            </div>`
        )}
        <div class="choice">
          <input type="checkbox" id="overdue" name="overdue" value="yes" ${filter.overdue && html`checked`} />
          <label for="overdue">${words.overdue}</label>
        </div>
        <fieldset class="columns-shown">
          <legend>${words.columns}</legend>
          ${ListFilter.columns.map(
            (column) =>
              html`<div class="choice">
                <input
                  type="checkbox"
                  id="c-${column}"
                  name="c"
                  value="${column}"
                  ${filter.columns.includes(column) && html`checked`}
                />
                <label for="c-${column}">${ListTable.names[column]}</label>
              </div>`
          )}
        </fieldset>
      </div>
    </details>
    ${filter.sort !== "-created" && html`<input type="hidden" name="sort" value="${filter.sort}" />`}
    ${filter.saved !== "" && html`<input type="hidden" name="saved" value="${filter.saved}" />`}
    <button class="quiet" type="submit">${say.boards.show}</button>
  </form>`
