/** Handles the forms of the next steps. */
import { Effect } from "effect"
import type { Deal } from "../../../../schema/Deal.ts"
import * as NextStep from "../../../deals/rules/NextStep.ts"
import * as Period from "../../../reports/rules/Period.ts"
import { callOperation } from "../CallOperation.ts"
import type { Refused, Submission } from "../Form.ts"
import * as Problems from "../form/Problems.ts"
import * as LocalTime from "../LocalTime.ts"
import type { PageContext } from "../frame/PageContext.ts"
import * as WorkspacePage from "../frame/WorkspacePage.ts"
import { say } from "../i18n/Words.ts"
import * as StepActions from "./StepActions.ts"
import * as Today from "./Today.ts"
import * as Whose from "./Whose.ts"

const getDeal = callOperation("deals.get")
const updateDeal = callOperation("deals.update")

const words = say.today

/** The deal, unless its next step is no longer the one that the form showed. */
const unchanged = Effect.fnUntraced(function* (context: PageContext, form: Submission) {
  const deal = yield* getDeal({ id: context.param("id") })
  if (form.text("step") === StepActions.stepOf(deal)) return deal
  return yield* Problems.invalid([{ path: "", message: words.stepChanged(deal.name) }])
})

const again = (form: StepActions.RefusedAction["form"]) => (context: PageContext, refused: Refused) =>
  Today.content(context, { form, refused })

const done = WorkspacePage.form("/today/:id/done", {
  run: Effect.fnUntraced(function* (context, form) {
    const { id, name, nextStep } = yield* unchanged(context, form)
    yield* updateDeal({ id, nextStep: null, nextStepAt: null })
    return {
      to: Whose.address(context),
      notice: words.isDone(nextStep ?? words.noStep, name),
      offers: "undo" as const
    }
  }),
  again: again("done")
})

/** The day of a button, or undefined for the typed one. */
const dayOf = ({ actor, now }: PageContext, form: Submission): string | undefined => {
  const { day } = NextStep.nowIn(now, actor.workspace.timeZone)
  const to = form.text("to")
  if (to === "tomorrow") return Period.dayAfter(day)
  return to === "nextWeek" ? Period.weekAfter(Period.weekOf(day)) : undefined
}

const saveDay = Effect.fnUntraced(function* (
  context: PageContext,
  form: Submission,
  { id }: typeof Deal.Encoded
) {
  const day = dayOf(context, form)
  if (day !== undefined) return yield* updateDeal({ id, nextStepAt: day })
  if (form.text("nextStepAt") !== "") return yield* StepActions.rescheduling.send(form, { id })
  return yield* Problems.invalid([{ path: "nextStepAt", message: words.noDay }])
})

const reschedule = WorkspacePage.form("/today/:id/reschedule", {
  run: Effect.fnUntraced(function* (context, form) {
    const deal = yield* unchanged(context, form)
    const { name, nextStepAt } = yield* saveDay(context, form, deal)
    return {
      to: Whose.address(context),
      notice: words.isMoved(name, nextStepAt !== null && LocalTime.wholeDay(nextStepAt)),
      offers: "undo" as const
    }
  }),
  again: again("reschedule")
})

const note = WorkspacePage.form("/today/:id/note", {
  run: (context, form) =>
    Effect.as(StepActions.noting.send(form, { id: context.param("id") }), {
      to: Whose.address(context),
      notice: say.deals.noteAdded,
      offers: "undo" as const
    }),
  again: again("note")
})

export const routes = [done, reschedule, note]
