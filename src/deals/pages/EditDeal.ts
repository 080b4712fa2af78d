/** The pages to edit and delete a deal. */
import { Effect } from "effect"
import * as Authorization from "../../invocation/Authorization.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as DeletedDealsPage from "./DeletedDealsPage.ts"
import * as ListNavigation from "./ListNavigation.ts"
import * as DealFormFields from "./DealFormFields.ts"

const getDeal = callOperation("deals.get")
const listMembers = callOperation("members.list")
const form = ContractForm.of("deals.update", DealFormFields.inputFields)
const deleteDeal = callOperation("deals.delete")

const words = say.deals.deletion

type Deal = Effect.Success<ReturnType<typeof getDeal>>

/** Asks for confirmation without JavaScript. */
const deletion = (context: PageContext, { boardId, id, name }: Deal): Html =>
  html`<details class="card">
    <summary>${words.ask}</summary>
    <p>${words.about(name)}</p>
    <form method="post" action="/deals/${id}/delete">
      ${WorkspacePage.hidden(context, "delete")} <input type="hidden" name="board" value="${boardId}" />
      <button class="bad" type="submit">${words.do}</button>
    </form>
  </details>`

const content = Effect.fnUntraced(function* (context: PageContext, refused?: Refused) {
  if (!WorkspacePage.may(context, "deals:write"))
    return yield* Authorization.missing(context.actor, "deals:write")
  const deal = yield* getDeal({ id: context.param("id") })
  const members = yield* listMembers({})
  const formView = form.show({
    refused,
    marked: true,
    currency: deal.currency,
    values: DealFormFields.valuesOf(deal, context.actor.workspace.timeZone),
    choices: {
      ownerId: DealFormFields.owners(members, refused?.form.text("ownerId") || deal.ownerId),
      forecastCategory: DealFormFields.forecasts
    }
  })
  return {
    title: say.deals.editTitle(deal.name),
    section: "Board",
    styles: ["deal.css"],
    body: html`<p class="back"><a href="${ListNavigation.at(context, deal.id)}">← ${deal.name}</a></p>
      <form class="card form" method="post" action="${ListNavigation.at(context, deal.id, "/edit")}">
        <h1>${say.deals.editing}</h1>
        ${formView.problem} ${WorkspacePage.hidden(context, "edit")} ${formView.marks}
        ${DealFormFields.layout(formView.at)}
        <div class="actions">
          <button type="submit">${say.deals.save}</button>
          <a class="button quiet" href="${ListNavigation.at(context, deal.id)}">${say.deals.cancel}</a>
        </div>
      </form>
      ${deletion(context, deal)}`
  } satisfies Content
})

const page = WorkspacePage.page("/deals/:id/edit", (context) => content(context))

const update = WorkspacePage.form("/deals/:id/edit", {
  run: Effect.fnUntraced(function* (context, submission) {
    const { currency, id } = yield* getDeal({ id: context.param("id") })
    yield* form.send(submission, { id }, { currency, changed: true })
    return { to: ListNavigation.at(context, id), notice: say.deals.isSaved, offers: "undo" as const }
  }),
  again: content
})

const remove = WorkspacePage.form("/deals/:id/delete", {
  run: (context, form) =>
    Effect.map(deleteDeal({ id: context.param("id") }), ({ id }) => ({
      to: DeletedDealsPage.after(form.text("board"), id)
    }))
})

export const routes = [page, update, remove]
