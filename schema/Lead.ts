import { Schema } from "effect"
import * as Field from "./Field.ts"
import { LeadId } from "./Id.ts"
import * as LeadFields from "./LeadFields.ts"
import * as Model from "./Model.ts"
import * as Matched from "./Matched.ts"
import * as Page from "./Page.ts"
import { TriageStatus } from "./TriageStatus.ts"

export const Lead = Schema.Struct(Model.answer(LeadFields.fields)).annotate({
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

const contact = LeadFields.LeadContact.fields

const optionalText = Field.optional(Schema.String)

/** A short row of a lead in a list: its contact, status and age, without unknown values. */
export const LeadRow = Schema.Struct({
  id: LeadId,
  contactName: LeadFields.sent(Field.of("Name", "First and last name.", optionalText)),
  email: LeadFields.sent(Field.of("Email", "Email address; without a name, or if asked for.", optionalText)),
  source: Field.like(Lead.fields.source, Field.optional(Lead.fields.source)),
  utmSource: LeadFields.sent(Field.of("utm_source", "Campaign tag utm_source.", optionalText)),
  companyName: LeadFields.sent(Field.like(contact.companyName, optionalText)),
  triageStatus: Field.of("Status", "Left out where the list is of one status.", Field.optional(TriageStatus)),
  score: Field.of("Score", "Fit from 0 to 100.", Field.optional(Schema.Finite)),
  createdAt: Field.of("Created", "Day it was created.", Schema.String),
  message: LeadFields.prose(Field.of("Message", "Beginning of the message.", optionalText)),
  ...Matched.field
})

/** Fields that rows show only if asked. */
export const RowField = Schema.Literals(["email", "source", "utmSource"])
export type RowField = typeof RowField.Type

/** The beginnings of the messages of a list's leads. */
export const Messages = LeadFields.prose(
  Field.of("Messages", "Beginning of each row's message, after the row's number.", optionalText)
)

/** A lead in a list. */
const ListedLead = Schema.Struct({ ...Lead.fields, ...Matched.field }).annotate({ identifier: "ListedLead" })

export const LeadList = Page.of("LeadList", ListedLead)
