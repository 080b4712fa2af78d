/** The buttons that triage a lead, and where their form goes. */
import type { TriageStatus } from "../../../../schema/Lead.ts"
import * as Triage from "../../../domain/leads/Triage.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Visit from "../platform/Visit.ts"
import type { Here } from "../platform/Workplace.ts"
import * as Words from "./Words.ts"

export const mayTriage = ({ actor }: Here): boolean => actor.scopes.has("leads:write")

/** What a button says: for a suspect lead, that it is new is news. */
const wordOf = ({ suspect }: Words.Shown, to: TriageStatus): string =>
  suspect && to === "new" ? "Not suspect" : Words.statuses[to]

const button = (lead: Words.Shown, to: TriageStatus): Html =>
  html`<button
    class="quiet"
    name="status"
    value="${to}"
    data-quiet="Marked as ${wordOf(lead, to).toLowerCase()}."
    aria-label="${wordOf(lead, to)}: ${Words.nameOf(lead)}"
    ${Words.isKeyed(to) && html`aria-keyshortcuts="${Words.keys[to]}"`}
  >
    ${wordOf(lead, to)}
  </button>`

/** What is final asks once more, without a script too; scripts leave an open one open by its id. */
const asking = (lead: Words.Shown, to: TriageStatus): Html =>
  html`<details id="sure-${to}-${lead.id}">
    <summary aria-label="${wordOf(lead, to)}: ${Words.nameOf(lead)}, asks again">
      ${wordOf(lead, to)}…
    </summary>
    ${button(lead, to)}
    <span class="hint">That is final.</span>
  </details>`

/**
 * No idempotency key: done twice it is done once by itself, and a page that one comes back to may triage
 * otherwise. `back` is where it leads without scripts.
 */
export const form = (
  here: Here,
  lead: Words.Shown,
  { back, only = () => true }: { readonly back: string; readonly only?: (to: TriageStatus) => boolean }
): Html | false => {
  const targets = Triage.targets(lead).filter(only)
  return (
    mayTriage(here) &&
    targets.length > 0 &&
    html`<form class="triage" method="post" action="/leads/${lead.id}/triage" data-quiet="Done.">
      ${Visit.hidden(here.visit)}<input type="hidden" name="back" value="${back}" />
      ${targets.map((to) => (Words.final.includes(to) ? asking(lead, to) : button(lead, to)))}
    </form>`
  )
}
