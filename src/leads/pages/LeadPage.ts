/** A lead's page: all its data and actions. */
import { Effect } from "effect"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as Triage from "../rules/Triage.ts"
import * as PrevNext from "../../surfaces/web/frame/PrevNext.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as ReturnPath from "../../identity/pages/signIn/ReturnPath.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as DeleteLead from "./DeleteLead.ts"
import * as InboxFilter from "./inbox/InboxFilter.ts"
import * as Findings from "./EnrichmentDetails.ts"
import * as LeadHistoryPage from "./LeadHistoryPage.ts"
import * as Pictures from "./Pictures.ts"
import * as Promote from "./Promote.ts"
import * as LeadStatus from "./LeadStatus.ts"
import * as SubmittedDetails from "./SubmittedDetails.ts"
import * as UndoTriage from "./UndoTriage.ts"
import { mayTriage } from "./TriageForm.ts"
import * as LeadWords from "./LeadWords.ts"

const get = callOperation("leads.get")
const background = callOperation("leads.background")
const members = callOperation("members.list")
const triage = callOperation("leads.update")

const boardsOf = callOperation("boards.names")
const findNeighbours = callOperation("leads.neighbours")

/** The inbox list that the lead was opened from, as a filter and as text in the address. */
const listIn = Effect.fnUntraced(function* (text: string | null) {
  if (text === null || text === "") return undefined
  const filter = InboxFilter.fromList(text, yield* boardsOf({}))
  return { filter, text: InboxFilter.listOf(filter) }
})

type List = Effect.Success<ReturnType<typeof listIn>>

const neighboursIn = Effect.fnUntraced(function* (id: string, { filter }: NonNullable<List>) {
  const { cursor: _, ...asked } = InboxFilter.input(filter)
  return yield* findNeighbours({ ...asked, id })
})

/** Links back to the list, and to the previous and next lead in it. */
const along = Effect.fnUntraced(function* (id: string, list: List) {
  const { next, previous } = list === undefined ? none : yield* neighboursIn(id, list)
  const to = (lead: string | null) =>
    lead === null || list === undefined ? undefined : { href: InboxFilter.leadAddress(lead, list.text) }
  return PrevNext.render({
    label: say.inbox.beside,
    back:
      list === undefined
        ? { href: `/leads#open-${id}`, name: say.inbox.all }
        : { href: `${InboxFilter.address(list.filter)}#open-${id}`, name: say.inbox.back },
    previous: to(previous),
    next: to(next),
    words: say.inbox
  })
})

const none = { previous: null, next: null }

/** The shortcuts of lead.js, which press the buttons and links of this page. */
const legend = (context: PageContext, lead: LeadWords.ShownLead): Html =>
  html`<p class="keys">
    ${say.inbox.keys} <kbd>j</kbd> ${say.inbox.toNext}, <kbd>k</kbd> ${say.inbox.toPrevious}${
      mayTriage(context) &&
      Triage.targets(lead)
        .filter(LeadWords.isKeyed)
        .map((to) => html`, <kbd>${LeadWords.keys[to]}</kbd> ${say.leads.inText[to]}`)
    }
  </p>`

interface PageInput {
  readonly list?: string
  readonly problem?: Part
  readonly promotion?: Refused
}

const content = Effect.fnUntraced(function* (
  context: PageContext,
  { list: asked, problem, promotion }: PageInput = {}
) {
  const id = context.param("id")
  const lead = yield* get({ id })
  const behind = yield* background({ id })
  const people = behind.promotion !== null && mayTriage(context) ? yield* members({}) : []
  const undo = UndoTriage.link(yield* UndoTriage.entriesOf(context, [lead]), lead)
  const company = LeadWords.companyOf(lead)
  const list = yield* listIn(asked ?? context.url.searchParams.get("list"))
  return {
    title: LeadWords.nameOf(lead),
    section: "Leads" as const,
    styles: ["leads.css" as const, "lead.css" as const],
    scripts: ["lead.js" as const],
    body: html`${yield* along(id, list)}
      <div class="title">
        <h1>${LeadWords.nameOf(lead)}</h1>
        ${company !== undefined && html`<p class="soft">${company}</p>`}
      </div>
      ${PageLayout.problem(problem)} ${Promote.promoting.show({ refused: promotion }).problem}
      <div class="columns">
        <div class="standing">
          ${LeadStatus.section(context, lead, behind, undo, list?.text ?? "")} ${legend(context, lead)}
        </div>
        <div class="said-and-found">
          ${SubmittedDetails.message(lead)}
          <div id="findings" data-live="5">
            ${Findings.sections(lead)} ${Pictures.section(lead)} ${LeadHistoryPage.section(lead, behind)}
          </div>
        </div>
        <div class="beside">
          ${SubmittedDetails.contact(lead)} ${Promote.section(context, lead, behind, people, promotion)}
          ${SubmittedDetails.origin(lead)} ${DeleteLead.section(context, lead)}
        </div>
      </div>`
  }
})

const triageForm = WorkspacePage.form("/leads/:id/triage", {
  run: Effect.fnUntraced(function* (context, form) {
    const lead = yield* triage({
      id: context.param("id"),
      triageStatus: form.text("status") as LeadWords.ShownLead["triageStatus"]
    })
    const said = say.leads.inText[lead.triageStatus]
    const list = yield* listIn(form.text("list"))
    if (list === undefined) {
      const to = ReturnPath.local(form.text("back")) ?? `/leads/${lead.id}`
      return { to, notice: say.leads.marked(said), offers: "undo" as const }
    }
    const { next } = yield* neighboursIn(lead.id, list)
    const of = [LeadWords.nameOf(lead), say.leads.status[lead.triageStatus]] as const
    return next === null
      ? { to: InboxFilter.address(list.filter), notice: say.inbox.last(...of), offers: "undo" as const }
      : {
          to: InboxFilter.leadAddress(next, list.text),
          notice: say.inbox.marked(...of),
          offers: "undo" as const
        }
  }),
  again: (context, { form, problem }) => content(context, { list: form.text("list"), problem })
})

const promoteForm = WorkspacePage.form("/leads/:id/promote", {
  run: Effect.fnUntraced(function* (context, form) {
    const { leadId } = yield* Promote.promoting.send(form, { id: context.param("id") })
    return { to: `/leads/${leadId}`, notice: say.leads.promotion.done, offers: "undo" as const }
  }),
  again: (context, promotion) => content(context, { promotion })
})

const remove = WorkspacePage.form("/leads/:id/delete", {
  run: DeleteLead.run,
  again: (context, { problem }) => content(context, { problem })
})

export const routes = [
  WorkspacePage.page("/leads/:id", (context) => content(context)),
  triageForm,
  promoteForm,
  remove
]
