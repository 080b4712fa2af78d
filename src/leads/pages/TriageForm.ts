/** The triage buttons of a lead and their form. */
import type { TriageStatus } from "../../../schema/TriageStatus.ts"
import * as Triage from "../rules/Triage.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as BrowserSession from "../../surfaces/web/BrowserSession.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as LeadWords from "./LeadWords.ts"

export const mayTriage = ({ actor }: PageContext): boolean => actor.scopes.has("leads:write")

/** A button's label, and its form within a sentence. Triaging a suspect lead to new reads "Not suspect". */
const wordsOf = ({ suspect }: LeadWords.ShownLead, to: TriageStatus) =>
  suspect && to === "new"
    ? say.leads.notSuspect
    : { button: say.leads.status[to], inText: say.leads.inText[to] }

const button = (lead: LeadWords.ShownLead, to: TriageStatus, isQuiet: boolean): Html => {
  const word = wordsOf(lead, to)
  // The id preserves the focus when the list is refreshed.
  return html`<button
    class="quiet"
    id="${to}-${lead.id}"
    name="status"
    value="${to}"
    ${isQuiet && html`data-quiet="${say.leads.marked(word.inText)}"`}
    aria-label="${word.button}: ${LeadWords.nameOf(lead)}"
    ${LeadWords.isKeyed(to) && html`aria-keyshortcuts="${LeadWords.keys[to]}"`}
  >
    ${word.button}
  </button>`
}

/**
 * Needs no idempotency key: triaging twice changes nothing, and someone who returns to the page may triage differently. With `list` the
 * form leads to its next lead. Otherwise scripts stay on the page, and without them it leads to `back`.
 */
interface FormOptions {
  readonly back: string
  readonly list?: string
  readonly only?: (to: TriageStatus) => boolean
}

export const form = (
  context: PageContext,
  lead: LeadWords.ShownLead,
  { back, list = "", only = () => true }: FormOptions
): Html | false => {
  const targets = Triage.targets(lead).filter(only)
  const isQuiet = list === ""
  return (
    mayTriage(context) &&
    targets.length > 0 &&
    html`<form
      class="triage"
      method="post"
      action="/leads/${lead.id}/triage"
      ${isQuiet && html`data-quiet="${say.leads.done}"`}
    >
      ${BrowserSession.hidden(context.visit)}<input type="hidden" name="back" value="${back}" />
      ${!isQuiet && html`<input type="hidden" name="list" value="${list}" />`}
      ${targets.map((to) => button(lead, to, isQuiet))}
    </form>`
  )
}
