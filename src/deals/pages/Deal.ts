/** The page of a deal: what is known of it, its moves, and what happened to it. */
import { Effect } from "effect"
import { act } from "../../surfaces/web/Act.ts"
import { html, type Part } from "../../surfaces/web/Html.ts"
import * as FirstPage from "../../surfaces/web/FirstPage.ts"
import * as Layout from "../../surfaces/web/frame/Layout.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import type { Content, Here } from "../../surfaces/web/frame/Here.ts"
import * as Workplace from "../../surfaces/web/frame/Workplace.ts"
import { say } from "../../surfaces/web/words/Words.ts"
import * as Around from "./Around.ts"
import * as Facts from "./Facts.ts"
import * as Feed from "./Feed.ts"
import * as Inline from "./Inline.ts"
import * as Origin from "./Origin.ts"
import * as Steps from "./Steps.ts"

const getDeal = act("deals.get")
const boardStages = act("boards.stages")
const listMembers = act("members.list")
const readActivity = act("notes.activity")
const moveDeal = act("deals.move")

/** What was refused, by the form it was typed into; `problem` where nothing was. */
interface Shown {
  readonly note?: Refused
  readonly edited?: Refused
  /** A part of the deal, edited in place. */
  readonly inline?: Refused
  readonly problem?: Part
}

export const content = Effect.fnUntraced(function* (
  here: Here,
  { edited, inline, note, problem }: Shown = {}
) {
  const deal = yield* getDeal({ id: here.param("id") })
  const stages = yield* boardStages({ id: deal.boardId })
  const members = yield* listMembers({})
  const along = yield* Around.along(here, deal)
  const lead = yield* Origin.of(here, deal)
  const { cursor, gone, list, status } = yield* FirstPage.orFirst(
    here.url.searchParams.get("cursor") ?? undefined,
    (cursor) => readActivity({ id: deal.id, cursor })
  )
  const { data, nextCursor } = list
  const mayWrite = Workplace.may(here, "deals:write")
  const parts: Inline.Setting = { here, deal, members, mayWrite, refused: inline }
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
  return {
    title: deal.name,
    section: Around.section(here),
    status,
    styles: ["deal.css", "inline.css"],
    scripts: ["deal.js"],
    body: html`${along}
      <div class="title" id="heading" data-live>
        ${Inline.editable(parts, "name", html`<h1>${deal.name}</h1>`)}
        ${mayWrite && html`<a class="button quiet" href="${Around.at(here, deal.id, "/edit")}">${say.deals.edit}</a>`}
      </div>
      ${Layout.problem(problem ?? gone)} ${Feed.adding.show({ refused: note }).problem}
      ${Feed.changing.show({ refused: edited }).problem}
      <section class="card stage" id="stage" data-live aria-label="${say.deals.stages}">
        ${Steps.render(here, deal, stages, mayWrite)} ${Facts.unstamped(deal)}
      </section>
      <div class="columns">
        <div id="facts" data-live>
          <section class="card" aria-labelledby="next-step">
            <h2 id="next-step">${say.deals.field.nextStep}</h2>
            ${Facts.nextStep(parts)}
          </section>
          <section class="card">
            <h2>${say.deals.about}</h2>
            ${Facts.figures(parts)}
          </section>
          <section class="card">
            <h2>${say.deals.field.contact}</h2>
            ${Facts.contact(parts)}
          </section>
          ${
            (deal.keyTerms !== null || mayWrite) &&
            html`<section class="card">
              <h2>${say.deals.field.terms}</h2>
              ${Facts.terms(parts)}
            </section>`
          }
        </div>
        <div>
          ${Origin.section(lead)}
          <section class="card">
            <h2>${say.deals.activity}</h2>
            ${
              mayWrite &&
              cursor === undefined &&
              html`<div id="noting" data-live>${Feed.add(setting, note)}</div>`
            }
            <div id="feed" data-live>${Feed.render(setting, data)}</div>
            ${
              nextCursor !== null &&
              html`<a class="button quiet" href="${Around.at(here, deal.id, "", { cursor: nextCursor })}">
                ${say.deals.earlier}
              </a>`
            }
          </section>
        </div>
      </div>`
  } satisfies Content
})

const show = Workplace.page("/deals/:id", (here) => content(here))

const move = Workplace.form("/deals/:id/move", {
  run: Effect.fnUntraced(function* (here, form) {
    const deal = yield* moveDeal({ id: here.param("id"), toStageId: form.text("toStageId") })
    return { to: Around.at(here, deal.id), notice: say.deals.isIn(deal.stage.name), offers: "undo" as const }
  }),
  again: (here, { fault, problem }) =>
    content(here, { problem: fault.code === "invalid_stage" ? say.boards.wrongStage : problem })
})

const edit = Workplace.form("/deals/:id/edit/:part", {
  run: Inline.save,
  again: (here, inline) => content(here, { inline })
})

export const routes = [show, move, edit]
