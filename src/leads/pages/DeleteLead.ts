/** Deletes a lead; asks once more, without a script. */
import { Effect } from "effect"
import { undoDays } from "../../../schema/Undo.ts"
import { act } from "../../surfaces/web/Act.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import type { Here } from "../../surfaces/web/frame/Here.ts"
import * as Workplace from "../../surfaces/web/frame/Workplace.ts"
import { say } from "../../surfaces/web/words/Words.ts"
import { mayTriage } from "./Triage.ts"
import * as Words from "./Words.ts"

const discard = act("leads.delete")

export const section = (here: Here, lead: Words.Shown): Html | false =>
  mayTriage(here) &&
  html`<details class="card">
    <summary>${say.leads.deletion.ask}</summary>
    <p>${say.leads.deletion.about(Words.nameOf(lead), undoDays)}</p>
    <form method="post" action="/leads/${lead.id}/delete">
      ${Workplace.hidden(here, "delete")}
      <button class="bad" type="submit">${say.leads.deletion.do}</button>
    </form>
  </details>`

export const run = (here: Here) =>
  Effect.as(discard({ id: here.param("id") }), { to: "/leads", notice: say.leads.deletion.done })
