import { Schema } from "effect"
import * as Field from "./Field.ts"
import { BoardId, DealId, LeadId, StageId, UserId } from "./Id.ts"
import * as Page from "./Page.ts"
import { Stage } from "./Stage.ts"
import { title } from "./Title.ts"

const text = Schema.NullOr(Schema.String)
const moment = Schema.NullOr(Field.Timestamp)

/** A person outside of the workspace: a lead may have told it. */
const person = <S extends Schema.Top>(field: S): S => Field.personal(Field.writtenBy("anyone", field))

export const Contact = Schema.Struct({
  name: person(Field.of("Name", "Full name of the person to talk to.", text)),
  title: person(Field.of("Title", "Their job title.", text)),
  email: person(Field.of("Email", "Their email address.", text)),
  phone: person(Field.of("Phone", "Their phone number.", text)),
  linkedin: person(Field.of("LinkedIn", "URL of their LinkedIn profile.", text))
})
export type Contact = typeof Contact.Type

export const Deal = Schema.Struct({
  id: DealId,
  boardId: BoardId,
  name: Field.writtenBy("anyone", Field.of("Name", "What people call the deal.", Schema.String)),
  company: Field.writtenBy("anyone", Field.of("Company", "Customer; null if not known.", text)),
  amountCents: Field.of(
    "Amount",
    `What it is worth; null if not known. ${Field.minorUnits}`,
    Schema.NullOr(Field.Cents)
  ),
  currency: Field.Currency,
  stage: Field.of("Stage", "Where it stands on its board.", Stage),
  ownerId: Field.of("Owner", "Id of the member who owns the deal.", UserId),
  ownerName: Field.of("Owner's name", "Their name; null if they gave none.", text),
  labels: Field.of("Labels", "Tags to group deals by.", Schema.Array(Schema.String)),
  primaryContact: Field.of("Contact", "The person to talk to; null for what is not known.", Contact),
  keyTerms: Field.of("Key terms", "Terms agreed on; null if there are none.", text),
  nextStep: Field.writtenBy(
    "anyone",
    Field.of("Next step", "What is to be done next; null if nothing is planned.", text)
  ),
  nextStepAt: Field.of("Next step due", "When the next step is due; null if no time is set.", moment),
  leadId: Field.of("Lead", "Id of the lead it was made of; null if of none.", Schema.NullOr(LeadId)),
  externalId: Field.of("External id", "Its id in another system; null if it has none.", text),
  createdAt: Field.CreatedAt,
  updatedAt: Field.of("Updated", "When a field or the stage last changed.", Field.Timestamp),
  stageEnteredAt: Field.of(
    "In stage since",
    "When it was created in its stage, or last moved to it.",
    Field.Timestamp
  ),
  commitmentAt: Field.of(
    "Proposal made",
    "When it first entered the anchor stage; null if it never did.",
    moment
  ),
  wonAt: Field.of("Won", "When it was won; null if it is not, or if an edit set the stage.", moment),
  deadAt: Field.of("Dead", "When it was lost; null if it is not, or if an edit set the stage.", moment)
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
      nextStep: "Send the contract",
      nextStepAt: "2026-05-08T23:59:59.999Z",
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

export const DealList = Page.of("DealList", Deal)

const named = Field.optional(Schema.String)

/** A deal in a list, in short: names for ids, days for times, and nothing that is null or can be seen from the rest. */
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
  stageEnteredAt: Field.of("In stage since", "Day it entered its stage, if not the day of createdAt.", named)
})
export type DealRow = typeof DealRow.Type

/** Ends the time of a next step that is due on a day, not at a time. */
export const endOfDay = "T23:59:59.999Z"

/** The names shown in a row, and the function that converts a time to a day in the reader's zone. */
export interface Beside {
  readonly owner: string | null
  readonly board: string | null
  readonly dayOf: (time: Field.Timestamp) => string
}

export const toRow = (deal: Deal, { board, dayOf: day, owner }: Beside): DealRow => {
  const { amountCents, company, nextStepAt, stage } = deal
  const due =
    nextStepAt?.endsWith(endOfDay) === true ? nextStepAt.slice(0, 10) : nextStepAt && day(nextStepAt)
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
    ...(hasMoved ? { stageEnteredAt: day(deal.stageEnteredAt) } : {})
  }
}

export const Status = Schema.Literals(["open", "won", "dead", "all"])
export type Status = typeof Status.Type

/** What deals are sorted by; `-` for descending. `quiet` is the time without activity, `nextStep` when that is due. */
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
  "-nextStep"
])
export type Sort = typeof Sort.Type

const line = Field.optional(Schema.NullOr(Field.Line))

/** The most labels of a deal. */
export const mostLabels = 50

export const labels = Schema.Array(title(80)).check(
  Schema.isMaxLength(mostLabels, { expected: `at most ${mostLabels} labels` })
)

/** What a caller may write of a deal, beside its name, board and stage. */
export const editable = {
  company: Field.like(Deal.fields.company, line),
  amountCents: Field.like(Deal.fields.amountCents, Field.optional(Field.CentsOrAmount)),
  amount: Field.optional(Field.Amount),
  stageId: Field.optional(StageId),
  ownerId: Field.like(Deal.fields.ownerId, Field.optional(UserId)),
  labels: Field.like(Deal.fields.labels, Field.optional(labels)),
  primaryContactName: Field.like(Contact.fields.name, line),
  primaryContactTitle: Field.like(Contact.fields.title, line),
  primaryContactEmail: Field.like(Contact.fields.email, line),
  primaryContactPhone: Field.like(Contact.fields.phone, line),
  primaryContactLinkedin: Field.like(Contact.fields.linkedin, line),
  keyTerms: Field.like(Deal.fields.keyTerms, Field.optional(Schema.NullOr(Field.text(20_000)))),
  nextStep: Field.like(Deal.fields.nextStep, line),
  nextStepAt: Field.of(
    "Next step due",
    "When the next step is due: a day (until its end, UTC) or an RFC 3339 time.",
    Field.optional(Schema.NullOr(Field.DayOrTime))
  ),
  externalId: Field.of(
    "External id",
    "Its id in another system, which no other deal here has.",
    Field.optional(Schema.NullOr(Field.ExternalId))
  )
}

export const Name = Field.like(Deal.fields.name, Field.name(200))

const Edit = Schema.Struct({ name: Field.optional(Name), ...editable })
/** The fields of a PATCH: only those sent change. */
export type Edit = Omit<typeof Edit.Type, "amount">

/** What a delete answers. */
export const Deleted = Schema.Struct({
  id: Field.of("Id", "Id of what was deleted.", Schema.String),
  deleted: Field.of("Deleted", "Always true.", Schema.Boolean)
}).annotate({
  identifier: "Deleted",
  examples: [{ id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01", deleted: true }]
})
