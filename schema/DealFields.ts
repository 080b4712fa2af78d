/** The fields of a deal, each of which is declared only here (CONTRIBUTING.md, "Add a field to deals"). */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import { BoardId, DealId, LeadId, UserId } from "./Id.ts"
import * as Model from "./Model.ts"
import * as ModelField from "./ModelField.ts"
import { Stage } from "./Stage.ts"
import { title } from "./Title.ts"

const text = Schema.NullOr(Schema.String)
const moment = Schema.NullOr(Field.Timestamp)

const line = Field.optional(Schema.NullOr(Field.Line))

export const ForecastCategory = Schema.Literals(["committed", "best_case", "pipeline"])

/** The maximum number of labels of a deal. */
export const maxLabels = 50

export const labels = Schema.Array(title(80)).check(
  Schema.isMaxLength(maxLabels, { expected: `at most ${maxLabels} labels` })
)

export const distinct = (labels: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(labels)]

/** The time stored with a due date that was given as a day. */
export const endOfDay = "T23:59:59.999Z"

/** A day is due at its end. */
const due = (sent: string): string =>
  /^\d{4}-\d{2}-\d{2}$/u.test(sent) ? `${sent}${endOfDay}` : new Date(sent).toISOString()

/** A personal detail of somebody outside the workspace, which may come from a lead. */
const personal = (title: string, description: string) => {
  const schema = Field.personal(Field.writtenBy("anyone", Field.of(title, description, text)))
  return ModelField.stored(schema, { type: "text", input: line })
}

const contact = {
  name: personal("Name", "Full name of the person to talk to."),
  title: personal("Title", "Their job title."),
  email: personal("Email", "Their email address."),
  phone: personal("Phone", "Their phone number."),
  linkedin: { ...personal("LinkedIn", "URL of their LinkedIn profile."), header: "linkedin" }
}

export const Contact = Schema.Struct(Model.answer(contact))
export type Contact = typeof Contact.Type

export const fields = {
  id: ModelField.stored(DealId, { type: "uuid", isFixed: true }),
  boardId: ModelField.stored(BoardId, { type: "uuid", isFixed: true }),
  name: ModelField.stored(Field.writtenBy("anyone", Field.of("Name", "Name of the deal.", Schema.String)), {
    type: "text",
    input: Field.optional(Field.name(200))
  }),
  company: ModelField.stored(
    Field.writtenBy("anyone", Field.of("Company", "Customer; null if not known.", text)),
    { type: "text", input: line }
  ),
  amountCents: ModelField.stored(
    Field.of(
      "Amount",
      `Value of the deal; null if not known. ${Field.minorUnits}`,
      Schema.NullOr(Field.Cents)
    ),
    { type: "bigint", input: Field.optional(Field.CentsOrAmount) }
  ),
  currency: ModelField.stored(Field.Currency, { type: "text", isFixed: true }),
  stage: ModelField.reference(Field.of("Stage", "Stage on its board.", Stage), "text"),
  ownerId: ModelField.stored(Field.of("Owner", "Id of the member who owns the deal.", UserId), {
    type: "uuid",
    input: Field.optional(UserId)
  }),
  ownerName: ModelField.joined(Field.of("Owner's name", "Their name; null if they gave none.", text)),
  labels: ModelField.stored(Field.of("Labels", "Tags to group deals by.", Schema.Array(Schema.String)), {
    type: "text[]",
    input: Field.optional(labels),
    normalize: distinct
  }),
  primaryContact: ModelField.group(
    Field.of("Contact", "The person to talk to; null for what is not known.", Contact),
    "contact",
    contact
  ),
  keyTerms: ModelField.stored(Field.of("Key terms", "Terms agreed on; null if there are none.", text), {
    type: "text",
    input: Field.optional(Schema.NullOr(Field.text(20_000))),
    isLong: true
  }),
  nextStep: ModelField.stored(
    Field.writtenBy("anyone", Field.of("Next step", "The next action; null if none is set.", text)),
    { type: "text", input: line }
  ),
  nextStepAt: ModelField.stored(
    Field.of("Next step due", "Due date of the next step; null if none is set.", moment),
    {
      type: "timestamptz",
      input: Field.optional(Schema.NullOr(Field.DayOrTime)),
      inputDescription: "Due date of the next step: a day (until its end, UTC) or an RFC 3339 time.",
      normalize: due,
      header: "next_step_due"
    }
  ),
  expectedCloseAt: ModelField.stored(
    Field.of("Expected close", "Expected time of closing; null if not known.", moment),
    {
      type: "timestamptz",
      input: Field.optional(Schema.NullOr(Field.DayOrTime)),
      inputDescription: "A day (until its end, UTC) or an RFC 3339 time.",
      normalize: due,
      header: "expected_close"
    }
  ),
  forecastCategory: ModelField.stored(
    Field.of(
      "Forecast",
      "Likelihood of winning. Unless set: best_case in a late stage, else pipeline.",
      ForecastCategory
    ),
    {
      type: "text",
      input: Field.optional(Schema.NullOr(ForecastCategory)),
      inputDescription: "null: as its stage says.",
      isIdentifier: true,
      header: "forecast"
    }
  ),
  lostReason: ModelField.stored(
    Field.writtenBy(
      "anyone",
      Field.of("Lost because", "Reason for the loss; null if not given. Reopening the deal empties it.", text)
    ),
    { type: "text", input: line }
  ),
  leadId: ModelField.stored(
    Field.of("Lead", "Id of the lead it was made of; null if of none.", Schema.NullOr(LeadId)),
    { type: "uuid", isFixed: true, header: false }
  ),
  externalId: ModelField.stored(
    Field.of("External id", "Its id in another system; null if it has none.", text),
    {
      type: "text",
      input: Field.optional(Schema.NullOr(Field.ExternalId)),
      inputDescription: "Its id in another system, which no other deal here has.",
      isIdentifier: true
    }
  ),
  createdAt: ModelField.stored(Field.CreatedAt, { type: "timestamptz", isFixed: true, header: "created" }),
  updatedAt: ModelField.stored(
    Field.of("Updated", "Time of the last change of a field or the stage.", Field.Timestamp),
    {
      type: "timestamptz",
      header: "updated"
    }
  ),
  stageEnteredAt: ModelField.stored(
    Field.of("In stage since", "Time it entered its present stage.", Field.Timestamp),
    { type: "timestamptz", header: "in_stage_since" }
  ),
  commitmentAt: ModelField.stored(
    Field.of("Proposal made", "Time it first entered the anchor stage; null if it never did.", moment),
    { type: "timestamptz", header: false }
  ),
  wonAt: ModelField.stored(
    Field.of("Won", "Time it was won; null if it is not, or if an edit set the stage.", moment),
    { type: "timestamptz", header: "won" }
  ),
  deadAt: ModelField.stored(
    Field.of("Dead", "Time it was lost; null if it is not, or if an edit set the stage.", moment),
    { type: "timestamptz", header: "dead" }
  )
}

export const columns = Model.columns(fields)

/** The fields whose changes a deal's activity lists. */
export type Changeable = Model.Changeable<typeof fields>
export const changeable = Model.changeable(fields)

/** The fields that callers write, by the names of their inputs. */
export const inputs = Model.inputs(fields)

export const noContact: Contact = { name: null, title: null, email: null, phone: null, linkedin: null }

/** Texts that can name a person; the contact's own fields and identifiers aren't among them. */
export const freeTexts = columns.flatMap(({ field, input, isIdentifier, part, type }) =>
  input !== undefined && part === undefined && type.startsWith("text") && isIdentifier !== true
    ? [field as Changeable]
    : []
)
