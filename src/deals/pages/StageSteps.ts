/** The stages of a deal's board in one line. A click moves the deal to a stage. */
import type { Deal as Schema } from "../../../schema/Deal.ts"
import type { BoardStage } from "../../../schema/Stage.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as BrowserSession from "../../surfaces/web/BrowserSession.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as ListNavigation from "./ListNavigation.ts"
import * as LostReasons from "./LostReasons.ts"

type Deal = typeof Schema.Encoded
type Stages = ReadonlyArray<typeof BoardStage.Encoded>

const isEnd = ({ region }: Stages[number]): boolean => region === "won" || region === "dead"

/** A move of its own form, so that Enter in the field presses its button. */
export const moving = ContractForm.of("deals.move", {
  lostReason: { label: say.deals.whyLost, list: LostReasons.id }
})

/** Asks why the deal is lost on its way to the dead stage. */
const losing = (context: PageContext, deal: Deal, { id }: Stages[number]): Html =>
  html`<div id="losing" class="card" popover>
    <form
      method="post"
      action="${ListNavigation.at(context, deal.id, "/move")}"
      data-quiet="${say.boards.moved}"
    >
      ${BrowserSession.hidden(context.visit)} <input type="hidden" name="toStageId" value="${id}" />
      ${moving.show({}).fields}
      <div class="actions"><button class="bad" type="submit">${say.deals.lose}</button></div>
    </form>
  </div>`

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
              ${stage.region === "dead" ? html`type="button" popovertarget="losing"` : html`name="toStageId" value="${stage.id}"`}
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
  const dead = stages.find(({ id, region }) => region === "dead" && id !== deal.stage.id)
  return mayWrite
    ? html`<form
          class="stepper"
          method="post"
          action="${ListNavigation.at(context, deal.id, "/move")}"
          data-quiet="${say.boards.moved}"
        >
          ${BrowserSession.hidden(context.visit)} ${steps}
        </form>
        ${dead !== undefined && losing(context, deal, dead)}`
    : html`<div class="stepper">${steps}</div>`
}
