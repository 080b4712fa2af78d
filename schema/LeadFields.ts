/** The fields of a lead, each of which is declared only here. */
import { Schema } from "effect"
import { Enrichment } from "./Enrichment.ts"
import * as Field from "./Field.ts"
import { BoardId, DealId, LeadId } from "./Id.ts"
import * as Model from "./Model.ts"
import * as ModelField from "./ModelField.ts"
import { TriageStatus } from "./TriageStatus.ts"

const text = Schema.NullOr(Schema.String)
const moment = Schema.NullOr(Field.Timestamp)

export const sent = <S extends Schema.Top>(field: S): S => Field.personal(Field.writtenBy("sender", field))

/** Marks text in sentences, as opposed to names and addresses. */
export const prose = <S extends Schema.Top>(field: S): S => Field.prose(sent(field))

/** The maximum characters of a message, and of a tracking value. */
export const maxMessageLength = 20_000
export const maxTrackedLength = 4_000

const line = Field.optional(Field.Line)
const long = Field.optional(Field.text(maxMessageLength))
const tracked = Field.optional(Field.text(maxTrackedLength))

const yes = ["true", "1", "yes", "on"]
const no = ["false", "0", "no", "off", ""]

/** Parses a form's yes or no; undefined if it is neither. */
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

const submittedLine = (title: string, description: string) =>
  ModelField.stored(sent(Field.of(title, description, text)), { type: "text", input: line })

const contact = {
  firstName: submittedLine("First name", "Given name."),
  lastName: submittedLine("Last name", "Family name."),
  email: ModelField.stored(sent(Field.of("Email", "Email address to answer to.", text)), {
    type: "text",
    input: Field.optional(Field.Email),
    sentAs: "workEmail"
  }),
  phone: submittedLine("Phone", "Phone number."),
  companyName: submittedLine("Company", "Company they work for."),
  companyWebsite: ModelField.stored(sent(Field.of("Website", "That company's website, as written.", text)), {
    type: "text",
    input: Field.optional(Field.text(2_000))
  }),
  message: ModelField.stored(prose(Field.of("Message", "The message that was sent.", text)), {
    type: "text",
    input: long,
    isLong: true
  }),
  howHeard: ModelField.stored(prose(Field.of("How they heard", "Source that the person named.", text)), {
    type: "text",
    input: Field.optional(Field.text(2_000)),
    isLong: true
  }),
  consent: ModelField.stored(
    Field.of("Consent", "Consent to be contacted; null if not asked.", Schema.NullOr(Schema.Boolean)),
    {
      type: "boolean",
      input: Field.optional(Schema.Union([Schema.Boolean, ConsentWord])),
      normalize: consentOf
    }
  )
}

/** The contact details as submitted. */
export const LeadContact = Schema.Struct(Model.answer(contact))

const trackedBy = (title: string, description: string) => ({
  schema: sent(Field.of(title, description, text)),
  input: tracked
})

const attribution = {
  source: {
    schema: sent(Field.of("Source", "Origin of the lead, as submitted.", text)),
    input: Field.optional(Schema.Literals(["form", "email", "import"])),
    inputDescription: "Channel of the lead; form if left out."
  },
  sourceUrl: trackedBy("Page", "URL of the page it was sent from."),
  pageTitle: trackedBy("Page title", "Title of that page."),
  referrer: trackedBy("Referrer", "URL that led to that page."),
  utmSource: trackedBy("UTM source", "Campaign tag utm_source."),
  utmMedium: trackedBy("UTM medium", "Campaign tag utm_medium."),
  utmCampaign: trackedBy("UTM campaign", "Campaign tag utm_campaign."),
  utmTerm: trackedBy("UTM term", "Campaign tag utm_term."),
  utmContent: trackedBy("UTM content", "Campaign tag utm_content."),
  gclid: trackedBy("Google click", "Google Ads click id."),
  fbclid: trackedBy("Meta click", "Meta click id."),
  msclkid: trackedBy("Microsoft click", "Microsoft Ads click id."),
  consentText: {
    schema: prose(Field.of("Consent text", "The words they agreed to.", text)),
    input: long,
    isLong: true
  }
}

/** The source of a lead as submitted; null for values that weren't sent. */
const Attribution = Schema.Struct(Model.answer(attribution))

export const fields = {
  id: ModelField.stored(LeadId, { type: "uuid", isFixed: true }),
  boardId: ModelField.stored(BoardId, { type: "uuid", isFixed: true }),
  triageStatus: ModelField.stored(
    Field.of("Status", "Triage status; promoted, junk and bad_fit are final.", TriageStatus),
    { type: "text" }
  ),
  source: ModelField.stored(
    Field.of("Source", "Channel of the lead; imported leads have form.", Schema.Literals(["form", "email"])),
    { type: "text", isFixed: true }
  ),
  dealId: ModelField.stored(
    Field.of("Deal", "Id of the deal it became; null until it is promoted.", Schema.NullOr(DealId)),
    { type: "uuid" }
  ),
  suspect: ModelField.stored(
    Field.of(
      "Suspect",
      "Looks like a bot's: listed by view=suspect alone and not announced until it is triaged or suspect is set to false.",
      Schema.Boolean
    ),
    { type: "boolean" }
  ),
  contact: ModelField.group(
    Field.of("Contact", "Submitted fields, unchanged; null for those that were not sent.", LeadContact),
    "",
    contact
  ),
  // The enrichment's column is read and written together with its history.
  enrichment: ModelField.joined(
    Field.personal(
      Field.writtenBy(
        "website",
        Field.of("Enrichment", "Findings about the lead; custom keys are kept.", Enrichment)
      )
    )
  ),
  attribution: ModelField.document(
    Field.personal(
      Field.of("Attribution", "Origin, as submitted; null for fields that were not sent.", Attribution)
    ),
    attribution
  ),
  externalId: ModelField.stored(
    Field.personal(Field.of("External id", "Its id in another system; null if it has none.", text)),
    { type: "text" }
  ),
  createdAt: ModelField.stored(Field.CreatedAt, { type: "timestamptz", isFixed: true }),
  contactedAt: ModelField.stored(
    Field.of("Contacted", "Time it was last marked contacted; null if never.", moment),
    {
      type: "timestamptz"
    }
  ),
  promotedAt: ModelField.stored(
    Field.of("Promoted", "Time of the last promotion to a deal; null if never.", moment),
    {
      type: "timestamptz"
    }
  ),
  junkedAt: ModelField.stored(Field.of("Junked", "Time it was last marked junk; null if never.", moment), {
    type: "timestamptz"
  })
}

export const columns = Model.columns(fields)

/** The columns of submitted values, which only an import changes. */
export const submitted = columns.filter(({ field }) => field === "contact" || field === "attribution")

/** The columns that triage, promotion and updates change. */
export const changeable = columns.filter((column) => column.isFixed !== true && !submitted.includes(column))

/** The inputs of a submission. */
export const inputs = Model.inputs(fields)

export const inputNames = Object.keys(inputs) as ReadonlyArray<keyof typeof inputs>

/** The names of the inputs that record where a lead came from. */
export const tracking = inputNames.filter(
  (name) => name in attribution && name !== "source" && name !== "consentText"
)
