/** The page of a deal: what is known of it, its moves, and what happened to it. */
import { Effect } from "effect"
import { act } from "../platform/Act.ts"
import { html, type Part } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import type { Refused } from "../platform/Form.ts"
import * as ContractForm from "../platform/form/ContractForm.ts"
import * as Workplace from "../platform/Workplace.ts"
import * as Facts from "./Facts.ts"
import * as Feed from "./Feed.ts"

const getDeal = act("deals.get")
const boardStages = act("boards.stages")
const listMembers = act("members.list")
const readActivity = act("notes.activity")
const mover = ContractForm.of("deals.move", {
  toStageId: { label: "Move to", choose: "a stage of this board" }
})

/** What was refused, by the form it was typed into; `problem` where nothing was. */
interface Shown {
  readonly move?: Refused
  readonly note?: Refused
  readonly edited?: Refused
  readonly problem?: Part
}

export const content = Effect.fnUntraced(function* (
  here: Workplace.Here,
  { edited, move, note, problem }: Shown = {}
) {
  const cursor = here.url.searchParams.get("cursor") ?? undefined
  const deal = yield* getDeal({ id: here.param("id") })
  const stages = yield* boardStages({ id: deal.boardId })
  const members = yield* listMembers({})
  const { data, nextCursor } = yield* readActivity({ id: deal.id, cursor })
  const mayWrite = Workplace.may(here, "deals:write")
  const setting: Feed.Setting = {
    here,
    dealId: deal.id,
    members,
    currency: deal.currency,
    mayWrite,
    editing: {
      id: edited === undefined ? here.url.searchParams.get("edit") : here.param("note"),
      refused: edited
    }
  }
  const moving = mover.show({
    refused: move,
    values: { toStageId: deal.stage.id },
    choices: { toStageId: stages }
  })
  return {
    title: deal.name,
    section: "Board",
    styles: ["deal.css"],
    body: html`<p class="back"><a href="/boards/${deal.boardId}">← Board</a></p>
      <div class="title">
        <div>
          <h1>${deal.name}</h1>
          ${Facts.subtitle(deal)}
        </div>
        ${mayWrite && html`<a class="button quiet" href="/deals/${deal.id}/edit">Edit</a>`}
      </div>
      ${Layout.problem(problem)} ${moving.problem} ${Feed.adding.show({ refused: note }).problem}
      ${Feed.changing.show({ refused: edited }).problem}
      <section class="card stage" aria-label="Stage">
        ${Facts.steps(deal, stages)} ${Facts.unstamped(deal)}
        ${
          mayWrite &&
          html`<form class="mover" method="post" action="/deals/${deal.id}/move">
            ${Workplace.hidden(here, "move")} ${moving.fields}
            <button type="submit">Move</button>
          </form>`
        }
      </section>
      <div class="columns">
        <div>
          <section class="card">
            <h2>Deal</h2>
            ${Facts.figures(deal)}
          </section>
          <section class="card">
            <h2>Primary contact</h2>
            ${Facts.contact(deal)}
          </section>
          ${
            deal.keyTerms !== null &&
            html`<section class="card">
              <h2>Key terms</h2>
              <p class="text">${deal.keyTerms}</p>
            </section>`
          }
        </div>
        <section class="card">
          <h2>Activity</h2>
          ${mayWrite && cursor === undefined && Feed.add(setting, note)} ${Feed.render(setting, data)}
          ${
            nextCursor !== null &&
            html`<a
              class="button quiet"
              href="/deals/${deal.id}?${new URLSearchParams({ cursor: nextCursor }).toString()}"
            >
              Earlier
            </a>`
          }
        </section>
      </div>`
  } satisfies Workplace.Content
})

const show = Workplace.page("/deals/:id", (here) => content(here))

const move = Workplace.form("/deals/:id/move", {
  run: Effect.fnUntraced(function* (here, form) {
    const deal = yield* mover.send(form, { id: here.param("id") })
    return { to: `/deals/${deal.id}`, notice: `The deal is in ${deal.stage.name}.`, offers: "undo" as const }
  }),
  again: (here, move) => content(here, { move })
})

export const routes = [show, move]
