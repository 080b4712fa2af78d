/** What a lead is submitted with, whichever way it comes in. */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import { Attribution, LeadContact } from "./Lead.ts"

/** Characters of a message, and of what tells where a lead came from. */
export const longestMessage = 20_000
export const longestTracked = 4_000

const line = Field.optional(Field.Line)
const long = Field.optional(Field.text(longestMessage))
const tracked = Field.optional(Field.text(longestTracked))

const yes = ["true", "1", "yes", "on"]
const no = ["false", "0", "no", "off", ""]

/** A form's way of saying yes or no; undefined for what is neither. */
export const consentOf = (sent: boolean | string): boolean | undefined => {
  if (typeof sent === "boolean") return sent
  const word = sent.trim().toLowerCase()
  return yes.includes(word) ? true : no.includes(word) ? false : undefined
}

const ConsentWord = Schema.String.check(
  Schema.makeFilter(
    (sent: string) =>
      consentOf(sent) !== undefined || "must be true or false (or true, 1, yes, on, false, 0, no, off)",
    { toJsonSchema: () => ({ examples: ["true", "yes", "no"] }) }
  )
)

const { fields: contact } = LeadContact
const { fields: attribution } = Attribution

/** What tells where a lead came from. */
const from = {
  sourceUrl: Field.like(attribution.sourceUrl, tracked),
  pageTitle: Field.like(attribution.pageTitle, tracked),
  referrer: Field.like(attribution.referrer, tracked),
  utmSource: Field.like(attribution.utmSource, tracked),
  utmMedium: Field.like(attribution.utmMedium, tracked),
  utmCampaign: Field.like(attribution.utmCampaign, tracked),
  utmTerm: Field.like(attribution.utmTerm, tracked),
  utmContent: Field.like(attribution.utmContent, tracked),
  gclid: Field.like(attribution.gclid, tracked),
  fbclid: Field.like(attribution.fbclid, tracked),
  msclkid: Field.like(attribution.msclkid, tracked)
}

/** The names of these fields. */
export const tracking = Object.keys(from)

export const submitted = {
  firstName: Field.like(contact.firstName, line),
  lastName: Field.like(contact.lastName, line),
  workEmail: Field.like(contact.email, Field.optional(Field.Email)),
  phone: Field.like(contact.phone, line),
  companyName: Field.like(contact.companyName, line),
  companyWebsite: Field.like(contact.companyWebsite, Field.optional(Field.text(2_000))),
  message: Field.like(contact.message, long),
  howHeard: Field.like(contact.howHeard, Field.optional(Field.text(2_000))),
  consent: Field.like(contact.consent, Field.optional(Schema.Union([Schema.Boolean, ConsentWord]))),
  consentText: Field.like(attribution.consentText, long),
  source: Field.of(
    "Source",
    "How it came in; form if left out.",
    Field.optional(Schema.Literals(["form", "email", "import"]))
  ),
  ...from
}

const Submission = Schema.Struct(submitted)
/** The fields of a new lead, checked. */
export type Submission = typeof Submission.Type

const fields: ReadonlySet<string> = new Set(["boardId", ...Object.keys(submitted)])

/** An empty consent is a no (a box left unticked); an empty field of any other name was not filled in. */
const isUnsent = ([name, value]: readonly [string, unknown]): boolean =>
  fields.has(name) && (value === null || (value === "" && name !== "consent"))

/** A body as builders of websites send it, where every field is there, without the fields that are empty. */
export const withoutEmpty = (body: unknown): unknown =>
  typeof body !== "object" || body === null || Array.isArray(body)
    ? body
    : Object.fromEntries(Object.entries(body).filter((field) => !isUnsent(field)))
