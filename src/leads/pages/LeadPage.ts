/** A lead's page: everything known about it, and the actions on it. */
import { Effect } from "effect"
import { act } from "../../surfaces/web/Act.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as Triage from "../rules/Triage.ts"
import * as Along from "../../surfaces/web/frame/Along.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as Layout from "../../surfaces/web/frame/Layout.ts"
import * as Next from "../../identity/pages/signIn/Next.ts"
import type { Here } from "../../surfaces/web/frame/Here.ts"
import * as Workplace from "../../surfaces/web/frame/Workplace.ts"
import { say } from "../../surfaces/web/words/Words.ts"
import * as DeleteLead from "./DeleteLead.ts"
import * as Filter from "./inbox/Filter.ts"
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

const boardsOf = act("boards.names")
const beside = act("leads.neighbours")

/** The list that a lead was opened from, where it was: its filter, and as the address has it. */
const listIn = Effect.fnUntraced(function* (text: string | null) {
  if (text === null || text === "") return undefined
  const filter = Filter.fromList(text, yield* boardsOf({}))
  return { filter, text: Filter.listOf(filter) }
})

type List = Effect.Success<ReturnType<typeof listIn>>

const neighboursIn = Effect.fnUntraced(function* (id: string, { filter }: NonNullable<List>) {
  const { cursor: _, ...asked } = Filter.input(filter)
  return yield* beside({ ...asked, id })
})

/** Back to the list, and to the leads before and after in it. */
const along = Effect.fnUntraced(function* (id: string, list: List) {
  const { next, previous } = list === undefined ? none : yield* neighboursIn(id, list)
  const to = (lead: string | null) =>
    lead === null || list === undefined ? undefined : { href: Filter.leadAddress(lead, list.text) }
  return Along.render({
    label: say.inbox.beside,
    back:
      list === undefined
        ? { href: `/leads#open-${id}`, name: say.inbox.all }
        : { href: `${Filter.address(list.filter)}#open-${id}`, name: say.inbox.back },
    previous: to(previous),
    next: to(next),
    words: say.inbox
  })
})

const none = { previous: null, next: null }

/** What the keys of lead.js do; they press the buttons and links of this page. */
const legend = (here: Here, lead: Words.Shown): Html =>
  html`<p class="keys">
    ${say.inbox.keys} <kbd>j</kbd> ${say.inbox.toNext}, <kbd>k</kbd> ${say.inbox.toPrevious}${
      mayTriage(here) &&
      Triage.targets(lead)
        .filter(Words.isKeyed)
        .map((to) => html`, <kbd>${Words.keys[to]}</kbd> ${say.leads.inText[to]}`)
    }
  </p>`

interface Shown {
  readonly list?: string
  readonly problem?: Part
  readonly promotion?: Refused
}

const content = Effect.fnUntraced(function* (here: Here, { list: asked, problem, promotion }: Shown = {}) {
  const id = here.param("id")
  const lead = yield* get({ id })
  const behind = yield* background({ id })
  const people = behind.promotion !== null && mayTriage(here) ? yield* members({}) : []
  const undo = TakeBack.link(yield* TakeBack.entriesOf(here, [lead]), lead)
  const company = Words.companyOf(lead)
  const list = yield* listIn(asked ?? here.url.searchParams.get("list"))
  return {
    title: Words.nameOf(lead),
    section: "Leads" as const,
    styles: ["leads.css" as const, "lead.css" as const],
    scripts: ["lead.js" as const],
    body: html`${yield* along(id, list)}
      <div class="title">
        <h1>${Words.nameOf(lead)}</h1>
        ${company !== undefined && html`<p class="soft">${company}</p>`}
      </div>
      ${Layout.problem(problem)} ${Promote.promoting.show({ refused: promotion }).problem}
      <div class="columns">
        <div class="standing">
          ${Standing.section(here, lead, behind, undo, list?.text ?? "")} ${legend(here, lead)}
        </div>
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
    const lead = yield* triage({
      id: here.param("id"),
      triageStatus: form.text("status") as Words.Shown["triageStatus"]
    })
    const said = say.leads.inText[lead.triageStatus]
    const list = yield* listIn(form.text("list"))
    if (list === undefined) {
      const to = Next.local(form.text("back")) ?? `/leads/${lead.id}`
      return { to, notice: say.leads.marked(said), offers: "undo" as const }
    }
    const { next } = yield* neighboursIn(lead.id, list)
    const of = [Words.nameOf(lead), say.leads.status[lead.triageStatus]] as const
    return next === null
      ? { to: Filter.address(list.filter), notice: say.inbox.last(...of), offers: "undo" as const }
      : { to: Filter.leadAddress(next, list.text), notice: say.inbox.marked(...of), offers: "undo" as const }
  }),
  again: (here, { form, problem }) => content(here, { list: form.text("list"), problem })
})

const promoteForm = Workplace.form("/leads/:id/promote", {
  run: Effect.fnUntraced(function* (here, form) {
    const { leadId } = yield* Promote.promoting.send(form, { id: here.param("id") })
    return { to: `/leads/${leadId}`, notice: say.leads.promotion.done, offers: "undo" as const }
  }),
  again: (here, promotion) => content(here, { promotion })
})

const remove = Workplace.form("/leads/:id/delete", {
  run: DeleteLead.run,
  again: (here, { problem }) => content(here, { problem })
})

export const routes = [Workplace.page("/leads/:id", (here) => content(here)), triageForm, promoteForm, remove]
