import { Schema } from "effect"
import * as DealFields from "./DealFields.ts"
import * as Field from "./Field.ts"
import { DealId, StageId } from "./Id.ts"
import * as Matched from "./Matched.ts"
import * as Model from "./Model.ts"
import * as Page from "./Page.ts"

export const Deal = Schema.Struct(Model.answer(DealFields.fields)).annotate({
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
      nextStep: "Send the contract",
      nextStepAt: "2026-05-08T23:59:59.999Z",
      expectedCloseAt: "2026-06-30T23:59:59.999Z",
      forecastCategory: "committed",
      lostReason: null,
      leadId: "01997f2e-6b1c-7d7a-9d0c-6c7d8e9f0a1b",
      externalId: null,
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

/** A deal in a list. */
const ListedDeal = Schema.Struct({ ...Deal.fields, ...Matched.field }).annotate({ identifier: "ListedDeal" })

export const DealList = Page.of("DealList", ListedDeal)

const named = Field.optional(Schema.String)

/** A short row of a deal in a list: names instead of ids, days instead of times, and no nulls or redundant values. */
export const DealRow = Schema.Struct({
  id: DealId,
  name: Deal.fields.name,
  company: Field.writtenBy("anyone", Field.like(Deal.fields.company, named)),
  amountCents: Field.like(Deal.fields.amountCents, Field.optional(Field.Cents)),
  currency: Field.Currency,
  stage: Field.of("Stage", "Name of its stage.", Schema.String),
  region: Field.of("Region", "won or dead, if the stage has another name.", named),
  board: Field.of("Board", "Its name, if there are several boards; its id if two have that name.", named),
  owner: Field.of("Owner", "Their name, or email if two have that name or they have none.", named),
  nextStep: Field.writtenBy("anyone", Field.like(Deal.fields.nextStep, named)),
  nextStepAt: Field.of("Next step due", "Day the next step is due.", named),
  createdAt: Field.of("Created", "Day it was created.", Schema.String),
  updatedAt: Field.of("Updated", "Day of the last change.", Schema.String),
  stageEnteredAt: Field.of("In stage since", "Day it entered its stage, if not the day of createdAt.", named),
  ...Matched.field,
  labels: Field.like(Deal.fields.labels, Field.optional(Schema.Array(Schema.String))),
  email: Field.writtenBy("anyone", Field.of("Email", "Email of its contact.", named)),
  source: Field.writtenBy("anyone", Field.of("Source", "Origin of its lead.", named))
})

/** Fields that rows show only if asked. */
export const RowField = Schema.Literals(["labels", "email", "source"])
export type RowField = typeof RowField.Type
export type DealRow = typeof DealRow.Type

/** The names shown in a row, and the function that converts a time to a day in the reader's zone. */
interface RowNames {
  readonly owner: string | null
  readonly board: string | null
  readonly dayOf: (time: Field.Timestamp) => string
  readonly fields: ReadonlyArray<RowField>
  readonly source: string | null
}

export const toRow = (deal: Deal, { board, dayOf: day, fields, owner, source }: RowNames): DealRow => {
  const { email } = deal.primaryContact
  const { amountCents, company, nextStepAt, stage } = deal
  const due =
    nextStepAt?.endsWith(DealFields.endOfDay) === true
      ? nextStepAt.slice(0, 10)
      : nextStepAt && day(nextStepAt)
  const isTold = stage.name.trim().toLowerCase() === stage.region
  const isClosed = stage.region === "won" || stage.region === "dead"
  const hasMoved = day(deal.stageEnteredAt) !== day(deal.createdAt)
  return {
    id: deal.id,
    name: deal.name,
    ...(company === null || company === "" ? {} : { company }),
    ...(amountCents === null ? {} : { amountCents }),
    currency: deal.currency,
    stage: stage.name,
    ...(isClosed && !isTold ? { region: stage.region } : {}),
    ...(board === null ? {} : { board }),
    ...(owner === null ? {} : { owner }),
    ...(deal.nextStep === null || deal.nextStep === "" ? {} : { nextStep: deal.nextStep }),
    ...(due === null ? {} : { nextStepAt: due }),
    createdAt: day(deal.createdAt),
    updatedAt: day(deal.updatedAt),
    ...(hasMoved ? { stageEnteredAt: day(deal.stageEnteredAt) } : {}),
    ...(fields.includes("labels") && { labels: deal.labels }),
    ...(fields.includes("email") && email !== null && { email }),
    ...(fields.includes("source") && source !== null && { source })
  }
}

export const Status = Schema.Literals(["open", "won", "dead", "all"])
export type Status = typeof Status.Type

/** The sort orders; `-` means descending. `quiet` is the time without activity, `nextStep` the due date of the next step. */
export const Sort = Schema.Literals([
  "created",
  "-created",
  "updated",
  "-updated",
  "amount",
  "-amount",
  "quiet",
  "-quiet",
  "nextStep",
  "-nextStep",
  "expectedClose",
  "-expectedClose"
])
export type Sort = typeof Sort.Type

const { amountCents, company, name, ...others } = DealFields.inputs

/** The inputs that write a deal, except its name and board. */
export const editable = {
  ...{ company, amountCents },
  amount: Field.optional(Field.Amount),
  stageId: Field.optional(StageId),
  ...others
}

export const Name = Field.like(Deal.fields.name, Field.name(200))

const Edit = Schema.Struct({ name, ...editable })
/** The fields of a PATCH: only those sent change. */
export type Edit = Omit<typeof Edit.Type, "amount">

/** The response to a delete. */
export const Deleted = Schema.Struct({
  id: Field.of("Id", "Id of what was deleted.", Schema.String),
  deleted: Field.of("Deleted", "Always true.", Schema.Boolean)
}).annotate({
  identifier: "Deleted",
  examples: [{ id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01", deleted: true }]
})
