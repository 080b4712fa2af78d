/** The link to undo a final status (junk or bad fit), if the person may. */
import { Effect } from "effect"
import * as UndoPage from "../../audit/pages/UndoPage.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import { mayTriage } from "./TriageForm.ts"
import * as LeadWords from "./LeadWords.ts"

const undoable = callOperation("leads.undoable")

/** Audit entries that can be undone to reopen leads, by lead id. */
export type Entries = ReadonlyMap<string, string>

export const entriesOf = (context: PageContext, leads: ReadonlyArray<LeadWords.ShownLead>) => {
  const ids = leads.flatMap(({ id, triageStatus }) => (LeadWords.final.includes(triageStatus) ? [id] : []))
  return ids.length === 0 || !mayTriage(context)
    ? Effect.succeed<Entries>(new Map())
    : Effect.map(
        undoable({ ids }),
        ({ data }): Entries => new Map(data.map(({ entryId, leadId }) => [leadId, entryId]))
      )
}

export const link = (entries: Entries, lead: LeadWords.ShownLead): Html | false => {
  const entryId = entries.get(lead.id)
  return (
    entryId !== undefined &&
    html`<p class="triage">
      <a
        class="button quiet"
        href="${UndoPage.address({ entryId }, `/leads/${lead.id}`)}"
        aria-label="${say.leads.undoOf(say.leads.inText[lead.triageStatus], LeadWords.nameOf(lead))}"
        >${say.leads.undo}</a
      >
    </p>`
  )
}
