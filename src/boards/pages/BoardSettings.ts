/** One board's settings: name, currency, goals and stages. */
import { Effect } from "effect"
import type { Currency } from "../../../schema/Field.ts"
import * as StageDraft from "../rules/StageDraft.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused, Submission } from "../../surfaces/web/Form.ts"
import * as Amounts from "../../surfaces/web/Amounts.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import * as Problems from "../../surfaces/web/form/Problems.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as PageResponse from "../../surfaces/web/PageResponse.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import type { Listed } from "./Boards.ts"
import * as GoalsForm from "./GoalsForm.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import * as StageEditor from "./StageEditor.ts"
import * as StageForm from "./StageForm.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

const path = "/settings/boards"
const get = callOperation("boards.get")
const readGoals = callOperation("boards.goals")
const readStages = callOperation("boards.stages")
const listMembers = callOperation("members.list")
const readLanes = callOperation("boards.lanes")
const replaceStages = callOperation("boards.replaceStages")

const details = ContractForm.of("boards.update", {
  name: {},
  currency: {
    hint: say.setup.currencyHint
  },
  defaultDealAmountCents: {
    hint: say.setup.amountHint,
    money: true,
    blank: 0
  }
})

/** The error of each form, and the draft of the stages. */
interface FormErrors {
  readonly details?: Refused
  readonly goals?: Refused
  readonly draft?: StageForm.Draft
}

const detailsForm = (context: PageContext, board: Listed, refused: Refused | undefined): Html => {
  const formView = details.show({ refused, values: board, currency: board.currency })
  return html`<form class="card new" method="post" action="${path}/${board.id}">
    <h2>${say.setup.details}</h2>
    ${formView.problem} ${WorkspacePage.hidden(context, "details")} ${formView.fields}
    <div class="actions"><button type="submit">${say.setup.save}</button></div>
  </form>`
}

const sum = (cents: number | null, currency: Currency) =>
  cents === null ? say.setup.none : Amounts.full(cents, currency)

const facts = (board: Listed, { deal_value, deals_won, proposals }: GoalsForm.Goals): Html =>
  html`<section class="card new">
    <dl class="facts">
      <dt>${say.setup.currency}</dt>
      <dd>${board.currency}</dd>
      <dt>${say.setup.newAmount}</dt>
      <dd>${sum(board.defaultDealAmountCents, board.currency)}</dd>
      <dt>${say.setup.proposals}</dt>
      <dd>${proposals ?? say.setup.none}</dd>
      <dt>${say.setup.won}</dt>
      <dd>${deals_won ?? say.setup.none}</dd>
      <dt>${say.setup.value}</dt>
      <dd>${sum(deal_value, board.currency)}</dd>
    </dl>
  </section>`

const countsOf = (id: string) =>
  Effect.map(
    readLanes({ id, limit: 1 }),
    ({ lanes }): StageForm.Counts => new Map(lanes.map(({ dealCount, stage }) => [stage.id, dealCount]))
  )

const show = Effect.fnUntraced(function* (context: PageContext, shown: FormErrors = {}) {
  const id = context.param("id")
  const board = yield* get({ id })
  const goals = yield* readGoals({ id })
  const stages = yield* readStages({ id })
  const isAdmin = context.actor.role === "admin"
  const members = yield* listMembers({})
  const counts = isAdmin ? yield* countsOf(id) : new Map<string, number>()
  const draft = shown.draft ?? { rows: StageDraft.of(stages), moves: {} }
  return SettingsFrame.content("Boards", {
    title: board.name,
    styles: ["setup.css"],
    scripts: ["stages.js"],
    body: html`<h1>${board.name}</h1>
      <p><a href="${path}">${say.setup.all}</a> · <a href="/boards/${id}">${say.setup.open}</a></p>
      ${
        isAdmin
          ? html`${StageEditor.form(context, { action: `${path}/${id}/stages`, stages, draft, counts })}
              <div class="pair">
                ${detailsForm(context, board, shown.details)}
                ${GoalsForm.form(context, { board, goals, members, refused: shown.goals })}
              </div>
              ${GoalsForm.table(goals, board, members)}`
          : html`${facts(board, goals)} ${GoalsForm.table(goals, board, members)} ${StageEditor.table(stages)}`
      }`
  })
})

const saveDetails = Effect.fnUntraced(function* (context: PageContext, form: Submission) {
  const id = context.param("id")
  const before = yield* get({ id })
  const currency = form.all("currency")[0] ?? before.currency
  const after = yield* details.send(form, { id }, { currency })
  const { deal_value: goal } = yield* readGoals({ id })
  const notice =
    before.currency === after.currency
      ? say.setup.saved
      : say.setup.savedInCurrency(
          sum(after.defaultDealAmountCents, after.currency),
          sum(goal, after.currency)
        )
  return { to: `${path}/${id}`, notice }
})

const saveGoals = Effect.fnUntraced(function* (context: PageContext, form: Submission) {
  const id = context.param("id")
  const { currency } = yield* get({ id })
  yield* GoalsForm.goals.send(form, { id }, { currency })
  return { to: `${path}/${id}`, notice: say.setup.goalsSaved }
})

const noSuchButton = Problems.invalid([
  {
    path: "",
    message: say.setup.noSuchButton
  }
])

const changeStages = Effect.fnUntraced(function* (context: PageContext, form: Submission) {
  const id = context.param("id")
  const draft = StageForm.read(form)
  const [pressed = "", ...others] = form.all("do")
  if (pressed !== "save" || others.length > 0) {
    const step = others.length > 0 ? undefined : StageForm.stepOf(draft, pressed, yield* countsOf(id))
    return step === undefined ? yield* noSuchButton : yield* show(context, { draft: step })
  }
  yield* replaceStages({ id, ...StageForm.toSend(draft) })
  return { to: `${path}/${id}`, notice: say.setup.stagesSaved }
})

export const routes = [
  WorkspacePage.page(`${path}/:id`, (context) => show(context)),
  WorkspacePage.form(`${path}/:id`, {
    run: saveDetails,
    again: (context, refused) => show(context, { details: refused })
  }),
  WorkspacePage.form(`${path}/:id/goals`, {
    run: saveGoals,
    again: (context, refused) => show(context, { goals: refused })
  }),
  // The form posts the draft to this address. A GET request has no draft, so it redirects to the board.
  WorkspacePage.page(`${path}/:id/stages`, (context) =>
    Effect.succeed(PageResponse.goTo(`${path}/${context.param("id")}`))
  ),
  WorkspacePage.form(`${path}/:id/stages`, {
    run: changeStages,
    again: (context, refused) => show(context, { draft: StageForm.refused(refused) })
  })
]
