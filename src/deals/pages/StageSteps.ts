/** The stages of a deal's board in one line. A click moves the deal to a stage. */
import type { Deal as Schema } from "../../../schema/Deal.ts"
import type { BoardStage } from "../../../schema/Stage.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as BrowserSession from "../../surfaces/web/BrowserSession.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import { say } from "../../surfaces/web/words/Words.ts"
import * as ListNavigation from "./ListNavigation.ts"

type Deal = typeof Schema.Encoded
type Stages = ReadonlyArray<typeof BoardStage.Encoded>

const isEnd = ({ region }: Stages[number]): boolean => region === "won" || region === "dead"

/** A move needs no idempotency key: moving to the deal's current stage changes nothing. */
export const render = (context: PageContext, deal: Deal, stages: Stages, mayWrite: boolean): Html => {
  const at = stages.findIndex(({ id }) => id === deal.stage.id)
  const ended = at >= 0 && isEnd(stages[at]!)
  const step = (stage: Stages[number], index: number): Html => {
    const isHere = index === at
    const reached = isHere || (!ended && index < at)
    const name: Part = html`<span class="name">${stage.name}</span>`
    return html`<li class="${stage.region} ${reached && "reached"} ${isHere && "here"}">
      ${
        mayWrite && !isHere
          ? html`<button
              name="toStageId"
              value="${stage.id}"
              title="${stage.name}"
              data-quiet="${say.deals.isIn(stage.name)}"
            >
              <span class="unseen">${say.deals.moveTo(stage.name)}</span
              ><span aria-hidden="true">${name}</span>
            </button>`
          : html`<span class="step" title="${stage.name}" ${isHere && html`aria-current="step"`}
              >${name}</span
            >`
      }
    </li>`
  }
  const steps = html`<ol class="steps" aria-label="${say.deals.stages}" ${!mayWrite && html`tabindex="0"`}>
    ${stages.map(step)}
  </ol>`
  return mayWrite
    ? html`<form
        class="stepper"
        method="post"
        action="${ListNavigation.at(context, deal.id, "/move")}"
        data-quiet="${say.boards.moved}"
      >
        ${BrowserSession.hidden(context.visit)} ${steps}
      </form>`
    : html`<div class="stepper">${steps}</div>`
}
