/** Many records created or changed in one request: either all of them, or none. */
import { Schema, Struct } from "effect"
import { Deal } from "./Deal.ts"
import { inputs, labels } from "./DealFields.ts"
import * as Field from "./Field.ts"
import { DealId, LeadId, UserId } from "./Id.ts"

/** The maximum number of records in a request. */
export const maxRecords = 200

const distinct = Schema.makeFilter(
  (ids: ReadonlyArray<string>) =>
    new Set(ids.map((id) => id.toLowerCase())).size === ids.length || "must not repeat an id",
  { toJsonSchema: () => ({ uniqueItems: true }) }
)

/** Distinct ids, or names that stand for them. */
export const many = <Id extends Schema.Codec<string, string>>(id: Id) =>
  Schema.Array(id).check(
    Schema.isMinLength(1, { expected: "an array of at least 1 id" }),
    Schema.isMaxLength(maxRecords, { expected: `at most ${maxRecords} ids` }),
    distinct as never
  )

export const dealIds = Field.of(
  "Deals",
  `Ids of the deals, at most ${maxRecords}.`,
  Field.optional(many(DealId))
)
export const leadIds = Field.of(
  "Leads",
  `Ids of the leads, at most ${maxRecords}.`,
  Field.optional(many(LeadId))
)

/** At most four decimals, which stay exact in JSON and in the calculation. */
const percent = Schema.Finite.check(
  Schema.isBetween(
    { minimum: -100, maximum: 1000 },
    { expected: "a number from -100 to 1000, such as 10 for 10%" }
  ),
  Schema.makeFilter((value: number) => Number(value.toFixed(4)) === value || "must have at most 4 decimals")
)

/** The changes to make in each deal. */
export const changes = {
  ownerId: Field.like(Deal.fields.ownerId, Field.optional(UserId)),
  addLabels: Field.of("Add labels", "Labels to add to each.", Field.optional(labels)),
  removeLabels: Field.of("Remove labels", "Labels to take from each.", Field.optional(labels)),
  amountPercent: Field.of(
    "Raise amounts",
    "Percent to raise each amount by: 10, or -2.5 to lower it. Rounded half up; unknown amounts stay so.",
    Field.optional(percent)
  ),
  ...Struct.pick(inputs, ["expectedCloseAt", "forecastCategory", "lostReason"])
}

export const BulkResult = Schema.Struct({
  updated: Field.of("Updated", "Number changed.", Schema.Int),
  unchanged: Field.of("Unchanged", "Number unchanged.", Schema.Int),
  withoutAmount: Field.of(
    "Without amount",
    "Number without an amount, which amountPercent leaves so.",
    Schema.optionalKey(Schema.Int)
  ),
  hint: Field.of(
    "Hint",
    "If nothing matches the filter: what a wider one would find. If lost deals have no lostReason: how to send it.",
    Schema.optionalKey(Schema.String)
  )
}).annotate({ identifier: "BulkResult", examples: [{ updated: 28, unchanged: 2 }] })

/** New records. An error names one by its place, such as `deals[17].name`. */
export const newRecords = <const Fields extends Schema.Struct.Fields>(
  kind: "deal" | "lead",
  fields: Fields
) =>
  Field.of(
    `New ${kind}s`,
    `The ${kind}s to create, at most ${maxRecords}.`,
    Schema.Array(Schema.Struct(fields)).check(
      Schema.isMinLength(1, { expected: `an array of at least 1 ${kind}` }),
      Schema.isMaxLength(maxRecords, { expected: `at most ${maxRecords} ${kind}s` })
    )
  )

export const BulkCreated = Schema.Struct({
  created: Field.of("Created", "Number created.", Schema.Int),
  records: Field.of(
    "Records",
    "Each, in the order sent.",
    Schema.Array(
      Schema.Struct({
        id: Field.of("Id", "Id of the deal or lead.", Schema.String),
        name: Field.writtenBy(
          "anyone",
          Field.of(
            "Name",
            "Name of the deal, or of the lead's person, company or email; null without any.",
            Schema.NullOr(Schema.String)
          )
        )
      })
    )
  )
}).annotate({
  identifier: "BulkCreated",
  examples: [
    { created: 1, records: [{ id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01", name: "Annual licence" }] }
  ]
})
