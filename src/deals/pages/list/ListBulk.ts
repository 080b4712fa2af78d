/** Changes of the deals that were picked in the list: one kind at a time, all of the deals or none. */
import { Effect, Result } from "effect"
import type { BoardStage } from "../../../../schema/Stage.ts"
import { act } from "../../../surfaces/web/CallOperation.ts"
import * as Faults from "../../../surfaces/web/Faults.ts"
import type { Submission } from "../../../surfaces/web/Form.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import { html, type Html } from "../../../surfaces/web/Html.ts"
import type { PageContext } from "../../../surfaces/web/frame/PageContext.ts"
import { say } from "../../../surfaces/web/words/Words.ts"
import * as DealFormFields from "../DealFormFields.ts"
import * as ListFilter from "./ListFilter.ts"
import * as ListInput from "./ListInput.ts"

const listDeals = act("deals.list")
const updateMany = act("deals.bulkUpdate")
const moveMany = act("deals.bulkMove")

const { field, list: words } = say.deals

type Stages = ReadonlyArray<typeof BoardStage.Encoded>

/** The most deals that one press of a button changes. */
const most = 1_000

/** As many as one request changes. */
const turn = 200

const pageLength = 100

/** How many match, or that they are more than were counted. */
interface Matching {
  readonly deals: number
  readonly more: boolean
}

/** In the place of the picked ones, where there are others on further pages. */
const everything = ({ deals, more }: Matching): Html =>
  deals > most || more
    ? html`<p class="hint">${words.tooMany(most)}</p>`
    : html`<div class="choice one">
        <input type="checkbox" id="bulk-all" name="all" value="yes" />
        <label for="bulk-all">${words.allThatMatch(deals)}</label>
      </div>`

/** Stages are asked for where only one board is shown: a deal moves on its own. */
export const bar = ({ members }: ListFilter.Places, stages: Stages, matching: Matching | undefined): Html =>
  html`<fieldset class="bulk">
    <legend>${words.withPicked}</legend>
    ${matching !== undefined && everything(matching)}
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
        ${members.map((member) => html`<option value="${member.id}">${DealFormFields.nameOf(member)}</option>`)}
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

/** The ids of all deals that match. */
const matching = Effect.fnUntraced(function* (here: PageContext, named: string, places: ListFilter.Places) {
  const back = ListFilter.listed(named)
  if (back === undefined) return yield* refuse(words.noList)
  // What can't be read filters nothing on the page, which is not what they meant to change.
  const { asked } = yield* ListInput.understood(here, new URL(back, here.url), places, words.unchanged)
  const ids: Array<string> = []
  let cursor: string | undefined
  do {
    const page = yield* listDeals({ ...asked, limit: pageLength, cursor })
    ids.push(...page.data.map(({ id }) => id))
    if (ids.length > most) return yield* refuse(words.tooMany(most))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return ids
})

/** In turns, each all or none; of a turn that is refused, those before it stay, are told of and can be taken back. */
export const run = Effect.fnUntraced(function* (
  here: PageContext,
  form: Submission,
  places: ListFilter.Places
) {
  const back = ListFilter.back(form.text("back"))
  const ids = form.text("all") === "yes" ? yield* matching(here, form.text("back"), places) : form.all("deal")
  if (ids.length === 0) return yield* refuse(words.nonePicked)
  const done = { updated: 0, unchanged: 0 }
  for (let from = 0; from < ids.length; from += turn) {
    const changed = yield* Effect.result(changeOf(form, ids.slice(from, from + turn)))
    if (Result.isFailure(changed)) {
      if (from === 0) return yield* Effect.fail(changed.failure)
      const notice = words.partly(done.updated, ids.length - from, Faults.of(changed.failure))
      return { to: back, notice, isWrong: true, offers: "undo" as const }
    }
    done.updated += changed.success.updated
    done.unchanged += changed.success.unchanged
  }
  return { to: back, notice: words.done(done.updated, done.unchanged), offers: "undo" as const }
})
