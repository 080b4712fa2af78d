import { Schema } from "effect"
import { Deal } from "./Deal.ts"
import * as Field from "./Field.ts"
import { DealId, LeadId } from "./Id.ts"
import { Lead } from "./Lead.ts"
import { LeadContact } from "./LeadFields.ts"
import * as Page from "./Page.ts"

const text = Schema.NullOr(Schema.String)

const url = Field.of("URL", "Path of its page on this service.", Schema.String)

const MatchedDeal = Schema.Struct({
  id: DealId,
  name: Deal.fields.name,
  company: Deal.fields.company,
  stage: Field.of("Stage", "Name of the stage it is in.", text),
  amount_cents: Deal.fields.amountCents,
  currency: Deal.fields.currency,
  contact_name: Field.writtenBy("anyone", Field.of("Contact", "Name of its primary contact.", text)),
  owner_name: Deal.fields.ownerName,
  url
})

const MatchedLead = Schema.Struct({
  id: LeadId,
  name: Field.writtenBy("sender", Field.of("Name", "First and last name; null if neither was sent.", text)),
  company: LeadContact.fields.companyName,
  status: Lead.fields.triageStatus,
  url
})

/** The deals and leads of an email address, matched by the address itself or else by its domain. */
export const Match = Schema.Struct({
  email: Field.of("Email", "The address that was asked for.", Schema.String),
  domain: Field.of("Domain", "Its domain; null for a public mail host, which nobody is matched by.", text),
  match: Field.of(
    "Match",
    "By what they were found: the whole address, else its domain.",
    Schema.Literals(["email", "domain", "none"])
  ),
  deals: Field.of("Deals", "At most 25, newest first.", Schema.Array(MatchedDeal)),
  leads: Field.of("Leads", "At most 25, newest first.", Schema.Array(MatchedLead))
}).annotate({
  identifier: "Match",
  examples: [
    {
      email: "mia@acme.example",
      domain: "acme.example",
      match: "email",
      deals: [
        {
          id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01",
          name: "Annual licence",
          company: "Acme",
          stage: "Proposal",
          amount_cents: 1_250_000,
          currency: "USD",
          contact_name: "Mia Chen",
          owner_name: "Ada Park",
          url: "/deals/01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01"
        }
      ],
      leads: []
    }
  ] as never
})
export type Match = typeof Match.Type

/** The maximum number of deals, and of leads, of each address if there are many. */
export const maxMatched = 5

export const MatchList = Page.whole(Match).annotate({ identifier: "MatchList" })
