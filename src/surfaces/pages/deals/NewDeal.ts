/** A new deal of a board. */
import { Effect } from "effect"
import { Invalid } from "../../../../schema/Fault.ts"
import * as DealTexts from "../../../domain/deals/DealTexts.ts"
import * as Money from "../../../domain/platform/Money.ts"
import * as Access from "../../../Access.ts"
import { act } from "../platform/Act.ts"
import { html } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Workplace from "../platform/Workplace.ts"
import * as DealFields from "./DealFields.ts"

const getBoard = act("boards.get")
const boardStages = act("boards.stages")
const listMembers = act("members.list")
const createDeal = act("deals.create")

interface Shown {
  readonly texts?: DealTexts.Texts
  readonly stage: string
  readonly problem?: string
}

const blank = Object.fromEntries(DealTexts.fields.map((field) => [field, ""])) as DealTexts.Texts

const content = Effect.fnUntraced(function* (here: Workplace.Here, { problem, stage, texts }: Shown) {
  if (!Workplace.may(here, "deals:write")) return yield* Access.missing(here.actor, "deals:write")
  const board = yield* getBoard({ id: here.param("id") })
  const stages = yield* boardStages({ id: board.id })
  const members = yield* listMembers({})
  const usual = board.defaultDealAmountCents
  const amount = usual === 0 ? "" : Money.typed(usual, board.currency)
  const shown = texts ?? { ...blank, amount, ownerId: here.actor.user.id }
  return {
    title: "New deal",
    section: "Board",
    styles: ["deal.css"],
    body: html`<p class="back"><a href="/boards/${board.id}">← ${board.name}</a></p>
      <form class="card form" method="post" action="/boards/${board.id}/new">
        <h1>New deal</h1>
        ${Layout.problem(problem)} ${Workplace.hidden(here, "create")}
        ${DealFields.basics({ texts: shown, currency: board.currency })}
        <div class="pair">
          ${Layout.choice({
            name: "stage",
            label: "Stage",
            value: stage,
            choices: stages.map(({ id, name }) => ({ value: id, text: name }))
          })}
          ${DealFields.owner(shown, members)}
        </div>
        ${DealFields.contact(shown)} ${DealFields.rest(shown)}
        <div class="actions"><button type="submit">Create the deal</button></div>
      </form>`
  } satisfies Workplace.Content
})

const page = Workplace.page("/boards/:id/new", (here) =>
  content(here, { stage: here.url.searchParams.get("stage") ?? "" })
)

const create = Workplace.form("/boards/:id/new", {
  run: Effect.fnUntraced(function* (here, form) {
    const board = yield* getBoard({ id: here.param("id") })
    const sent = DealTexts.edit(DealFields.typed(form), board.currency)
    if (typeof sent === "string") return yield* new Invalid({ code: "invalid_body", message: sent })
    const deal = yield* createDeal({ ...sent, boardId: board.id, stageId: form.text("stage") })
    return { to: `/deals/${deal.id}`, notice: "The deal is created." }
  }),
  again: (here, form, problem) =>
    content(here, { texts: DealFields.typed(form), stage: form.text("stage"), problem })
})

export const routes = [page, create]
