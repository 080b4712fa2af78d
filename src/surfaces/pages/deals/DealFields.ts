/** The fields of a deal in a form, and what was changed in them. */
import { createHash } from "node:crypto"
import type { Member } from "../../../../schema/Member.ts"
import type { Currency } from "../../../../schema/Field.ts"
import * as DealTexts from "../../../domain/deals/DealTexts.ts"
import type * as Form from "../platform/Form.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"

type Texts = DealTexts.Texts

/** What a form showed, in short: who changes one field must not undo what others did meanwhile to the rest. */
const mark = (text: string): string =>
  createHash("sha256").update(DealTexts.normal(text)).digest("base64url").slice(0, 12)

const markName = (field: DealTexts.Field): string => `was-${field}`

/** The marks of a form that shows these texts. */
export const marksOf = (texts: Texts): ReadonlyMap<string, string> =>
  new Map(DealTexts.fields.map((field) => [markName(field), mark(texts[field])]))

/** The marks a form came with, for showing it once more. */
export const marksIn = (form: Form.Submission): ReadonlyMap<string, string> =>
  new Map(DealTexts.fields.map((field) => [markName(field), form.text(markName(field))]))

export const hiddenMarks = (marks: ReadonlyMap<string, string>): Html =>
  html`${Array.from(marks, ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`

/** Everything typed into a form. */
export const typed = (form: Form.Submission): Texts =>
  Object.fromEntries(DealTexts.fields.map((field) => [field, form.text(field)])) as Texts

/** Only what was changed in a form since it was shown. */
export const changed = (form: Form.Submission): Partial<Texts> => {
  const texts = typed(form)
  const fields = DealTexts.fields.filter((field) => mark(texts[field]) !== form.text(markName(field)))
  return Object.fromEntries(fields.map((field) => [field, texts[field]]))
}

export const nameOf = ({ email, name }: typeof Member.Encoded): string => name ?? email

/** The members to choose an owner from, and whoever owns the deal though no longer among them. */
const owners = (
  members: ReadonlyArray<typeof Member.Encoded>,
  current: string
): ReadonlyArray<Layout.Choice> => [
  ...members.map((member) => ({ value: member.id, text: nameOf(member) })),
  ...(members.some(({ id }) => id === current) ? [] : [{ value: current, text: "Someone who left" }])
]

interface Wanted {
  readonly texts: Texts
  readonly currency: Currency
}

export const basics = ({ currency, texts }: Wanted): Html =>
  html`${Layout.field({ name: "name", label: "Deal", value: texts.name, maxLength: 200 })}
  ${Layout.field({ name: "company", label: "Company", value: texts.company, optional: true })}
  ${Layout.field({
    name: "amount",
    label: "Amount",
    value: texts.amount,
    maxLength: 40,
    optional: true,
    hint: DealTexts.amountHint(currency)
  })}`

export const owner = (texts: Texts, members: ReadonlyArray<typeof Member.Encoded>): Html =>
  Layout.choice({
    name: "ownerId",
    label: "Owner",
    value: texts.ownerId,
    choices: owners(members, texts.ownerId)
  })

export const contact = (texts: Texts): Html =>
  html`<fieldset>
    <legend>Primary contact</legend>
    <div class="pair">
      ${Layout.field({ name: "contactName", label: "Name", value: texts.contactName, optional: true })}
      ${Layout.field({ name: "contactTitle", label: "Title", value: texts.contactTitle, optional: true })}
      ${Layout.field({ name: "contactEmail", label: "Email", value: texts.contactEmail, optional: true })}
      ${Layout.field({ name: "contactPhone", label: "Phone", type: "tel", value: texts.contactPhone, optional: true })}
    </div>
    ${Layout.field({
      name: "contactLinkedin",
      label: "LinkedIn",
      value: texts.contactLinkedin,
      optional: true,
      hint: "The whole address of the profile, beginning with https://"
    })}
  </fieldset>`

export const rest = (texts: Texts): Html =>
  html`${Layout.area({
    name: "labels",
    label: "Labels",
    value: texts.labels,
    rows: 3,
    optional: true,
    hint: "One a line, at most 50."
  })}
  ${Layout.area({ name: "keyTerms", label: "Key terms", value: texts.keyTerms, rows: 6, optional: true })}`
