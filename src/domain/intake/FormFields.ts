/** Maps the fields of a website's form, whatever their names, to the fields of a lead. */
import { consentOf, longestTracked, type Submission } from "../../../schema/LeadSubmission.ts"
import * as FullName from "../leads/FullName.ts"
import * as PlainText from "../platform/PlainText.ts"

/** Fields in the order sent. If a field is sent twice the last counts, as with a checkbox after its hidden default. */
export type Sent = Iterable<readonly [name: string, value: unknown]>

/** The fields of a submission as text, before validation; blank fields are left out. */
export type Fields = Partial<Record<keyof Submission, string>>

/** Where the visitor came from. Nobody types these, so a value that is too long is cut, not refused. */
export const tracked = [
  "sourceUrl",
  "pageTitle",
  "referrer",
  "utmSource",
  "utmMedium",
  "utmCampaign",
  "utmTerm",
  "utmContent",
  "gclid",
  "fbclid",
  "msclkid"
] as const satisfies ReadonlyArray<keyof Submission>

const typed = [
  "firstName",
  "lastName",
  "workEmail",
  "phone",
  "companyName",
  "companyWebsite",
  "message",
  "howHeard",
  "consent",
  "consentText"
] as const satisfies ReadonlyArray<keyof Submission>

/** Other common names for these fields, in lower case and without separators. */
const aliases: Readonly<Record<string, keyof Submission>> = {
  email: "workEmail",
  emailaddress: "workEmail",
  company: "companyName",
  organization: "companyName",
  organisation: "companyName",
  website: "companyWebsite",
  tel: "phone",
  telephone: "phone",
  phonenumber: "phone",
  comments: "message",
  pageurl: "sourceUrl"
}

const named = new Map<string, keyof Submission>([
  ...Object.entries(aliases),
  ...[...typed, ...tracked].map((field) => [field.toLowerCase(), field] as const)
])

const wholeName = new Set(["name", "fullname", "yourname"])

/** `utm_source`, `utmSource` and `UTM-Source` are the same name. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_\s]/gu, "")

const textOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return PlainText.clean(value)
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return Array.isArray(value) ? textOf(value.at(-1)) : undefined
}

/** Consent in a site's own words is kept as consentText, and counts neither as yes nor as no. */
const settleConsent = ({ consent, ...fields }: Fields): Fields => {
  if (consent === undefined) return fields
  return consentOf(consent) === undefined ? { consentText: consent, ...fields } : { ...fields, consent }
}

const cutTracked = (fields: Fields): Fields => ({
  ...fields,
  ...Object.fromEntries(
    tracked.flatMap((field) => {
      const value = fields[field]
      return value === undefined ? [] : [[field, PlainText.cut(value, longestTracked)]]
    })
  )
})

/** The fields of `sent` that a lead has; others are ignored. A field's own name wins over its other names. */
export const read = (sent: Sent): Fields => {
  const own: Record<string, string> = {}
  const other: Record<string, string> = {}
  for (const [name, value] of sent) {
    const key = plain(name)
    const field = named.get(key)
    const text = textOf(value) ?? ""
    if (text.trim() === "") continue
    if (field !== undefined) (plain(field) === key ? own : other)[field] = text
    else if (wholeName.has(key)) Object.assign(other, FullName.split(text))
  }
  const fields: Fields = { ...other, ...own }
  const email = fields.workEmail === undefined ? {} : { workEmail: fields.workEmail.trim() }
  return settleConsent(cutTracked({ ...fields, ...email }))
}
