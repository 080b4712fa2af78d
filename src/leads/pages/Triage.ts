/** The triage buttons of a lead and their form. */
import type { TriageStatus } from "../../../schema/TriageStatus.ts"
import * as Triage from "../rules/Triage.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as Visit from "../../surfaces/web/Visit.ts"
import type { Here } from "../../surfaces/web/frame/Here.ts"
import { say } from "../../surfaces/web/words/Words.ts"
import * as Words from "./Words.ts"

export const mayTriage = ({ actor }: Here): boolean => actor.scopes.has("leads:write")

/** A button's label, and the same within a sentence; for a suspect lead, triaging it to new reads "Not suspect". */
const wordsOf = ({ suspect }: Words.Shown, to: TriageStatus) =>
  suspect && to === "new"
    ? say.leads.notSuspect
    : { button: say.leads.status[to], inText: say.leads.inText[to] }

const button = (lead: Words.Shown, to: TriageStatus, isQuiet: boolean): Html => {
  const word = wordsOf(lead, to)
  // By its id it keeps the focus when the list is refreshed.
  return html`<button
    class="quiet"
    id="${to}-${lead.id}"
    name="status"
    value="${to}"
    ${isQuiet && html`data-quiet="${say.leads.marked(word.inText)}"`}
    aria-label="${word.button}: ${Words.nameOf(lead)}"
    ${Words.isKeyed(to) && html`aria-keyshortcuts="${Words.keys[to]}"`}
  >
    ${word.button}
  </button>`
}

/**
 * No idempotency key: triaging twice changes nothing, and a page that someone returns to may triage differently.
 * Afterwards the next lead of `list` is shown, with a script too; or else `back`, without one.
 */
interface Way {
  readonly back: string
  readonly list?: string
  readonly only?: (to: TriageStatus) => boolean
}

export const form = (
  here: Here,
  lead: Words.Shown,
  { back, list = "", only = () => true }: Way
): Html | false => {
  const targets = Triage.targets(lead).filter(only)
  const isQuiet = list === ""
  return (
    mayTriage(here) &&
    targets.length > 0 &&
    html`<form
      class="triage"
      method="post"
      action="/leads/${lead.id}/triage"
      ${isQuiet && html`data-quiet="${say.leads.done}"`}
    >
      ${Visit.hidden(here.visit)}<input type="hidden" name="back" value="${back}" />
      ${!isQuiet && html`<input type="hidden" name="list" value="${list}" />`}
      ${targets.map((to) => button(lead, to, isQuiet))}
    </form>`
  )
}
