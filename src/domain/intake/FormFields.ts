/** What a website's form sent, whatever it calls its fields, in the names of a lead. */
import { consentOf, longestTracked, type Submission } from "../../../schema/LeadSubmission.ts"
import * as FullName from "../leads/FullName.ts"
import * as PlainText from "../platform/PlainText.ts"

/** Fields as they came, in order; of one sent twice the last counts, as with a checkbox after its default. */
export type Sent = Iterable<readonly [name: string, value: unknown]>

/** The fields of a submission as text, before they are checked; blanks are left out. */
export type Fields = Partial<Record<keyof Submission, string>>

/** Where the visitor came from: nobody types these, so what is too long is cut rather than refused. */
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

/** Other names that forms in the wild give these fields, in lower case and without separators. */
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

/** `utm_source`, `utmSource` and `UTM-Source` are one name. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_\s]/gu, "")

const textOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return PlainText.clean(value)
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return Array.isArray(value) ? textOf(value.at(-1)) : undefined
}

/** Consent in words of the site's own is kept as they are, and counts as neither. */
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

/** What of `sent` a lead can hold; the rest is ignored. A field's own name counts before its other names. */
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
