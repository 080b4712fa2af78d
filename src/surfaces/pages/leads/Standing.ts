/** A lead's status, since when, and the actions on it. */
import type { LeadBackground } from "../../../../schema/LeadBackground.ts"
import { undoDays } from "../../../../schema/Undo.ts"
import * as Triage from "../../../domain/leads/Triage.ts"
import { html, type Html, type Part } from "../platform/Html.ts"
import * as Moment from "../platform/Moment.ts"
import type { Here } from "../platform/Workplace.ts"
import * as Buttons from "./Triage.ts"
import * as Words from "./Words.ts"

const moment = (name: string, at: string | null, by: Part = false): Part =>
  at !== null &&
  html`<dt>${name}</dt>
    <dd>${Moment.minute(at)}${by}</dd>`

const isFinal = (lead: Words.Shown): boolean => Triage.targets(lead).length === 0

/** Why a lead is marked as suspect, and what that means. */
const marked = ({ suspect }: Words.Shown, { doubt }: typeof LeadBackground.Encoded): Html | false =>
  doubt !== null &&
  html`<p class="hint">
    ${Words.doubts[doubt]}${
      suspect && " Until someone triages it, it is in no other list, and no webhook is sent for it."
    }
  </p>`

/** `undo` is the way to take its status back, for who may. */
export const section = (
  here: Here,
  lead: Words.Shown,
  behind: typeof LeadBackground.Encoded,
  undo: Html | false
): Html => {
  const { dealId, junkedBy } = behind
  const { contactedAt, createdAt, junkedAt, promotedAt, suspect, triageStatus } = lead
  return html`<section class="card" id="standing" data-live="5" aria-labelledby="status">
    <h2 id="status">
      Status:
      <span class="status ${triageStatus}">${Words.statuses[triageStatus]}</span>
      ${suspect && html`<span class="status suspect">Suspect</span>`}
    </h2>
    ${marked(lead, behind)}
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
          A lead that is ${Words.statuses[triageStatus].toLowerCase()} stays so, unless it is promoted. Who
          marked it, and admins, can undo that for ${undoDays} days.
        </p>
        ${undo}`
    }
  </section>`
}
