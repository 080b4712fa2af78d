import { Schema } from "effect"
import * as Field from "./Field.ts"
import { BoardId, DealId, StageId, UserId } from "./Id.ts"
import * as Page from "./Page.ts"
import { Stage } from "./Stage.ts"

const text = Schema.NullOr(Schema.String)
const moment = Schema.NullOr(Field.Timestamp)

export const Contact = Schema.Struct({ name: text, title: text, email: text, phone: text, linkedin: text })
export type Contact = typeof Contact.Type

export const Deal = Schema.Struct({
  id: DealId,
  boardId: BoardId,
  name: Schema.String,
  company: text,
  amountCents: Schema.NullOr(Field.Cents).annotate({ description: Field.minorUnits }),
  currency: Field.Currency,
  stage: Stage,
  ownerId: UserId,
  ownerName: text,
  labels: Schema.Array(Schema.String),
  primaryContact: Contact,
  keyTerms: text,
  createdAt: Field.Timestamp,
  updatedAt: Field.Timestamp,
  stageEnteredAt: Field.Timestamp,
  commitmentAt: moment,
  wonAt: moment,
  deadAt: moment
}).annotate({
  identifier: "Deal",
  examples: [
    {
      id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01",
      boardId: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40",
      name: "Annual licence",
      company: "Acme",
      amountCents: 1_250_000,
      currency: "USD",
      stage: { id: "stg_0aB3dE6gH9kL2mN5", name: "Proposal", region: "anchor", isAnchor: true },
      ownerId: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a",
      ownerName: "Ada Park",
      labels: ["inbound"],
      primaryContact: {
        name: "Mia Chen",
        title: null,
        email: "mia@acme.example",
        phone: null,
        linkedin: null
      },
      keyTerms: null,
      createdAt: "2026-05-01T09:30:00.000Z",
      updatedAt: "2026-05-04T14:00:00.000Z",
      stageEnteredAt: "2026-05-04T14:00:00.000Z",
      commitmentAt: "2026-05-04T14:00:00.000Z",
      wonAt: null,
      deadAt: null
    }
  ] as never
})
export type Deal = typeof Deal.Type

export const DealList = Page.of("DealList", Deal)

/** A deal in a list, in short: what it is, where it stands, and the dates to sort by. */
export const DealRow = Schema.Struct({
  id: DealId,
  name: Schema.String,
  company: text,
  amountCents: Schema.NullOr(Field.Cents),
  currency: Field.Currency,
  stage: Stage,
  ownerId: UserId,
  ownerName: text,
  createdAt: Field.Timestamp,
  updatedAt: Field.Timestamp,
  stageEnteredAt: Field.Timestamp
})

export const toRow = (deal: Deal): typeof DealRow.Type => ({
  id: deal.id,
  name: deal.name,
  company: deal.company,
  amountCents: deal.amountCents,
  currency: deal.currency,
  stage: deal.stage,
  ownerId: deal.ownerId,
  ownerName: deal.ownerName,
  createdAt: deal.createdAt,
  updatedAt: deal.updatedAt,
  stageEnteredAt: deal.stageEnteredAt
})

export const Status = Schema.Literals(["open", "won", "dead", "all"])
export type Status = typeof Status.Type

const line = Schema.NullOr(Field.Line)

const labels = Schema.Array(Field.name(80)).check(Schema.isMaxLength(50, { expected: "at most 50 labels" }))

/** What a caller may write of a deal, beside its name, board and stage. */
export const editable = {
  company: Field.optional(line),
  amountCents: Field.optional(
    Schema.NullOr(Field.Cents).annotate({
      description: Field.minorUnits,
      expected: "an integer of minor units (decimals go into amount, as text)"
    })
  ),
  amount: Field.optional(Field.Amount),
  stageId: Field.optional(StageId),
  ownerId: Field.optional(UserId),
  labels: Field.optional(labels),
  primaryContactName: Field.optional(line),
  primaryContactTitle: Field.optional(line),
  primaryContactEmail: Field.optional(line),
  primaryContactPhone: Field.optional(line),
  primaryContactLinkedin: Field.optional(line),
  keyTerms: Field.optional(Schema.NullOr(Field.text(20_000)))
}

export const Name = Field.name(200)

const Edit = Schema.Struct({ name: Field.optional(Name), ...editable })
/** The fields of a PATCH: only those sent change. */
export type Edit = Omit<typeof Edit.Type, "amount">

/** What a delete answers. */
export const Deleted = Schema.Struct({ id: Schema.String, deleted: Schema.Boolean }).annotate({
  identifier: "Deleted",
  examples: [{ id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01", deleted: true }]
})
