/** The buttons that triage a lead, and where their form goes. */
import type { TriageStatus } from "../../../../schema/Lead.ts"
import * as Triage from "../../../domain/Triage.ts"
import { html, type Html } from "../Html.ts"
import * as Visit from "../Visit.ts"
import type { Here } from "../Workplace.ts"
import * as Words from "./Words.ts"

export const mayTriage = ({ actor }: Here): boolean => actor.scopes.has("leads:write")

const button = (lead: Words.Shown, to: TriageStatus): Html =>
  html`<button
    class="quiet"
    name="status"
    value="${to}"
    data-quiet="Marked as ${Words.statuses[to].toLowerCase()}."
    aria-label="${Words.statuses[to]}: ${Words.nameOf(lead)}"
    ${Words.isKeyed(to) && html`aria-keyshortcuts="${Words.keys[to]}"`}
  >
    ${Words.statuses[to]}
  </button>`

/**
 * No idempotency key: done twice it is done once by itself, and a page that one comes back to may triage
 * otherwise. `back` is where it leads without scripts.
 */
export const form = (
  here: Here,
  lead: Words.Shown,
  { back, only = () => true }: { readonly back: string; readonly only?: (to: TriageStatus) => boolean }
): Html | false => {
  const targets = Triage.targets(lead.triageStatus).filter(only)
  return (
    mayTriage(here) &&
    targets.length > 0 &&
    html`<form class="triage" method="post" action="/leads/${lead.id}/triage" data-quiet="Done.">
      ${Visit.hidden(here.visit)}<input type="hidden" name="back" value="${back}" />
      ${targets.map((to) => button(lead, to))}
    </form>`
  )
}
