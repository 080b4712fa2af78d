/** The first page after signing in: what is due, what came in, what has gone quiet, and what changed. */
import { Effect } from "effect"
import * as Fault from "../../../../schema/Fault.ts"
import { callOperation } from "../CallOperation.ts"
import { html, type Html } from "../Html.ts"
import type { Content, PageContext } from "../frame/PageContext.ts"
import * as PageLayout from "../frame/PageLayout.ts"
import * as WorkspacePage from "../frame/WorkspacePage.ts"
import { say } from "../i18n/Words.ts"
import * as DueSteps from "./DueSteps.ts"
import * as LatestChanges from "./LatestChanges.ts"
import * as NewLeads from "./NewLeads.ts"
import * as PendingApprovals from "./PendingApprovals.ts"
import * as QuietDeals from "./QuietDeals.ts"
import type * as StepActions from "./StepActions.ts"
import * as Whose from "./Whose.ts"

const listDeals = callOperation("deals.list")

const words = say.today

const read = (context: PageContext) =>
  Effect.all(
    {
      due: DueSteps.read(context),
      inbox: NewLeads.read,
      quiet: QuietDeals.read(context),
      pending: PendingApprovals.read(context),
      latest: LatestChanges.read(context)
    },
    { concurrency: "unbounded" }
  )

type Sections = Effect.Success<ReturnType<typeof read>>

const isEmpty = ({ due, inbox, latest, pending, quiet }: Sections): boolean =>
  [due.steps, inbox.leads, quiet, pending, latest].every(({ length }) => length === 0)

const nothing = html`<div class="card nothing">
  <p>${words.nothingDue}</p>
  <p>
    <a class="button quiet" href="/boards">${words.toBoard}</a>
    <a class="button quiet" href="/leads">${words.toInbox}</a>
  </p>
</div>`

const sections = (
  context: PageContext,
  { due, inbox, latest, pending, quiet }: Sections,
  action: StepActions.RefusedAction | undefined
): Html =>
  html`<div class="today">
    ${DueSteps.render(context, due, action)} ${NewLeads.render(context, inbox)}
    ${
      pending.length + quiet.length > 0 &&
      html`<div>${PendingApprovals.render(context, pending)} ${QuietDeals.render(context, quiet)}</div>`
    }
    ${LatestChanges.render(context, latest)}
  </div>`

/** `action` is a form of the page that was refused. */
export const content = Effect.fnUntraced(function* (
  context: PageContext,
  action?: StepActions.RefusedAction
) {
  const found = yield* read(context)
  const isWrong = Whose.isWrong(context)
  return {
    title: words.title,
    section: "Today",
    full: true,
    status: isWrong ? Fault.status.invalid_request_error : 200,
    styles: ["leads.css", "today.css", "steps.css", "newLeads.css"],
    scripts: isEmpty(found) ? [] : ["leads.js", "today.js"],
    body: html`<div class="titled">
        <h1>${words.title}</h1>
        ${Whose.choice(context)}
      </div>
      ${PageLayout.problem(action?.refused.problem ?? (isWrong && words.wrongWhose))}
      ${isEmpty(found) ? nothing : sections(context, found, action)}`
  } satisfies Content
})

const show = WorkspacePage.page("/today", (context) => content(context))

/** Leads to this page. A workspace without deals begins at its board, which explains the first steps. */
const home = WorkspacePage.page(
  "/",
  Effect.fnUntraced(function* (context) {
    if (!WorkspacePage.may(context, "deals:write")) return { to: "/today" }
    const { data } = yield* listDeals({ status: "all", limit: 1 })
    return { to: data.length === 0 ? "/boards" : "/today" }
  })
)

export const routes = [home, show]
