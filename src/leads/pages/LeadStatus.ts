/** A lead's status with its time, and its actions. */
import type { LeadBackground } from "../../../schema/LeadBackground.ts"
import { undoDays } from "../../../schema/Undo.ts"
import * as Triage from "../rules/Triage.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as Buttons from "./TriageForm.ts"
import type * as LeadWords from "./LeadWords.ts"

const words = say.leads

const moment = (name: Part, at: string | null, by: Part = false): Part =>
  at !== null &&
  html`<dt>${name}</dt>
    <dd>${LocalTime.minute(at)}${by}</dd>`

const isFinal = (lead: LeadWords.ShownLead): boolean => Triage.targets(lead).length === 0

/** The reason why a lead is marked as suspect, and what this means. */
const suspicionReason = (
  { suspect }: LeadWords.ShownLead,
  { doubt }: typeof LeadBackground.Encoded
): Html | false =>
  doubt !== null && html`<p class="hint">${words.doubts[doubt]}${suspect && words.untilTriaged}</p>`

/** `undo` is the form to revert the status, if the person may. `list` is the source of the next lead. */
export const section = (
  context: PageContext,
  lead: LeadWords.ShownLead,
  behind: typeof LeadBackground.Encoded,
  undo: Html | false,
  list: string
): Html => {
  const { dealId, junkedBy } = behind
  const { contactedAt, createdAt, junkedAt, promotedAt, suspect, triageStatus } = lead
  return html`<section class="card" id="standing" data-live="5" aria-labelledby="status">
    <h2 id="status">
      ${words.standing}
      <span class="status ${triageStatus}">${words.status[triageStatus]}</span>
      ${suspect && html`<span class="status suspect">${words.suspect}</span>`}
    </h2>
    ${suspicionReason(lead, behind)}
    <dl class="facts">
      ${moment(words.received, createdAt)} ${moment(words.contacted, contactedAt)}
      ${moment(words.markedJunk, junkedAt, junkedBy !== null && html` ${words.by(junkedBy)}`)}
      ${moment(words.promoted, promotedAt)}
    </dl>
    ${dealId !== null && html`<p><a class="button" href="/deals/${dealId}">${words.openDeal}</a></p>`}
    ${Buttons.form(context, lead, { back: `/leads/${lead.id}`, list })}
    ${
      dealId === null &&
      isFinal(lead) &&
      html`<p class="hint">${words.final(words.inText[triageStatus], undoDays)}</p>
        ${undo}`
    }
  </section>`
}
