import { Schema } from "effect"
import * as Field from "./Field.ts"
import { DealId, LeadId } from "./Id.ts"
import { TriageStatus } from "./Lead.ts"

const text = Schema.NullOr(Schema.String)

const Deal = Schema.Struct({
  id: DealId,
  name: Schema.String,
  company: text,
  /** The stage's name. */
  stage: text,
  amount_cents: Schema.NullOr(Field.Cents),
  url: Schema.String
})

const Lead = Schema.Struct({
  id: LeadId,
  name: text,
  company: text,
  status: TriageStatus,
  url: Schema.String
})

/** Who an email address belongs to: by the address itself, else by its domain. */
export const Match = Schema.Struct({
  email: Schema.String,
  /** Null for a public mail host, which nobody is matched by. */
  domain: text,
  match: Schema.Literals(["email", "domain", "none"]),
  /** At most 25, newest first; and so the leads. */
  deals: Schema.Array(Deal),
  leads: Schema.Array(Lead)
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
          url: "/deals/01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01"
        }
      ],
      leads: []
    }
  ] as never
})
export type Match = typeof Match.Type
