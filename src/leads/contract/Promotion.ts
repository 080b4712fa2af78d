import { Schema } from "effect"
import { Conflict, Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { DealId, LeadId, UserId } from "../../../schema/Id.ts"
import * as Operation from "../../contract/Operation.ts"

const Promoted = Schema.Struct({ dealId: DealId, leadId: LeadId }).annotate({
  identifier: "Promotion",
  examples: [
    { dealId: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01", leadId: "01997f2e-6b1c-7d7a-9d0c-6c7d8e9f0a1b" }
  ] as never
})

/** `isNew` only determines the HTTP status and isn't in the response. */
type Outcome = typeof Promoted.Type & { readonly isNew?: boolean }

export const promote = Operation.make("leads.promote", {
  title: "Promote a lead",
  description:
    "Makes a lead a deal on its board, with its contact. If it was promoted before, returns that deal, or makes a new one if that was deleted. Off by default (403 promote_disabled). Fires deal.created.",
  http: {
    method: "POST",
    path: "/leads/:id/promote",
    bodyOptional: true,
    status: ({ isNew }: Outcome) => (isNew === true ? 201 : 200)
  },
  tool: "promote_lead",
  words: { id: "Id or name." },
  toolNote: "Returns ids only. The lead stays promoted; for another status use triage_lead.",
  scope: "leads:write",
  kind: "write",
  idempotent: true,
  input: {
    id: LeadId,
    dealName: Field.of(
      "Name of the deal",
      "Left out: the company, else the person's name, else their address.",
      Field.optional(Field.text(200))
    ),
    ownerUserId: Field.of(
      "Owner",
      "Id of the deal's owner. Left out: the contact page's default owner, else the caller.",
      Field.optional(UserId)
    )
  },
  toolInput: {
    dealName: Field.of(
      "Name of the deal",
      "Default the company, else the person.",
      Field.optional(Field.text(200))
    ),
    ownerUserId: Field.of("Owner", "Id; default that of its form, else you.", Field.optional(UserId))
  },
  example: { dealName: "Acme: trailer tracking" },
  success: Promoted,
  faults: [Forbidden, NotFound, Invalid, Conflict]
})

export const operations = [promote] as const
