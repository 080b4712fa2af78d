/** The page to add a deal to a board. */
import { Effect } from "effect"
import * as Authorization from "../../invocation/Authorization.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html } from "../../surfaces/web/Html.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as DealFormFields from "./DealFormFields.ts"

const getBoard = callOperation("boards.get")
const boardStages = callOperation("boards.stages")
const listMembers = callOperation("members.list")
const form = ContractForm.of("deals.create", {
  ...DealFormFields.inputFields,
  stageId: { label: say.deals.list.stage, choose: say.deals.aStage }
})

const content = Effect.fnUntraced(function* (context: PageContext, refused?: Refused) {
  if (!WorkspacePage.may(context, "deals:write"))
    return yield* Authorization.missing(context.actor, "deals:write")
  const board = yield* getBoard({ id: context.param("id") })
  const stages = yield* boardStages({ id: board.id })
  const members = yield* listMembers({})
  const ownerId = refused?.form.text("ownerId") || context.actor.user.id
  const formView = form.show({
    refused,
    focused: "name",
    currency: board.currency,
    values: {
      ownerId,
      stageId: context.url.searchParams.get("stage"),
      amountCents: board.defaultDealAmountCents || null
    },
    choices: {
      stageId: stages,
      ownerId: DealFormFields.owners(members, ownerId),
      forecastCategory: DealFormFields.forecasts
    }
  })
  return {
    title: say.boards.newDeal,
    section: "Board",
    styles: ["deal.css"],
    body: html`<p class="back"><a href="/boards/${board.id}">← ${board.name}</a></p>
      <form class="card form" method="post" action="/boards/${board.id}/new">
        <h1>${say.boards.newDeal}</h1>
        ${formView.problem} ${WorkspacePage.hidden(context, "create")}
        ${DealFormFields.layout(formView.at, formView.at.stageId)}
        <div class="actions"><button type="submit">${say.deals.create}</button></div>
      </form>`
  } satisfies Content
})

const page = WorkspacePage.page("/boards/:id/new", (context) => content(context))

const create = WorkspacePage.form("/boards/:id/new", {
  run: Effect.fnUntraced(function* (context, submission) {
    const { currency, id: boardId } = yield* getBoard({ id: context.param("id") })
    const { id } = yield* form.send(submission, { boardId }, { currency })
    return { to: `/deals/${id}`, notice: say.deals.isCreated }
  }),
  again: content
})

export const routes = [page, create]
