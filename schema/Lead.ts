import { Schema } from "effect"
import { Enrichment } from "./Enrichment.ts"
import * as Field from "./Field.ts"
import { BoardId, DealId, LeadId } from "./Id.ts"
import * as Page from "./Page.ts"

const text = Schema.NullOr(Schema.String)
const moment = Schema.NullOr(Field.Timestamp)

export const TriageStatus = Schema.Literals(["new", "contacted", "promoted", "junk", "bad_fit", "stale"])
export type TriageStatus = typeof TriageStatus.Type

export const isTriageStatus = Schema.is(TriageStatus)

const targets = TriageStatus.literals.filter((status) => status !== "promoted")

/**
 * What a caller may set. `promoted` decodes, so that the refusal can say how to promote, but neither the
 * description nor the refusal of another value names it.
 */
export const TriageTarget = Schema.Any.pipe(
  Schema.refine((value: unknown): value is TriageStatus => isTriageStatus(value), {
    words: targets,
    toJsonSchema: () => ({ type: "string", enum: targets })
  })
)

/** What was submitted, verbatim. */
const LeadContact = Schema.Struct({
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  companyName: text,
  companyWebsite: text,
  message: text,
  howHeard: text,
  /** null: not asked. */
  consent: Schema.NullOr(Schema.Boolean)
})
type LeadContact = typeof LeadContact.Type

/** Where a lead came from, as it was submitted; null where nothing was sent. */
export const Attribution = Schema.Struct({
  source: text,
  sourceUrl: text,
  pageTitle: text,
  referrer: text,
  utmSource: text,
  utmMedium: text,
  utmCampaign: text,
  utmTerm: text,
  utmContent: text,
  gclid: text,
  fbclid: text,
  msclkid: text,
  consentText: text
})
export type Attribution = typeof Attribution.Type

export const Lead = Schema.Struct({
  id: LeadId,
  boardId: BoardId,
  triageStatus: TriageStatus,
  source: Schema.Literals(["form", "email"]),
  dealId: Schema.NullOr(DealId),
  /** Looks like a bot's: listed by view=suspect alone until it is triaged, or cleared. */
  suspect: Schema.Boolean.annotate({
    description:
      "Looks like a bot's: listed by view=suspect alone and not announced until it is triaged or suspect is set to false."
  }),
  contact: LeadContact,
  enrichment: Enrichment,
  attribution: Attribution,
  createdAt: Field.Timestamp,
  contactedAt: moment,
  promotedAt: moment,
  junkedAt: moment
}).annotate({
  identifier: "Lead",
  examples: [
    {
      id: "01997f2e-6b1c-7d7a-9d0c-6c7d8e9f0a1b",
      boardId: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40",
      triageStatus: "new",
      source: "form",
      dealId: null,
      suspect: false,
      contact: {
        firstName: "Mia",
        lastName: "Chen",
        email: "mia@acme.example",
        phone: null,
        companyName: "Acme",
        companyWebsite: "https://acme.example",
        message: "Can you track 200 trailers?",
        howHeard: null,
        consent: true
      },
      enrichment: {
        status: "complete",
        score: 86,
        verdict: "Strong fit",
        history: [
          {
            at: "2026-05-01T09:31:00.000Z",
            by: "01997f2e-6b1c-7d7a-9d0c-9f8e7d6c5b4a",
            payload: { status: "complete", score: 86, verdict: "Strong fit" }
          }
        ]
      },
      attribution: {
        source: "form",
        sourceUrl: "https://www.example.com/contact",
        pageTitle: "Contact us",
        referrer: null,
        utmSource: "newsletter",
        utmMedium: null,
        utmCampaign: null,
        utmTerm: null,
        utmContent: null,
        gclid: null,
        fbclid: null,
        msclkid: null,
        consentText: null
      },
      createdAt: "2026-05-01T09:30:00.000Z",
      contactedAt: null,
      promotedAt: null,
      junkedAt: null
    }
  ] as never
})
export type Lead = typeof Lead.Type

/** A lead in a list, in short: who asks, how it stands, and the date to sort by. */
export const LeadRow = Schema.Struct({
  id: LeadId,
  contactName: text,
  email: text,
  companyName: text,
  triageStatus: TriageStatus,
  score: Schema.NullOr(Schema.Finite),
  createdAt: Field.Timestamp
})

export const toRow = ({ contact, createdAt, enrichment, id, triageStatus }: Lead): typeof LeadRow.Type => ({
  id,
  contactName: [contact.firstName, contact.lastName].filter((part) => part).join(" ") || null,
  email: contact.email,
  companyName: contact.companyName,
  triageStatus,
  score: enrichment.score ?? null,
  createdAt
})

export const LeadList = Page.of("LeadList", Lead)

/** Characters of a message, and of what tells where a lead came from. */
export const longestMessage = 20_000
export const longestTracked = 4_000

const optional = Schema.optionalKey
const line = optional(Field.Line)
const long = optional(Field.text(longestMessage))
const tracked = optional(Field.text(longestTracked))

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

/** What a lead may be created from, whichever way it comes in. */
export const submitted = {
  firstName: line,
  lastName: line,
  workEmail: optional(Field.Email),
  phone: line,
  companyName: line,
  companyWebsite: optional(Field.text(2_000)),
  message: long,
  howHeard: optional(Field.text(2_000)),
  consent: optional(Schema.Union([Schema.Boolean, ConsentWord])),
  consentText: long,
  source: optional(Schema.Literals(["form", "email", "import"])),
  sourceUrl: tracked,
  pageTitle: tracked,
  referrer: tracked,
  utmSource: tracked,
  utmMedium: tracked,
  utmCampaign: tracked,
  utmTerm: tracked,
  utmContent: tracked,
  gclid: tracked,
  fbclid: tracked,
  msclkid: tracked
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
