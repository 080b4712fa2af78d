/** The next steps of open deals that are overdue, due today or due in the next days. */
import { Effect } from "effect"
import * as LocalDays from "../../../shared/time/LocalDays.ts"
import { shortened } from "../../../shared/PlainText.ts"
import * as ListFilter from "../../../deals/pages/list/ListFilter.ts"
import * as ListNavigation from "../../../deals/pages/ListNavigation.ts"
import * as NextStep from "../../../deals/rules/NextStep.ts"
import * as Period from "../../../reports/rules/Period.ts"
import * as Amounts from "../Amounts.ts"
import { callOperation } from "../CallOperation.ts"
import { html, type Html, Message, type Part } from "../Html.ts"
import * as LocalTime from "../LocalTime.ts"
import type { PageContext } from "../frame/PageContext.ts"
import * as WorkspacePage from "../frame/WorkspacePage.ts"
import { say } from "../i18n/Words.ts"
import * as StepActions from "./StepActions.ts"
import * as Whose from "./Whose.ts"

const listDeals = callOperation("deals.list")

const words = say.today

const [days, maxRows, maxLength] = [7, 40, 100]

const dayLength = 86_400_000

const zoneOf = ({ actor }: PageContext): string => actor.workspace.timeZone ?? "UTC"

const nowOf = (context: PageContext): NextStep.Now => NextStep.nowIn(context.now, zoneOf(context))

type Due = Effect.Success<ReturnType<typeof listDeals>>["data"][number] & { readonly nextStepAt: string }

const isDue = (deal: Effect.Success<ReturnType<typeof listDeals>>["data"][number]): deal is Due =>
  deal.nextStepAt !== null

/** The deals with a step that is due within a week, soonest first. */
export const read = Effect.fnUntraced(function* (context: PageContext) {
  const zone = zoneOf(context)
  const { day } = nowOf(context)
  // A step that is due on a day has that day's end in UTC; another one has its time.
  const end = Period.daysBefore(day, -days - 1)
  const [inUtc, local] = [`${end}T00:00:00.000Z`, LocalDays.beginning(end, zone)]
  const { data, nextCursor } = yield* listDeals({
    status: "open",
    ownerId: Whose.ownerId(context),
    nextStepBefore: inUtc > local ? inUtc : local,
    sort: "nextStep",
    limit: maxRows
  })
  const steps = data.filter(isDue).filter(({ nextStepAt }) => NextStep.dayOf(nextStepAt, zone) < end)
  return { steps, hasMore: nextCursor !== null }
})

export type DueSteps = Effect.Success<ReturnType<typeof read>>

const dueText = (dueAt: string, now: NextStep.Now, zone: string): Part => {
  const away = (Date.parse(NextStep.dayOf(dueAt, zone)) - Date.parse(now.day)) / dayLength
  if (away < 0) return words.overdueBy(-away)
  if (NextStep.isWholeDay(dueAt)) return words.inDays(away)
  const time = new Message(({ locale }) => locale.time(dueAt, zone))
  return NextStep.isOverdue(dueAt, now) ? words.overdueSince(time) : words.at(words.inDays(away), time)
}

interface Setting {
  readonly context: PageContext
  readonly filter: ListFilter.Filter
  readonly action: StepActions.RefusedAction | undefined
}

const row = ({ action, context, filter }: Setting, deal: Due): Html => {
  const { amountCents, company, currency, id, name, nextStep, nextStepAt, ownerName } = deal
  const now = nowOf(context)
  const due = dueText(nextStepAt, now, zoneOf(context))
  return html`<li class="step" id="step-${id}">
    <span class="due ${NextStep.isOverdue(nextStepAt, now) && "late"}"
      >${LocalTime.due(nextStepAt, NextStep.isWholeDay(nextStepAt), due)}</span
    >
    <span class="what"
      >${nextStep === null ? html`<span class="soft">${words.noStep}</span>` : shortened(nextStep, maxLength)}</span
    >
    <span class="deal-name">
      <a href="${ListNavigation.fromList(id, filter)}">${shortened(name, maxLength)}</a>
      <span class="soft">
        ${company !== null && shortened(company, maxLength)}
        ${!Whose.isMine(context) && [company !== null && " · ", ownerName ?? say.deals.noName]}
      </span>
    </span>
    <span class="amount">${amountCents !== null && Amounts.short(amountCents, currency)}</span>
    ${WorkspacePage.may(context, "deals:write") && StepActions.render(context, deal, action)}
  </li>`
}

const group = (setting: Setting, name: Part, steps: ReadonlyArray<Due>): Html | false =>
  steps.length > 0 &&
  html`<h3>${name} <span class="soft">${steps.length}</span></h3>
    <ol>
      ${steps.map((step) => row(setting, step))}
    </ol>`

export const render = (
  context: PageContext,
  { hasMore, steps }: DueSteps,
  action: StepActions.RefusedAction | undefined
): Html => {
  const now = nowOf(context)
  const address = Whose.dealsAddress(context, { sort: "nextStep" })
  const setting = { context, action, filter: ListFilter.read(address, { boards: [] }) }
  const {
    later = [],
    overdue = [],
    today = []
  } = Object.groupBy(steps, ({ nextStepAt }) =>
    NextStep.isOverdue(nextStepAt, now)
      ? "overdue"
      : NextStep.dayOf(nextStepAt, zoneOf(context)) === now.day
        ? "today"
        : "later"
  )
  return html`<section class="card steps-due" id="steps" data-live aria-labelledby="steps-title">
    <h2 id="steps-title">${words.steps}</h2>
    ${overdue.length + today.length === 0 && html`<p>${words.nothingDue}</p>`}
    ${group(setting, words.overdue, overdue)} ${group(setting, words.dueToday, today)}
    ${group(setting, words.dueSoon, later)}
    ${hasMore && html`<p><a href="${address.pathname}${address.search}">${words.allSteps}</a></p>`}
  </section>`
}
