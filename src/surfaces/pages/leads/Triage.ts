/** The triage buttons of a lead and their form. */
import type { TriageStatus } from "../../../../schema/Lead.ts"
import * as Triage from "../../../domain/leads/Triage.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Visit from "../platform/Visit.ts"
import type { Here } from "../platform/Workplace.ts"
import * as Words from "./Words.ts"

export const mayTriage = ({ actor }: Here): boolean => actor.scopes.has("leads:write")

/** A button's label; for a suspect lead, triaging it to new reads "Not suspect". */
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

/**
 * No idempotency key: triaging twice changes nothing, and a page that someone returns to may triage differently.
 * `back` is the page to show afterwards without JavaScript.
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
      ${targets.map((to) => button(lead, to))}
    </form>`
  )
}
