/** Deletes a lead after a confirmation that works without scripts. */
import { Effect } from "effect"
import { undoDays } from "../../../schema/Undo.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import { mayTriage } from "./TriageForm.ts"
import * as LeadWords from "./LeadWords.ts"

const discard = callOperation("leads.delete")

export const section = (context: PageContext, lead: LeadWords.ShownLead): Html | false =>
  mayTriage(context) &&
  html`<details class="card">
    <summary>${say.leads.deletion.ask}</summary>
    <p>${say.leads.deletion.about(LeadWords.nameOf(lead), undoDays)}</p>
    <form method="post" action="/leads/${lead.id}/delete">
      ${WorkspacePage.hidden(context, "delete")}
      <button class="bad" type="submit">${say.leads.deletion.do}</button>
    </form>
  </details>`

export const run = (context: PageContext) =>
  Effect.as(discard({ id: context.param("id") }), { to: "/leads", notice: say.leads.deletion.done })
