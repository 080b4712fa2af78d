/** Changes the deals selected in the list, with one kind of change at a time. */
import { Effect, Result } from "effect"
import type { BoardStage } from "../../../../schema/Stage.ts"
import { callOperation } from "../../../surfaces/web/CallOperation.ts"
import * as Faults from "../../../surfaces/web/Faults.ts"
import type { Submission } from "../../../surfaces/web/Form.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import { html, type Html } from "../../../surfaces/web/Html.ts"
import type { PageContext } from "../../../surfaces/web/frame/PageContext.ts"
import { say } from "../../../surfaces/web/i18n/Words.ts"
import * as DealFormFields from "../DealFormFields.ts"
import * as LostReasons from "../LostReasons.ts"
import * as ListFilter from "./ListFilter.ts"
import * as ListInput from "./ListInput.ts"

const listDeals = callOperation("deals.list")
const updateMany = callOperation("deals.bulkUpdate")
const moveMany = callOperation("deals.bulkMove")

const { field, list: words } = say.deals

type Stages = ReadonlyArray<typeof BoardStage.Encoded>

/** The maximum number of deals changed by one submission. */
const maxDeals = 1_000

/** The maximum number of deals per request. */
const batchSize = 200

const pageLength = 100

/** The number of matching deals. `more` means that there are more than were counted. */
interface Matching {
  readonly deals: number
  readonly more: boolean
}

/** Offers to select all matching deals instead, if there are further pages. */
const everything = ({ deals, more }: Matching): Html =>
  deals > maxDeals || more
    ? html`<p class="hint">${words.tooMany(maxDeals)}</p>`
    : html`<div class="choice one">
        <input type="checkbox" id="bulk-all" name="all" value="yes" />
        <label for="bulk-all">${words.allThatMatch(deals)}</label>
      </div>`

/** Offers stages only if the list shows a single board, because a move doesn't change a deal's board. */
export const bar = (
  context: PageContext,
  { members }: ListFilter.Places,
  stages: Stages,
  matching: Matching | undefined
): Html =>
  html`<fieldset class="bulk">
    <legend>${words.withPicked}</legend>
    ${matching !== undefined && everything(matching)}
    ${
      stages.length > 0 &&
      html`<div class="one">
        <label for="bulk-stage">${words.stage}</label>
        <select id="bulk-stage" name="stage">
          ${stages.map(({ id, name, region }) => html`<option class="${region}" value="${id}">${name}</option>`)}
        </select>
        <span class="lost">
          <label for="bulk-reason">${say.deals.whyLost}</label>
          <input
            id="bulk-reason"
            name="lostReason"
            list="${LostReasons.id}"
            maxlength="500"
            autocomplete="off"
            dir="auto"
          />
          ${LostReasons.datalist(context)}
        </span>
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

/** Parses a typed number, with a decimal point or comma. */
const percentOf = (text: string): number | undefined =>
  /^[+-]?\d{1,4}([.,]\d{1,4})?$/u.test(text) ? Number(text.replace(",", ".")) : undefined

const changeOf = Effect.fnUntraced(function* (form: Submission, ids: ReadonlyArray<string>) {
  const label = form.text("label").trim()
  switch (form.text("do")) {
    case "move":
      return yield* moveMany({
        ids,
        toStageId: form.text("stage"),
        lostReason: form.text("lostReason").trim() || undefined
      })
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

/** The ids of all matching deals. */
const matching = Effect.fnUntraced(function* (
  context: PageContext,
  named: string,
  places: ListFilter.Places
) {
  const back = ListFilter.listed(named)
  if (back === undefined) return yield* refuse(words.noList)
  // Fails for an invalid filter: the page ignores it, so more deals would change than intended.
  const { asked } = yield* ListInput.understood(context, new URL(back, context.url), places, words.unchanged)
  const ids: Array<string> = []
  let cursor: string | undefined
  do {
    const page = yield* listDeals({ ...asked, limit: pageLength, cursor })
    ids.push(...page.data.map(({ id }) => id))
    if (ids.length > maxDeals) return yield* refuse(words.tooMany(maxDeals))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return ids
})

/** Changes deals in batches, each all or nothing. If one fails, the earlier batches are kept and reported, and can be undone. */
export const run = Effect.fnUntraced(function* (
  context: PageContext,
  form: Submission,
  places: ListFilter.Places
) {
  const back = ListFilter.back(form.text("back"))
  const ids =
    form.text("all") === "yes" ? yield* matching(context, form.text("back"), places) : form.all("deal")
  if (ids.length === 0) return yield* refuse(words.nonePicked)
  const done = { updated: 0, unchanged: 0 }
  for (let from = 0; from < ids.length; from += batchSize) {
    const changed = yield* Effect.result(changeOf(form, ids.slice(from, from + batchSize)))
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
