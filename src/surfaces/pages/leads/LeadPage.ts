/** A lead's page: everything known about it, and the actions on it. */
import { Effect } from "effect"
import { act } from "../platform/Act.ts"
import type { Refused } from "../platform/Form.ts"
import { html, type Part } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Next from "../identity/Next.ts"
import * as Workplace from "../platform/Workplace.ts"
import * as DeleteLead from "./DeleteLead.ts"
import * as Findings from "./Findings.ts"
import * as History from "./History.ts"
import * as Pictures from "./Pictures.ts"
import * as Promote from "./Promote.ts"
import * as Standing from "./Standing.ts"
import * as Submitted from "./Submitted.ts"
import * as TakeBack from "./TakeBack.ts"
import { mayTriage } from "./Triage.ts"
import * as Words from "./Words.ts"

const get = act("leads.get")
const background = act("leads.background")
const members = act("members.list")
const triage = act("leads.update")

interface Shown {
  readonly problem?: Part
  readonly promotion?: Refused
}

const content = Effect.fnUntraced(function* (here: Workplace.Here, { problem, promotion }: Shown = {}) {
  const id = here.param("id")
  const lead = yield* get({ id })
  const behind = yield* background({ id })
  const people = behind.promotion !== null && mayTriage(here) ? yield* members({}) : []
  const undo = TakeBack.link(yield* TakeBack.entriesOf(here, [lead]), lead)
  const company = Words.companyOf(lead)
  return {
    title: Words.nameOf(lead),
    section: "Leads" as const,
    styles: ["leads.css" as const, "lead.css" as const],
    body: html`<p class="crumbs"><a href="/leads#open-${id}">← All leads</a></p>
      <div class="title">
        <h1>${Words.nameOf(lead)}</h1>
        ${company !== undefined && html`<p class="soft">${company}</p>`}
      </div>
      ${Layout.problem(problem)} ${Promote.promoting.show({ refused: promotion }).problem}
      <div class="columns">
        <div class="standing">${Standing.section(here, lead, behind, undo)}</div>
        <div class="said-and-found">
          ${Submitted.message(lead)}
          <div id="findings" data-live="5">
            ${Findings.sections(lead)} ${Pictures.section(lead)} ${History.section(lead, behind)}
          </div>
        </div>
        <div class="beside">
          ${Submitted.contact(lead)} ${Promote.section(here, lead, behind, people, promotion)}
          ${Submitted.origin(lead)} ${DeleteLead.section(here, lead)}
        </div>
      </div>`
  }
})

const triageForm = Workplace.form("/leads/:id/triage", {
  run: Effect.fnUntraced(function* (here, form) {
    const { contact: _, ...lead } = yield* triage({
      id: here.param("id"),
      triageStatus: form.text("status") as Words.Shown["triageStatus"]
    })
    const said = Words.statuses[lead.triageStatus].toLowerCase()
    return {
      to: Next.local(form.text("back")) ?? `/leads/${lead.id}`,
      notice: `Marked as ${said}.`,
      offers: "undo" as const
    }
  }),
  again: (here, { problem }) => content(here, { problem })
})

const promoteForm = Workplace.form("/leads/:id/promote", {
  run: Effect.fnUntraced(function* (here, form) {
    const { leadId } = yield* Promote.promoting.send(form, { id: here.param("id") })
    return { to: `/leads/${leadId}`, notice: "Promoted: the deal is on the board.", offers: "undo" as const }
  }),
  again: (here, promotion) => content(here, { promotion })
})

const remove = Workplace.form("/leads/:id/delete", {
  run: DeleteLead.run,
  again: (here, { problem }) => content(here, { problem })
})

export const routes = [Workplace.page("/leads/:id", (here) => content(here)), triageForm, promoteForm, remove]
