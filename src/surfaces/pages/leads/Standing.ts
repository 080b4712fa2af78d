/** How a lead stands, since when, and what can be done about it. */
import type { LeadBackground } from "../../../../schema/LeadBackground.ts"
import * as Triage from "../../../domain/Triage.ts"
import { html, type Html, type Part } from "../Html.ts"
import * as Moment from "../Moment.ts"
import type { Here } from "../Workplace.ts"
import * as Buttons from "./Triage.ts"
import * as Words from "./Words.ts"

const moment = (name: string, at: string | null, by: Part = false): Part =>
  at !== null &&
  html`<dt>${name}</dt>
    <dd>${Moment.minute(at)}${by}</dd>`

const isFinal = ({ triageStatus }: Words.Shown): boolean => Triage.targets(triageStatus).length === 0

export const section = (here: Here, lead: Words.Shown, { junkedBy }: typeof LeadBackground.Encoded): Html => {
  const { contactedAt, createdAt, dealId, junkedAt, promotedAt, triageStatus } = lead
  return html`<section class="card" id="standing" data-live="5" aria-labelledby="status">
    <h2 id="status">Status: <span class="status ${triageStatus}">${Words.statuses[triageStatus]}</span></h2>
    <dl class="facts">
      ${moment("Received", createdAt)} ${moment("Contacted", contactedAt)}
      ${moment("Marked junk", junkedAt, junkedBy !== null && html` by ${junkedBy}`)}
      ${moment("Promoted", promotedAt)}
    </dl>
    ${dealId !== null && html`<p><a class="button" href="/deals/${dealId}">Open the deal</a></p>`}
    ${Buttons.form(here, lead, { back: `/leads/${lead.id}` })}
    ${
      dealId === null &&
      isFinal(lead) &&
      html`<p class="hint">
        That is final: a lead that is ${Words.statuses[triageStatus].toLowerCase()} stays so, unless it is
        promoted.
      </p>`
    }
  </section>`
}
