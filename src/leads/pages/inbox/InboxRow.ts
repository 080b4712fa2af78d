/** A lead's row in the inbox, with the main facts and the triage buttons. */
import type { Board } from "../../../../schema/Board.ts"
import * as PlainText from "../../../shared/PlainText.ts"
import { html, type Html } from "../../../surfaces/web/Html.ts"
import * as LocalTime from "../../../surfaces/web/LocalTime.ts"
import type { PageContext } from "../../../surfaces/web/frame/PageContext.ts"
import { say } from "../../../surfaces/web/i18n/Words.ts"
import * as InboxFilter from "./InboxFilter.ts"
import * as LeadScore from "../LeadScore.ts"
import * as UndoTriage from "../UndoTriage.ts"
import * as TriageForm from "../TriageForm.ts"
import * as LeadWords from "../LeadWords.ts"

export interface Context {
  readonly here: PageContext
  readonly boards: ReadonlyArray<Pick<typeof Board.Encoded, "id" | "name">>
  /** The inbox's current address. */
  readonly back: string
  /** The list that contains the lead. */
  readonly list: string
  readonly at: string
  readonly undo: UndoTriage.Entries
}

const maxLineLength = 200

const firstLine = (text: string | null): string => {
  const line = (text ?? "").split("\n").find((one) => one.trim() !== "") ?? ""
  return PlainText.cut(PlainText.line(line), maxLineLength)
}

const row =
  ({ at, back, boards, here, list, undo }: Context) =>
  (lead: LeadWords.ShownLead): Html => {
    const { enrichment, id, source, suspect, triageStatus } = lead
    const company = LeadWords.companyOf(lead)
    const board = boards.length > 1 ? boards.find((one) => one.id === lead.boardId)?.name : undefined
    return html`<li class="lead" id="lead-${id}">
      ${LeadScore.badge(enrichment)}
      <div class="gist">
        <div class="head">
          <h2>
            <a id="open-${id}" href="${InboxFilter.leadAddress(id, list)}" aria-describedby="about-${id}"
              >${LeadWords.nameOf(lead)}${company !== undefined && html` <span class="company">${company}</span>`}</a
            >
          </h2>
          <span class="age">${LocalTime.ago(lead.createdAt, at)}</span>
        </div>
        <p class="line">${firstLine(lead.contact.message)}</p>
        <p class="about" id="about-${id}">
          ${enrichment.verdict !== undefined && html`<strong>${PlainText.cut(enrichment.verdict, 80)}</strong>`}
          <span>${say.leads.sources[source]}</span> ${board !== undefined && html`<span>${board}</span>`}
          <span class="status ${triageStatus}">${say.leads.status[triageStatus]}</span>
          ${suspect && html`<span class="status suspect">${say.leads.suspect}</span>`}
        </p>
      </div>
      ${TriageForm.form(here, lead, { back, only: (to) => LeadWords.isKeyed(to) || lead.suspect })}
      ${UndoTriage.link(undo, lead)}
    </li>`
  }

export const list = (context: Context, leads: ReadonlyArray<LeadWords.ShownLead>): Html =>
  html`<ol class="leads" aria-describedby="keys">
    ${leads.map(row(context))}
  </ol>`
