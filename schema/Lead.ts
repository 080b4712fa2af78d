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
export const LeadContact = Schema.Struct({
  firstName: Field.of("First name", "Given name.", text),
  lastName: Field.of("Last name", "Family name.", text),
  email: Field.of("Email", "Email address to answer to.", text),
  phone: Field.of("Phone", "Phone number.", text),
  companyName: Field.of("Company", "Company they work for.", text),
  companyWebsite: Field.of("Website", "That company's website, as written.", text),
  message: Field.of("Message", "What they wrote.", text),
  howHeard: Field.of("How they heard", "How they came to know of us.", text),
  consent: Field.of(
    "Consent",
    "Whether they agreed to be contacted; null if not asked.",
    Schema.NullOr(Schema.Boolean)
  )
})
type LeadContact = typeof LeadContact.Type

/** Where a lead came from, as it was submitted; null where nothing was sent. */
export const Attribution = Schema.Struct({
  source: Field.of("Source", "How it came in, as it was submitted.", text),
  sourceUrl: Field.of("Page", "URL of the page it was sent from.", text),
  pageTitle: Field.of("Page title", "Title of that page.", text),
  referrer: Field.of("Referrer", "URL that led to that page.", text),
  utmSource: Field.of("UTM source", "Campaign tag utm_source.", text),
  utmMedium: Field.of("UTM medium", "Campaign tag utm_medium.", text),
  utmCampaign: Field.of("UTM campaign", "Campaign tag utm_campaign.", text),
  utmTerm: Field.of("UTM term", "Campaign tag utm_term.", text),
  utmContent: Field.of("UTM content", "Campaign tag utm_content.", text),
  gclid: Field.of("Google click", "Google Ads click id.", text),
  fbclid: Field.of("Meta click", "Meta click id.", text),
  msclkid: Field.of("Microsoft click", "Microsoft Ads click id.", text),
  consentText: Field.of("Consent text", "The words they agreed to.", text)
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
  enrichment: Field.of("Enrichment", "What was found out about it; keys of your own stay.", Enrichment),
  attribution: Field.of(
    "Attribution",
    "Where it came from, as submitted; null for what was not.",
    Attribution
  ),
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
  contactName: Field.of("Name", "First and last name; null if neither was sent.", text),
  email: LeadContact.fields.email,
  companyName: LeadContact.fields.companyName,
  triageStatus: Lead.fields.triageStatus,
  score: Field.of(
    "Score",
    "How well it fits, from 0 to 100; null if that was not looked into.",
    Schema.NullOr(Schema.Finite)
  ),
  createdAt: Field.CreatedAt
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
