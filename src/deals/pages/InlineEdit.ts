/**
 * In-place editing of a deal: each part has a form beside its value. Without JavaScript the form opens and submits normally; deal.js
 * submits it without leaving the page.
 */
import { Effect } from "effect"
import type { Deal as Schema } from "../../../schema/Deal.ts"
import type { Member } from "../../../schema/Member.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused, Submission } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import * as Problems from "../../surfaces/web/form/Problems.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageResponse from "../../surfaces/web/PageResponse.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as ListNavigation from "./ListNavigation.ts"
import * as LostReasons from "./LostReasons.ts"
import * as DealFormFields from "./DealFormFields.ts"

type Deal = typeof Schema.Encoded

const { inputFields } = DealFormFields
const { field } = say.deals

const forms = {
  name: ContractForm.of("deals.update", { name: inputFields.name }),
  company: ContractForm.of("deals.update", { company: inputFields.company }),
  amount: ContractForm.of("deals.update", { amountCents: inputFields.amountCents }),
  owner: ContractForm.of("deals.update", { ownerId: inputFields.ownerId }),
  labels: ContractForm.of("deals.update", { labels: inputFields.labels }),
  next: ContractForm.of("deals.update", {
    nextStep: inputFields.nextStep,
    nextStepAt: inputFields.nextStepAt
  }),
  close: ContractForm.of("deals.update", {
    expectedCloseAt: inputFields.expectedCloseAt,
    forecastCategory: inputFields.forecastCategory
  }),
  lost: ContractForm.of("deals.update", { lostReason: { label: field.lostReason, list: LostReasons.id } }),
  contact: ContractForm.of("deals.update", {
    primaryContactName: inputFields.primaryContactName,
    primaryContactTitle: inputFields.primaryContactTitle,
    primaryContactEmail: inputFields.primaryContactEmail,
    primaryContactPhone: inputFields.primaryContactPhone,
    primaryContactLinkedin: inputFields.primaryContactLinkedin
  }),
  terms: ContractForm.of("deals.update", { keyTerms: inputFields.keyTerms })
}
export type Name = keyof typeof forms

const names: Readonly<Record<Name, Part>> = {
  name: field.name,
  company: field.company,
  amount: field.amount,
  owner: field.owner,
  labels: field.labels,
  next: field.nextStep,
  close: field.expectedCloseAt,
  lost: field.lostReason,
  contact: field.contact,
  terms: field.terms
}

export interface Setting {
  readonly here: PageContext
  readonly deal: Deal
  readonly members: ReadonlyArray<typeof Member.Encoded>
  readonly mayWrite: boolean
  /** The error of the part that was submitted. */
  readonly refused: Refused | undefined
  /** Where the form of a part is sent, on a page that shows several deals; by default to the deal's page. */
  readonly actionOf?: (part: Name) => string
}

const isName = (text: string): text is Name => Object.hasOwn(forms, text)

const shownOf = ({ actionOf, deal, here, members }: Setting, part: Name, refused: Refused | undefined) =>
  forms[part].show({
    refused,
    id: actionOf === undefined ? "inline" : deal.id,
    marked: true,
    remarked: refused !== undefined && overtaking.has(refused.fault),
    currency: deal.currency,
    values: DealFormFields.valuesOf(deal, here.actor.workspace.timeZone),
    choices: {
      ownerId: DealFormFields.owners(members, refused?.form.text("ownerId") || deal.ownerId),
      forecastCategory: DealFormFields.forecasts
    }
  })

/** Errors caused by a concurrent change of the same part. */
const overtaking = new WeakSet<object>()

/** A value and its edit form, which opens beside it. */
export const editable = (setting: Setting, part: Name, value: Part): Html => {
  const { actionOf, deal, here, mayWrite } = setting
  if (!mayWrite) return html`${value}`
  const [key, what] =
    actionOf === undefined ? [part, names[part]] : [`${part}-${deal.id}`, html`${names[part]}, ${deal.name}`]
  const refused = here.param("part") === part ? setting.refused : undefined
  const shown = shownOf(setting, part, refused)
  return html`<div class="editable" id="part-${key}">
    <div class="value">${value}</div>
    <details id="edit-${key}" name="edited" ${refused !== undefined && html`open`}>
      <summary aria-label="${say.deals.editWhat(what)}"><span aria-hidden="true">✎</span></summary>
      <form
        method="post"
        action="${actionOf?.(part) ?? ListNavigation.at(here, deal.id, `/edit/${part}`)}"
        data-quiet="${say.deals.saved}"
      >
        ${WorkspacePage.hidden(here, `edit ${key}`)} ${shown.problem} ${shown.fields}
        <div class="actions"><button type="submit">${say.deals.save}</button></div>
      </form>
    </details>
  </div>`
}

const getDeal = callOperation("deals.get")

const noPart = new PageResponse.Refusal({ type: "not_found", message: say.deals.noPart })

/** Saves only the fields changed in the form. Fails if somebody else has changed one of them since the form was rendered. */
export const save = Effect.fnUntraced(function* (context: PageContext, submission: Submission) {
  const part = context.param("part")
  const deal = yield* getDeal({ id: context.param("id") })
  if (!isName(part)) return yield* noPart
  const form = forms[part]
  const labels = form.overtaken(
    submission,
    DealFormFields.valuesOf(deal, context.actor.workspace.timeZone),
    deal.currency
  )
  if (labels.length > 0) {
    const said = labels.map((label, index) => [index > 0 && ", ", label])
    const fault = Problems.invalid([{ path: "", message: say.deals.overtaken(said, labels.length) }])
    overtaking.add(fault)
    return yield* fault
  }
  yield* form.send(submission, { id: deal.id }, { currency: deal.currency, changed: true })
  return { to: ListNavigation.at(context, deal.id), notice: say.deals.saved, offers: "undo" as const }
})
