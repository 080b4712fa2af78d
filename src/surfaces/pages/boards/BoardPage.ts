/** One board's settings: what it is called, what it counts in, what it aims at, and its stages. */
import { Effect, Result } from "effect"
import type { Goals } from "../../../../schema/Board.ts"
import { Invalid } from "../../../../schema/Fault.ts"
import { Currency } from "../../../../schema/Field.ts"
import * as Amount from "../../../domain/deals/Amount.ts"
import * as DealTexts from "../../../domain/deals/DealTexts.ts"
import * as Money from "../../../domain/platform/Money.ts"
import * as StageDraft from "../../../domain/boards/StageDraft.ts"
import { act } from "../platform/Act.ts"
import type { Submission } from "../platform/Form.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Page from "../platform/Page.ts"
import * as Workplace from "../platform/Workplace.ts"
import { currencies, type Listed } from "./Boards.ts"
import * as Settings from "../platform/Settings.ts"
import * as StageEditor from "./StageEditor.ts"
import * as StageForm from "./StageForm.ts"

const path = "/settings/boards"
const get = act("boards.get")
const update = act("boards.update")
const readGoals = act("boards.goals")
const setGoals = act("boards.setGoals")
const readStages = act("boards.stages")
const replaceStages = act("boards.replaceStages")

/** What was typed into a form of the page, and why it was not taken. */
interface Typed {
  readonly form: "details" | "goals"
  readonly text: Submission["text"]
  readonly problem: string
}

interface Shown {
  readonly typed?: Typed
  readonly draft?: StageForm.Draft
}

const typedIn = ({ typed }: Shown, form: Typed["form"]) => (typed?.form === form ? typed : undefined)

const details = (here: Workplace.Here, board: Listed, typed: Typed | undefined): Html =>
  html`<form class="card new" method="post" action="${path}/${board.id}">
    <h2>Name and money</h2>
    ${Layout.problem(typed?.problem)} ${Workplace.hidden(here, "details")}
    ${Layout.field({ name: "name", label: "Name", value: typed?.text("name") ?? board.name, maxLength: 80 })}
    ${Layout.choice({
      name: "currency",
      label: "Currency",
      value: typed?.text("currency") ?? board.currency,
      choices: currencies,
      hint: "Deals keep the currency they were made with, and sums are of the board's alone. Check the amounts below and the goals after a change."
    })}
    ${Layout.field({
      name: "amount",
      label: "Amount of a new deal",
      value: typed?.text("amount") ?? Money.typed(board.defaultDealAmountCents, board.currency),
      maxLength: 30,
      optional: true,
      hint: `Where none is given. ${DealTexts.amountHint(board.currency)}`
    })}
    <div class="actions"><button type="submit">Save</button></div>
  </form>`

const typedGoal = (value: number | null) => (value === null ? "" : String(value))

const goalsForm = (
  here: Workplace.Here,
  { currency, id }: Listed,
  goals: typeof Goals.Encoded,
  typed: Typed | undefined
): Html => {
  const { deal_value, deals_won, proposals } = goals
  return html`<form class="card new" method="post" action="${path}/${id}/goals">
    <h2>Goals for each month</h2>
    <p class="soft">Reports measure the month against them. Leave empty what you have no goal for.</p>
    ${Layout.problem(typed?.problem)} ${Workplace.hidden(here, "goals")}
    ${Layout.field({
      name: "proposals",
      label: "Proposals",
      value: typed?.text("proposals") ?? typedGoal(proposals),
      maxLength: 16,
      optional: true,
      hint: "Deals that reach the anchor stage."
    })}
    ${Layout.field({
      name: "deals_won",
      label: "Deals won",
      value: typed?.text("deals_won") ?? typedGoal(deals_won),
      maxLength: 16,
      optional: true
    })}
    ${Layout.field({
      name: "deal_value",
      label: `Value of deals won, in ${currency}`,
      value: typed?.text("deal_value") ?? (deal_value === null ? "" : Money.typed(deal_value, currency)),
      maxLength: 30,
      optional: true
    })}
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

const show = Effect.fnUntraced(function* (here: Workplace.Here, shown: Shown = {}) {
  const id = here.param("id")
  const board = yield* get({ id })
  const goals = yield* readGoals({ id })
  const stages = yield* readStages({ id })
  const isAdmin = here.actor.role === "admin"
  const draft = shown.draft ?? { rows: StageDraft.of(stages), moves: {} }
  return Settings.content("Boards", {
    title: board.name,
    styles: ["setup.css"],
    scripts: ["stages.js"],
    body: html`<h1>${board.name}</h1>
      <p><a href="${path}">All boards</a> · <a href="/boards/${id}">Open the board</a></p>
      ${
        isAdmin
          ? html`${StageEditor.form(here, { action: `${path}/${id}/stages`, stages, draft })}
              <div class="pair">
                ${details(here, board, typedIn(shown, "details"))}
                ${goalsForm(here, board, goals, typedIn(shown, "goals"))}
              </div>`
          : html`${facts(board, goals)} ${StageEditor.table(stages)}`
      }`
  })
})

const unfit = (message: string) => Effect.fail(new Invalid({ code: "invalid_body", message }))

const sumOf = (text: string, currency: Currency, what: string) => {
  const sum = Amount.read(text, currency)
  return Result.isSuccess(sum)
    ? Effect.succeed(sum.success)
    : unfit(DealTexts.unread(what, text, sum.failure))
}

const inNewCurrency = (currency: Currency, amount: number, goal: number | null) =>
  `Nothing was converted: a new deal is ${Money.format(amount, currency)} now, and the value to win each month ${sum(goal, currency)}. Check both.`

const saveDetails = Effect.fnUntraced(function* (here: Workplace.Here, { text }: Submission) {
  const id = here.param("id")
  const currency = text("currency") as Currency
  if (!Currency.literals.includes(currency)) return yield* unfit("Choose a currency of the list.")
  const amount = text("amount").trim() || "0"
  const defaultDealAmountCents = yield* sumOf(amount, currency, "The amount of a new deal")
  const before = yield* get({ id })
  yield* update({ id, name: text("name").trim(), currency, defaultDealAmountCents })
  const { deal_value: goal } = yield* readGoals({ id })
  const changed =
    before.currency === currency ? "" : ` ${inNewCurrency(currency, defaultDealAmountCents, goal)}`
  return { to: `${path}/${id}`, notice: `The board is saved.${changed}` }
})

const count = (text: string, what: string) => {
  if (text === "") return Effect.succeed(null)
  const number = Number(text)
  return /^\d+$/u.test(text) && Number.isSafeInteger(number)
    ? Effect.succeed(number)
    : unfit(`${what} has to be a whole number, such as 20, or empty.`)
}

const saveGoals = Effect.fnUntraced(function* (here: Workplace.Here, { text }: Submission) {
  const id = here.param("id")
  const { currency } = yield* get({ id })
  const value = text("deal_value").trim()
  yield* setGoals({
    id,
    proposals: yield* count(text("proposals").trim(), "Proposals"),
    deals_won: yield* count(text("deals_won").trim(), "Deals won"),
    deal_value: value === "" ? null : yield* sumOf(value, currency, "The value of deals won")
  })
  return { to: `${path}/${id}`, notice: "The goals are saved." }
})

const changeStages = Effect.fnUntraced(function* (here: Workplace.Here, form: Submission) {
  const id = here.param("id")
  const draft = StageForm.read(form)
  const step = StageForm.stepOf(draft, form.text("do"))
  if (step !== undefined) return yield* show(here, { draft: step })
  yield* replaceStages({ id, ...(yield* StageForm.toSend(draft)) })
  return { to: `${path}/${id}`, notice: "The stages are saved." }
})

export const routes = [
  Workplace.page(`${path}/:id`, (here) => show(here)),
  Workplace.form(`${path}/:id`, {
    run: saveDetails,
    again: (here, { text }, problem) => show(here, { typed: { form: "details", text, problem } })
  }),
  Workplace.form(`${path}/:id/goals`, {
    run: saveGoals,
    again: (here, { text }, problem) => show(here, { typed: { form: "goals", text, problem } })
  }),
  // Where a draft is shown; opened again, there is none.
  Workplace.page(`${path}/:id/stages`, (here) => Effect.succeed(Page.goTo(`${path}/${here.param("id")}`))),
  Workplace.form(`${path}/:id/stages`, {
    run: changeStages,
    again: (here, form, problem, fault) =>
      show(here, { draft: StageForm.refused(StageForm.read(form), problem, fault) })
  })
]
