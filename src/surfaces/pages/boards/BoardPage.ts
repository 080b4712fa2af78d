/** One board's settings: name, currency, goals and stages. */
import { Effect } from "effect"
import type { Goals } from "../../../../schema/Board.ts"
import type { Currency } from "../../../../schema/Field.ts"
import * as Money from "../../../domain/platform/Money.ts"
import * as StageDraft from "../../../domain/boards/StageDraft.ts"
import { act } from "../platform/Act.ts"
import type { Refused, Submission } from "../platform/Form.ts"
import * as ContractForm from "../platform/form/ContractForm.ts"
import * as Problems from "../platform/form/Problems.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Page from "../platform/Page.ts"
import * as Workplace from "../platform/Workplace.ts"
import type { Listed } from "./Boards.ts"
import * as Settings from "../platform/Settings.ts"
import * as StageEditor from "./StageEditor.ts"
import * as StageForm from "./StageForm.ts"

const path = "/settings/boards"
const get = act("boards.get")
const readGoals = act("boards.goals")
const readStages = act("boards.stages")
const readLanes = act("boards.lanes")
const replaceStages = act("boards.replaceStages")

const details = ContractForm.of("boards.update", {
  name: {},
  currency: {
    hint: "Deals keep the currency they were created with, and sums include only the board's currency. Check the amounts below and the goals after a change."
  },
  defaultDealAmountCents: {
    hint: "Used when no amount is given.",
    money: true,
    blank: 0
  }
})

const goalsOf = ContractForm.of("boards.setGoals", {
  proposals: { hint: "Deals that reach the anchor stage." },
  deals_won: {},
  deal_value: { money: true }
})

/** What to show: a refusal at the form it belongs to, and the draft of the stages. */
interface Shown {
  readonly details?: Refused
  readonly goals?: Refused
  readonly draft?: StageForm.Draft
}

const detailsForm = (here: Workplace.Here, board: Listed, refused: Refused | undefined): Html => {
  const shown = details.show({ refused, values: board, currency: board.currency })
  return html`<form class="card new" method="post" action="${path}/${board.id}">
    <h2>Name and money</h2>
    ${shown.problem} ${Workplace.hidden(here, "details")} ${shown.fields}
    <div class="actions"><button type="submit">Save</button></div>
  </form>`
}

const goalsForm = (
  here: Workplace.Here,
  { currency, id }: Listed,
  goals: typeof Goals.Encoded,
  refused: Refused | undefined
): Html => {
  const shown = goalsOf.show({ refused, values: goals, currency })
  return html`<form class="card new" method="post" action="${path}/${id}/goals">
    <h2>Goals for each month</h2>
    <p class="soft">Reports compare the month with them. Leave a field empty if you have no goal for it.</p>
    ${shown.problem} ${Workplace.hidden(here, "goals")} ${shown.fields}
    <div class="actions"><button type="submit">Save goals</button></div>
  </form>`
}

const sum = (cents: number | null, currency: Currency) =>
  cents === null ? "none" : Money.format(cents, currency)

const facts = (board: Listed, { deal_value, deals_won, proposals }: typeof Goals.Encoded): Html =>
  html`<section class="card new">
    <dl class="facts">
      <dt>Currency</dt>
      <dd>${board.currency}</dd>
      <dt>Amount of a new deal</dt>
      <dd>${sum(board.defaultDealAmountCents, board.currency)}</dd>
      <dt>Proposals a month</dt>
      <dd>${proposals ?? "none"}</dd>
      <dt>Deals won a month</dt>
      <dd>${deals_won ?? "none"}</dd>
      <dt>Their value</dt>
      <dd>${sum(deal_value, board.currency)}</dd>
    </dl>
  </section>`

const countsOf = (id: string) =>
  Effect.map(
    readLanes({ id, limit: 1 }),
    ({ lanes }): StageForm.Counts => new Map(lanes.map(({ dealCount, stage }) => [stage.id, dealCount]))
  )

const show = Effect.fnUntraced(function* (here: Workplace.Here, shown: Shown = {}) {
  const id = here.param("id")
  const board = yield* get({ id })
  const goals = yield* readGoals({ id })
  const stages = yield* readStages({ id })
  const isAdmin = here.actor.role === "admin"
  const counts = isAdmin ? yield* countsOf(id) : new Map<string, number>()
  const draft = shown.draft ?? { rows: StageDraft.of(stages), moves: {} }
  return Settings.content("Boards", {
    title: board.name,
    styles: ["setup.css"],
    scripts: ["stages.js"],
    body: html`<h1>${board.name}</h1>
      <p><a href="${path}">All boards</a> · <a href="/boards/${id}">Open the board</a></p>
      ${
        isAdmin
          ? html`${StageEditor.form(here, { action: `${path}/${id}/stages`, stages, draft, counts })}
              <div class="pair">
                ${detailsForm(here, board, shown.details)} ${goalsForm(here, board, goals, shown.goals)}
              </div>`
          : html`${facts(board, goals)} ${StageEditor.table(stages)}`
      }`
  })
})

const inNewCurrency = (currency: Currency, amount: number, goal: number | null) =>
  `Nothing was converted: a new deal is ${Money.format(amount, currency)} now, and the value to win each month ${sum(goal, currency)}. Check both.`

const saveDetails = Effect.fnUntraced(function* (here: Workplace.Here, form: Submission) {
  const id = here.param("id")
  const before = yield* get({ id })
  const currency = form.all("currency")[0] ?? before.currency
  const after = yield* details.send(form, { id }, { currency })
  const { deal_value: goal } = yield* readGoals({ id })
  const changed =
    before.currency === after.currency
      ? ""
      : ` ${inNewCurrency(after.currency, after.defaultDealAmountCents, goal)}`
  return { to: `${path}/${id}`, notice: `The board is saved.${changed}` }
})

const saveGoals = Effect.fnUntraced(function* (here: Workplace.Here, form: Submission) {
  const id = here.param("id")
  const { currency } = yield* get({ id })
  yield* goalsOf.send(form, { id }, { currency })
  return { to: `${path}/${id}`, notice: "The goals are saved." }
})

const noSuchButton = Problems.invalid([
  {
    path: "",
    message: "Nothing was changed or saved: the form has no such button. Press a button of the form below."
  }
])

const changeStages = Effect.fnUntraced(function* (here: Workplace.Here, form: Submission) {
  const id = here.param("id")
  const draft = StageForm.read(form)
  const [pressed = "", ...others] = form.all("do")
  if (pressed !== "save" || others.length > 0) {
    const step = others.length > 0 ? undefined : StageForm.stepOf(draft, pressed, yield* countsOf(id))
    return step === undefined ? yield* noSuchButton : yield* show(here, { draft: step })
  }
  yield* replaceStages({ id, ...StageForm.toSend(draft) })
  return { to: `${path}/${id}`, notice: "The stages are saved." }
})

export const routes = [
  Workplace.page(`${path}/:id`, (here) => show(here)),
  Workplace.form(`${path}/:id`, {
    run: saveDetails,
    again: (here, refused) => show(here, { details: refused })
  }),
  Workplace.form(`${path}/:id/goals`, {
    run: saveGoals,
    again: (here, refused) => show(here, { goals: refused })
  }),
  // The address that shows a draft; opened anew, there is no draft, so it goes to the board.
  Workplace.page(`${path}/:id/stages`, (here) => Effect.succeed(Page.goTo(`${path}/${here.param("id")}`))),
  Workplace.form(`${path}/:id/stages`, {
    run: changeStages,
    again: (here, refused) => show(here, { draft: StageForm.refused(refused) })
  })
]
