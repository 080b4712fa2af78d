/** Imports: rows of a file that each create a record, or update the record with the same `externalId`. */
import { Schema } from "effect"
import { maxRecords } from "./Bulk.ts"
import { editable, Name } from "./Deal.ts"
import * as Field from "./Field.ts"
import { BoardId } from "./Id.ts"
import { submitted } from "./LeadSubmission.ts"

/** The maximum number of rows in a request, which equals the number that a single undo can revert. */
export const maxRows = maxRecords

const { optional } = Field

const named = optional(Field.name(200))

/** The columns of both kinds of rows in addition to the record's own fields. */
const common = {
  line: optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))),
  externalId: Field.ExternalId,
  boardId: optional(BoardId),
  board: named,
  createdAt: optional(Field.Moment)
}

const { externalId: _, ...deal } = editable

export const DealRow = {
  ...common,
  name: optional(Name),
  ...deal,
  stage: named,
  status: optional(Schema.Literals(["open", "won", "dead", "lost"])),
  owner: named,
  currency: optional(Field.name(20)),
  closedAt: optional(Field.Moment)
}

export const LeadRow = { ...common, ...submitted }

const Outcome = Schema.Literals(["created", "updated", "unchanged", "failed"])

const ImportedRow = Schema.Struct({
  line: Field.of("Line", "Line of the row as sent, or its number in the batch.", Schema.Int),
  externalId: Field.of(
    "External id",
    "Its externalId; null if that is the problem.",
    Schema.NullOr(Schema.String)
  ),
  outcome: Field.of("Outcome", "Result of the row.", Outcome),
  id: Field.of("Id", "Id of the deal or lead; left out if it failed.", Schema.optionalKey(Schema.String)),
  field: Field.of("Field", "The field to mend, if it failed.", Schema.optionalKey(Schema.String)),
  message: Field.of("Message", "Error, and what to do next.", Schema.optionalKey(Schema.String))
})
export type ImportedRow = typeof ImportedRow.Type

const count = (title: string, description: string) => Field.of(title, description, Schema.Int)

export const Imported = Schema.Struct({
  created: count("Created", "Rows that made a record."),
  updated: count("Updated", "Rows that changed the record with their externalId."),
  unchanged: count("Unchanged", "Rows whose record was so already."),
  failed: count("Failed", "Rows that did nothing."),
  rows: Field.of("Rows", "Each row, in the order sent.", Schema.Array(ImportedRow))
}).annotate({
  identifier: "Imported",
  examples: [
    {
      created: 1,
      updated: 0,
      unchanged: 0,
      failed: 0,
      rows: [
        {
          line: 2,
          externalId: "hubspot-101",
          outcome: "created",
          id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01"
        }
      ]
    }
  ]
})
export type Imported = typeof Imported.Type
