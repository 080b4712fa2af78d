/** Changing a deal, and deleting it. */
import { Effect } from "effect"
import * as Access from "../../../Access.ts"
import { act } from "../platform/Act.ts"
import type { Refused } from "../platform/Form.ts"
import * as ContractForm from "../platform/form/ContractForm.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Workplace from "../platform/Workplace.ts"
import * as Deleted from "./Deleted.ts"
import * as DealFields from "./DealFields.ts"

const getDeal = act("deals.get")
const listMembers = act("members.list")
const form = ContractForm.of("deals.update", DealFields.asked)
const deleteDeal = act("deals.delete")

type Deal = Effect.Success<ReturnType<typeof getDeal>>

/** Asks once more, without a script. */
const deletion = (here: Workplace.Here, { boardId, id, name }: Deal): Html =>
  html`<details class="card">
    <summary>Delete this deal…</summary>
    <p>
      ${name} goes from the board and from every report at once. It can be restored for 30 days, then it is
      gone for good, with its notes.
    </p>
    <form method="post" action="/deals/${id}/delete">
      ${Workplace.hidden(here, "delete")} <input type="hidden" name="board" value="${boardId}" />
      <button class="bad" type="submit">Delete the deal</button>
    </form>
  </details>`

const content = Effect.fnUntraced(function* (here: Workplace.Here, refused?: Refused) {
  if (!Workplace.may(here, "deals:write")) return yield* Access.missing(here.actor, "deals:write")
  const deal = yield* getDeal({ id: here.param("id") })
  const members = yield* listMembers({})
  const shown = form.show({
    refused,
    marked: true,
    currency: deal.currency,
    values: DealFields.valuesOf(deal),
    choices: { ownerId: DealFields.owners(members, refused?.form.text("ownerId") || deal.ownerId) }
  })
  return {
    title: `Edit ${deal.name}`,
    section: "Board",
    styles: ["deal.css"],
    body: html`<p class="back"><a href="/deals/${deal.id}">← ${deal.name}</a></p>
      <form class="card form" method="post" action="/deals/${deal.id}/edit">
        <h1>Edit the deal</h1>
        ${shown.problem} ${Workplace.hidden(here, "edit")} ${shown.marks} ${DealFields.layout(shown.at)}
        <div class="actions">
          <button type="submit">Save</button>
          <a class="button quiet" href="/deals/${deal.id}">Cancel</a>
        </div>
      </form>
      ${deletion(here, deal)}`
  } satisfies Workplace.Content
})

const page = Workplace.page("/deals/:id/edit", (here) => content(here))

const update = Workplace.form("/deals/:id/edit", {
  run: Effect.fnUntraced(function* (here, submission) {
    const { currency, id } = yield* getDeal({ id: here.param("id") })
    yield* form.send(submission, { id }, { currency, changed: true })
    return { to: `/deals/${id}`, notice: "The deal is saved.", offers: "undo" as const }
  }),
  again: content
})

const remove = Workplace.form("/deals/:id/delete", {
  run: (here, form) =>
    Effect.map(deleteDeal({ id: here.param("id") }), ({ id }) => ({
      to: Deleted.after(form.text("board"), id)
    }))
})

export const routes = [page, update, remove]
