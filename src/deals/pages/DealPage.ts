/** The page of a deal: its fields, its stages and its activity. */
import { Effect } from "effect"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import { html, type Part } from "../../surfaces/web/Html.ts"
import * as FirstPage from "../../surfaces/web/FirstPage.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as ListNavigation from "./ListNavigation.ts"
import * as DealFacts from "./DealFacts.ts"
import * as ActivityFeed from "./ActivityFeed.ts"
import * as InlineEdit from "./InlineEdit.ts"
import * as LostReasons from "./LostReasons.ts"
import * as SourceLead from "./SourceLead.ts"
import * as StageSteps from "./StageSteps.ts"

const getDeal = callOperation("deals.get")
const boardStages = callOperation("boards.stages")
const listMembers = callOperation("members.list")
const readActivity = callOperation("notes.activity")

/** The error of each form; `problem` if it belongs to none. */
interface FormErrors {
  readonly note?: Refused
  readonly edited?: Refused
  /** The part of the deal that was edited in place. */
  readonly inline?: Refused
  readonly problem?: Part
}

export const content = Effect.fnUntraced(function* (
  context: PageContext,
  { edited, inline, note, problem }: FormErrors = {}
) {
  const deal = yield* getDeal({ id: context.param("id") })
  const stages = yield* boardStages({ id: deal.boardId })
  const members = yield* listMembers({})
  const along = yield* ListNavigation.along(context, deal)
  const lead = yield* SourceLead.of(context, deal)
  const { cursor, gone, list, status } = yield* FirstPage.orFirst(
    context.url.searchParams.get("cursor") ?? undefined,
    (cursor) => readActivity({ id: deal.id, cursor })
  )
  const { data, nextCursor } = list
  const mayWrite = WorkspacePage.may(context, "deals:write")
  const parts: InlineEdit.Setting = { here: context, deal, members, mayWrite, refused: inline }
  const setting: ActivityFeed.Setting = {
    context,
    dealId: deal.id,
    members,
    currency: deal.currency,
    mayWrite,
    editing: {
      id: edited === undefined ? context.url.searchParams.get("edit") : context.param("note"),
      refused: edited
    }
  }
  return {
    title: deal.name,
    section: ListNavigation.section(context),
    status,
    styles: ["deal.css", "inline.css"],
    scripts: ["deal.js"],
    body: html`${along}
      <div class="title" id="heading" data-live>
        ${InlineEdit.editable(parts, "name", html`<h1>${deal.name}</h1>`)}
        ${mayWrite && html`<a class="button quiet" href="${ListNavigation.at(context, deal.id, "/edit")}">${say.deals.edit}</a>`}
      </div>
      ${PageLayout.problem(problem ?? gone)} ${ActivityFeed.adding.show({ refused: note }).problem}
      ${ActivityFeed.changing.show({ refused: edited }).problem}
      <section class="card stage" id="stage" data-live aria-label="${say.deals.stages}">
        ${StageSteps.render(context, deal, stages, mayWrite)} ${DealFacts.unstamped(deal)}
      </section>
      ${mayWrite && LostReasons.datalist(context)}
      <div class="columns">
        <div id="facts" data-live>
          <section class="card" aria-labelledby="next-step">
            <h2 id="next-step">${say.deals.field.nextStep}</h2>
            ${DealFacts.nextStep(parts)}
          </section>
          <section class="card">
            <h2>${say.deals.about}</h2>
            ${DealFacts.figures(parts)}
          </section>
          <section class="card">
            <h2>${say.deals.field.contact}</h2>
            ${DealFacts.contact(parts)}
          </section>
          ${
            (deal.keyTerms !== null || mayWrite) &&
            html`<section class="card">
              <h2>${say.deals.field.terms}</h2>
              ${DealFacts.terms(parts)}
            </section>`
          }
        </div>
        <div>
          ${SourceLead.section(lead)}
          <section class="card">
            <h2>${say.deals.activity}</h2>
            ${
              mayWrite &&
              cursor === undefined &&
              html`<div id="noting" data-live>${ActivityFeed.add(setting, note)}</div>`
            }
            <div id="feed" data-live>${ActivityFeed.render(setting, data)}</div>
            ${
              nextCursor !== null &&
              html`<a
                class="button quiet"
                href="${ListNavigation.at(context, deal.id, "", { cursor: nextCursor })}"
              >
                ${say.deals.earlier}
              </a>`
            }
          </section>
        </div>
      </div>`
  } satisfies Content
})

const show = WorkspacePage.page("/deals/:id", (context) => content(context))

const move = WorkspacePage.form("/deals/:id/move", {
  run: Effect.fnUntraced(function* (context, form) {
    const deal = yield* StageSteps.moving.send(form, {
      id: context.param("id"),
      toStageId: form.text("toStageId")
    })
    return {
      to: ListNavigation.at(context, deal.id),
      notice: say.deals.isIn(deal.stage.name),
      offers: "undo" as const
    }
  }),
  again: (context, { fault, problem }) =>
    content(context, { problem: fault.code === "invalid_stage" ? say.boards.wrongStage : problem })
})

const edit = WorkspacePage.form("/deals/:id/edit/:part", {
  run: InlineEdit.save,
  again: (context, inline) => content(context, { inline })
})

export const routes = [show, move, edit]
