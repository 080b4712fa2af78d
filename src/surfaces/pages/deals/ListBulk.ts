/** Changes of the deals that were picked in the list: one kind at a time, all of the deals or none. */
import { Effect } from "effect"
import type { BoardStage } from "../../../../schema/Stage.ts"
import { act } from "../platform/Act.ts"
import type { Submission } from "../platform/Form.ts"
import * as Problems from "../platform/form/Problems.ts"
import { html, type Html } from "../platform/Html.ts"
import type * as Workplace from "../platform/Workplace.ts"
import { say } from "../words/Words.ts"
import * as DealFields from "./DealFields.ts"
import * as ListFilter from "./ListFilter.ts"

const updateMany = act("deals.bulkUpdate")
const moveMany = act("deals.bulkMove")

const { field, list: words } = say.deals

type Stages = ReadonlyArray<typeof BoardStage.Encoded>

/** Stages are asked for where only one board is shown: a deal moves on its own. */
export const bar = ({ members }: ListFilter.Places, stages: Stages): Html =>
  html`<fieldset class="bulk">
    <legend>${words.withPicked}</legend>
    ${
      stages.length > 0 &&
      html`<div class="one">
        <label for="bulk-stage">${words.stage}</label>
        <select id="bulk-stage" name="stage">
          ${stages.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
        </select>
        <button class="quiet" name="do" value="move">${words.move}</button>
      </div>`
    }
    <div class="one">
      <label for="bulk-owner">${field.owner}</label>
      <select id="bulk-owner" name="owner">
        ${members.map((member) => html`<option value="${member.id}">${DealFields.nameOf(member)}</option>`)}
      </select>
      <button class="quiet" name="do" value="owner">${words.give}</button>
    </div>
    <div class="one">
      <label for="bulk-label">${words.label}</label>
      <input id="bulk-label" name="label" maxlength="80" autocomplete="off" dir="auto" />
      <button class="quiet" name="do" value="add">${words.add}</button>
      <button class="quiet" name="do" value="remove">${words.remove}</button>
    </div>
    <div class="one">
      <label for="bulk-percent">${words.percent}</label>
      <input id="bulk-percent" name="percent" inputmode="decimal" maxlength="12" autocomplete="off" />
      <button class="quiet" name="do" value="amount">${words.raise}</button>
    </div>
  </fieldset>`

const refuse = (message: Parameters<typeof Problems.invalid>[0][number]["message"]) =>
  Problems.invalid([{ path: "", message }])

/** A number as people type it: `2,5` as `2.5`. */
const percentOf = (text: string): number | undefined =>
  /^[+-]?\d{1,4}([.,]\d{1,4})?$/u.test(text) ? Number(text.replace(",", ".")) : undefined

const changeOf = Effect.fnUntraced(function* (form: Submission, ids: ReadonlyArray<string>) {
  const label = form.text("label").trim()
  switch (form.text("do")) {
    case "move":
      return yield* moveMany({ ids, toStageId: form.text("stage") })
    case "owner":
      return yield* updateMany({ ids, ownerId: form.text("owner") })
    case "add":
      return yield* label === "" ? refuse(words.noLabel) : updateMany({ ids, addLabels: [label] })
    case "remove":
      return yield* label === "" ? refuse(words.noLabel) : updateMany({ ids, removeLabels: [label] })
    case "amount": {
      const amountPercent = percentOf(form.text("percent").trim())
      return yield* amountPercent === undefined ? refuse(words.noPercent) : updateMany({ ids, amountPercent })
    }
    default:
      return yield* refuse(words.noButton)
  }
})

export const run = Effect.fnUntraced(function* (_here: Workplace.Here, form: Submission) {
  const ids = form.all("deal")
  if (ids.length === 0) return yield* refuse(words.nonePicked)
  const { unchanged, updated } = yield* changeOf(form, ids)
  return {
    to: ListFilter.back(form.text("back")),
    notice: words.done(updated, unchanged),
    offers: "undo" as const
  }
})
