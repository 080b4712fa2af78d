/** The fields of a deal's form, with their labels and layout. */
import type { Deal } from "../../../schema/Deal.ts"
import { ForecastCategory } from "../../../schema/DealFields.ts"
import type { Member } from "../../../schema/Member.ts"
import * as NextStep from "../rules/NextStep.ts"
import type { Choice } from "../../surfaces/web/form/FormControl.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

const { field } = say.deals

export const inputFields = {
  name: { label: field.name },
  company: { label: field.company },
  amountCents: { label: field.amount, money: true },
  ownerId: { label: field.owner, choose: say.deals.anOwner },
  nextStep: { label: field.nextStep },
  nextStepAt: { label: field.nextStepAt, type: "date" },
  expectedCloseAt: { label: field.expectedCloseAt, type: "date" },
  forecastCategory: { label: field.forecastCategory },
  primaryContactName: { label: field.contactName },
  primaryContactTitle: { label: field.contactTitle },
  primaryContactEmail: { label: field.contactEmail },
  primaryContactPhone: { label: field.contactPhone, type: "tel" },
  primaryContactLinkedin: { label: field.contactLinkedin, hint: say.deals.wholeAddress },
  labels: { label: field.labels, rows: 3 },
  keyTerms: { label: field.terms, rows: 6 }
} as const

/** The form values of an existing deal. */
export const valuesOf = (
  { expectedCloseAt, nextStepAt, primaryContact, ...deal }: typeof Deal.Encoded,
  zone: string | undefined
) => ({
  ...deal,
  // The form has day fields, even if there is a time.
  nextStepAt: nextStepAt === null ? null : NextStep.dayOf(nextStepAt, zone),
  expectedCloseAt: expectedCloseAt === null ? null : NextStep.dayOf(expectedCloseAt, zone),
  primaryContactName: primaryContact.name,
  primaryContactTitle: primaryContact.title,
  primaryContactEmail: primaryContact.email,
  primaryContactPhone: primaryContact.phone,
  primaryContactLinkedin: primaryContact.linkedin
})

export const nameOf = ({ email, name }: typeof Member.Encoded): string => name ?? email

/** The members who can be owners, and the current owner even if they aren't a member any more. */
export const owners = (
  members: ReadonlyArray<typeof Member.Encoded>,
  current: string | null
): ReadonlyArray<Choice> => [
  ...members.map((member) => ({ id: member.id, name: nameOf(member) })),
  ...(current === null || members.some(({ id }) => id === current)
    ? []
    : [{ id: current, name: say.deals.someoneWhoLeft }])
]

/** The choices of a forecast; the first, empty one is the default of the deal's stage. */
export const forecasts: ReadonlyArray<Choice> = [
  { id: "", name: say.deals.forecastByStage },
  ...ForecastCategory.literals.map((id) => ({ id, name: say.deals.forecasts[id] }))
]

/** The contact's fields in pairs. */
export const contact = (at: Readonly<Record<keyof typeof inputFields, Html>>): Html =>
  html`<div class="pair">
      ${at.primaryContactName} ${at.primaryContactTitle} ${at.primaryContactEmail} ${at.primaryContactPhone}
    </div>
    ${at.primaryContactLinkedin}`

/** `stage` is shown beside the owner if the form has it. */
export const layout = (at: Readonly<Record<keyof typeof inputFields, Html>>, stage?: Part): Html =>
  html`${at.name} ${at.company} ${at.amountCents}
    ${stage === undefined ? at.ownerId : html`<div class="pair">${stage} ${at.ownerId}</div>`}
    <div class="pair">${at.expectedCloseAt} ${at.forecastCategory}</div>
    <div class="pair">${at.nextStep} ${at.nextStepAt}</div>
    <fieldset>
      <legend>${field.contact}</legend>
      ${contact(at)}
    </fieldset>
    ${at.labels} ${at.keyTerms}`
