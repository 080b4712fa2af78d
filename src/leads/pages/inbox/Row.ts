/** A lead's row in the inbox: enough to decide whether to open it, and the triage buttons. */
import type { Board } from "../../../../schema/Board.ts"
import * as PlainText from "../../../values/PlainText.ts"
import { html, type Html } from "../../../surfaces/web/Html.ts"
import * as Moment from "../../../surfaces/web/Moment.ts"
import type { Here } from "../../../surfaces/web/frame/Here.ts"
import { say } from "../../../surfaces/web/words/Words.ts"
import * as Filter from "./Filter.ts"
import * as Score from "../Score.ts"
import * as TakeBack from "../TakeBack.ts"
import * as Triage from "../Triage.ts"
import * as Words from "../Words.ts"

export interface Context {
  readonly here: Here
  readonly boards: ReadonlyArray<Pick<typeof Board.Encoded, "id" | "name">>
  /** The inbox's current address. */
  readonly back: string
  /** The list it is in. */
  readonly list: string
  readonly at: string
  readonly undo: TakeBack.Entries
}

const longestLine = 200

const firstLine = (text: string | null): string => {
  const line = (text ?? "").split("\n").find((one) => one.trim() !== "") ?? ""
  return PlainText.cut(PlainText.line(line), longestLine)
}

const row =
  ({ at, back, boards, here, list, undo }: Context) =>
  (lead: Words.Shown): Html => {
    const { enrichment, id, source, suspect, triageStatus } = lead
    const company = Words.companyOf(lead)
    const board = boards.length > 1 ? boards.find((one) => one.id === lead.boardId)?.name : undefined
    return html`<li class="lead" id="lead-${id}">
      ${Score.badge(enrichment)}
      <div class="gist">
        <div class="head">
          <h2>
            <a id="open-${id}" href="${Filter.leadAddress(id, list)}" aria-describedby="about-${id}"
              >${Words.nameOf(lead)}${company !== undefined && html` <span class="company">${company}</span>`}</a
            >
          </h2>
          <span class="age">${Moment.ago(lead.createdAt, at)}</span>
        </div>
        <p class="line">${firstLine(lead.contact.message)}</p>
        <p class="about" id="about-${id}">
          ${enrichment.verdict !== undefined && html`<strong>${PlainText.cut(enrichment.verdict, 80)}</strong>`}
          <span>${say.leads.sources[source]}</span> ${board !== undefined && html`<span>${board}</span>`}
          <span class="status ${triageStatus}">${say.leads.status[triageStatus]}</span>
          ${suspect && html`<span class="status suspect">${say.leads.suspect}</span>`}
        </p>
      </div>
      ${Triage.form(here, lead, { back, only: (to) => Words.isKeyed(to) || lead.suspect })}
      ${TakeBack.link(undo, lead)}
    </li>`
  }

export const list = (context: Context, leads: ReadonlyArray<Words.Shown>): Html =>
  html`<ol class="leads" aria-describedby="keys">
    ${leads.map(row(context))}
  </ol>`
