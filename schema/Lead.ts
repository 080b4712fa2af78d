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
    otherwise: "promote_lead makes it a deal",
    toJsonSchema: () => ({ type: "string", enum: targets })
  })
)

const sent = <S extends Schema.Top>(field: S): S => Field.personal(Field.writtenBy("sender", field))

/** What they told, where others are names and addresses. */
const prose = <S extends Schema.Top>(field: S): S => Field.prose(sent(field))

/** What was submitted, verbatim. */
export const LeadContact = Schema.Struct({
  firstName: sent(Field.of("First name", "Given name.", text)),
  lastName: sent(Field.of("Last name", "Family name.", text)),
  email: sent(Field.of("Email", "Email address to answer to.", text)),
  phone: sent(Field.of("Phone", "Phone number.", text)),
  companyName: sent(Field.of("Company", "Company they work for.", text)),
  companyWebsite: sent(Field.of("Website", "That company's website, as written.", text)),
  message: prose(Field.of("Message", "What they wrote.", text)),
  howHeard: prose(Field.of("How they heard", "How they came to know of us.", text)),
  consent: Field.of(
    "Consent",
    "Whether they agreed to be contacted; null if not asked.",
    Schema.NullOr(Schema.Boolean)
  )
})
type LeadContact = typeof LeadContact.Type

/** Where a lead came from, as it was submitted; null where nothing was sent. */
export const Attribution = Schema.Struct({
  source: sent(Field.of("Source", "How it came in, as it was submitted.", text)),
  sourceUrl: sent(Field.of("Page", "URL of the page it was sent from.", text)),
  pageTitle: sent(Field.of("Page title", "Title of that page.", text)),
  referrer: sent(Field.of("Referrer", "URL that led to that page.", text)),
  utmSource: sent(Field.of("UTM source", "Campaign tag utm_source.", text)),
  utmMedium: sent(Field.of("UTM medium", "Campaign tag utm_medium.", text)),
  utmCampaign: sent(Field.of("UTM campaign", "Campaign tag utm_campaign.", text)),
  utmTerm: sent(Field.of("UTM term", "Campaign tag utm_term.", text)),
  utmContent: sent(Field.of("UTM content", "Campaign tag utm_content.", text)),
  gclid: sent(Field.of("Google click", "Google Ads click id.", text)),
  fbclid: sent(Field.of("Meta click", "Meta click id.", text)),
  msclkid: sent(Field.of("Microsoft click", "Microsoft Ads click id.", text)),
  consentText: prose(Field.of("Consent text", "The words they agreed to.", text))
})
export type Attribution = typeof Attribution.Type

export const Lead = Schema.Struct({
  id: LeadId,
  boardId: BoardId,
  triageStatus: Field.of(
    "Status",
    "Where triage stands; promoted, junk and bad_fit are final.",
    TriageStatus
  ),
  source: Field.of("Source", "How it came in; an import reads as form.", Schema.Literals(["form", "email"])),
  dealId: Field.of("Deal", "Id of the deal it became; null until it is promoted.", Schema.NullOr(DealId)),
  suspect: Field.of(
    "Suspect",
    "Looks like a bot's: listed by view=suspect alone and not announced until it is triaged or suspect is set to false.",
    Schema.Boolean
  ),
  contact: Field.of("Contact", "What was submitted, word for word; null for what was not.", LeadContact),
  enrichment: Field.personal(
    Field.writtenBy(
      "website",
      Field.of("Enrichment", "What was found out about it; keys of your own stay.", Enrichment)
    )
  ),
  attribution: Field.personal(
    Field.of("Attribution", "Where it came from, as submitted; null for what was not.", Attribution)
  ),
  externalId: Field.personal(Field.of("External id", "Its id in another system; null if it has none.", text)),
  createdAt: Field.CreatedAt,
  contactedAt: Field.of("Contacted", "When it was last marked contacted; null if never.", moment),
  promotedAt: Field.of("Promoted", "When it last became a deal; null if never.", moment),
  junkedAt: Field.of("Junked", "When it was last marked junk; null if never.", moment)
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
      externalId: null,
      createdAt: "2026-05-01T09:30:00.000Z",
      contactedAt: null,
      promotedAt: null,
      junkedAt: null
    }
  ] as never
})
export type Lead = typeof Lead.Type

const known = Field.optional(Schema.String)

/** A lead in a list, in short: who asks, how it stands, and since when; without what is not known. */
export const LeadRow = Schema.Struct({
  id: LeadId,
  contactName: sent(Field.of("Name", "First and last name.", known)),
  email: sent(Field.of("Email", "Email address, if no name is known.", known)),
  companyName: sent(Field.like(LeadContact.fields.companyName, known)),
  triageStatus: Field.of("Status", "Left out where the list is of one status.", Field.optional(TriageStatus)),
  score: Field.of("Score", "How well it fits, from 0 to 100.", Field.optional(Schema.Finite)),
  createdAt: Field.of("Created", "Day it was created.", Schema.String),
  message: prose(Field.of("Message", "How what they wrote begins.", known))
})

/** How the messages of a list's leads begin. */
export const Messages = prose(
  Field.of("Messages", "How the message of each row begins, after the row's number.", known)
)

export const LeadList = Page.of("LeadList", Lead)
