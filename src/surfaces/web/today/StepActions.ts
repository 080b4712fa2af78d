/** The actions on a deal's next step: mark it as done, reschedule it, add a note. */
import type { Deal as Schema } from "../../../../schema/Deal.ts"
import * as DealFormFields from "../../../deals/pages/DealFormFields.ts"
import * as NextStep from "../../../deals/rules/NextStep.ts"
import * as BrowserSession from "../BrowserSession.ts"
import type { Refused } from "../Form.ts"
import * as ContractForm from "../form/ContractForm.ts"
import { html, type Html, type Part } from "../Html.ts"
import type { PageContext } from "../frame/PageContext.ts"
import * as WorkspacePage from "../frame/WorkspacePage.ts"
import { say } from "../i18n/Words.ts"
import * as Whose from "./Whose.ts"

type Deal = typeof Schema.Encoded

const words = say.today

export const rescheduling = ContractForm.of("deals.update", {
  nextStepAt: { ...DealFormFields.inputFields.nextStepAt, label: words.otherDay }
})

export const noting = ContractForm.of("notes.create", {
  contentText: { label: say.deals.note, rows: 3 },
  activityKind: { label: say.deals.notes.activity, words: say.deals.notes.kinds }
})

/** The form that was refused. */
export interface RefusedAction {
  readonly form: "done" | "reschedule" | "note"
  readonly refused: Refused
}

/** Identifies the step that a form is about, because the deal may have another one by the time the form is sent. */
export const stepOf = ({ nextStep, nextStepAt }: Deal): string => `${nextStepAt} ${nextStep ?? ""}`

const unseen = ({ name }: Deal): Html => html`<span class="unseen">${words.of(name)}</span>`

const about = ({ visit }: PageContext, deal: Deal): Html =>
  html`${BrowserSession.hidden(visit)}<input type="hidden" name="step" value="${stepOf(deal)}" />`

const actionOf = (context: PageContext, { id }: Deal, form: RefusedAction["form"]): string =>
  Whose.address(context, `/${id}/${form}`)

const folded = (deal: Deal, label: Part, isOpen: boolean, inner: Html): Html =>
  html`<details name="step-action" ${isOpen && html`open`}>
    <summary>${label}${unseen(deal)}</summary>
    <div class="panel">${inner}</div>
  </details>`

/** These forms need no idempotency key, because they refuse to change a step twice. */
const reschedule = (context: PageContext, deal: Deal, refused: Refused | undefined): Html => {
  const action = actionOf(context, deal, "reschedule")
  const nextStepAt =
    deal.nextStepAt === null ? null : NextStep.dayOf(deal.nextStepAt, context.actor.workspace.timeZone)
  const formView = rescheduling.show({ refused, id: deal.id, values: { nextStepAt } })
  return folded(
    deal,
    words.reschedule,
    refused !== undefined,
    html`<form class="actions" method="post" action="${action}" data-quiet="">
        ${about(context, deal)}
        <button class="quiet" name="to" value="tomorrow">${words.tomorrow}</button>
        <button class="quiet" name="to" value="nextWeek">${words.nextWeek}</button>
      </form>
      <form method="post" action="${action}" data-quiet="">
        ${about(context, deal)} ${formView.fields}
        <button type="submit">${words.setDay}</button>
      </form>`
  )
}

const note = (context: PageContext, deal: Deal, refused: Refused | undefined): Html => {
  const formView = noting.show({ refused, id: deal.id })
  return folded(
    deal,
    words.addNote,
    refused !== undefined,
    html`<form method="post" action="${actionOf(context, deal, "note")}" data-quiet="">
      ${WorkspacePage.hidden(context, `note ${deal.id}`)} ${formView.fields}
      <button type="submit">${say.deals.addTheNote}</button>
    </form>`
  )
}

export const render = (context: PageContext, deal: Deal, action: RefusedAction | undefined): Html => {
  const refusedIn = (form: RefusedAction["form"]) =>
    action?.form === form && context.param("id") === deal.id ? action.refused : undefined
  return html`<div class="acts">
    <form method="post" action="${actionOf(context, deal, "done")}" data-quiet="">
      ${about(context, deal)}<button class="quiet" type="submit">${words.done}${unseen(deal)}</button>
    </form>
    ${reschedule(context, deal, refusedIn("reschedule"))} ${note(context, deal, refusedIn("note"))}
  </div>`
}
