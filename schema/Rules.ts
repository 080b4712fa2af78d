/** Rules for what a credential may do by itself, must ask for, or may not do. */
import { Schema } from "effect"
import { ActorRef } from "./Actor.ts"
import * as Field from "./Field.ts"
import { CredentialId } from "./Id.ts"
import * as Page from "./Page.ts"

export const Verdict = Schema.Literals(["allow", "ask", "deny"])
export type Verdict = typeof Verdict.Type

/** The maximum number of operations that a credential's rules name. */
const maxNamed = 100

const operationLimit = Schema.makeFilter(
  (named: object) => Object.keys(named).length <= maxNamed || `must name at most ${maxNamed} operations`,
  { toJsonSchema: () => ({ maxProperties: maxNamed }) }
)

const limit = (title: string, description: string, maximum: number) =>
  Field.of(
    title,
    description,
    Schema.NullOr(
      Schema.Int.check(
        Schema.isBetween({ minimum: 0, maximum }, { expected: `an integer from 0 to ${maximum}` })
      )
    )
  )

const fields = {
  default: Field.of("Default", "For writes that operations doesn't name.", Verdict),
  operations: Field.of(
    "Operations",
    'Rules by operation, such as deals.delete, or by its first part: deals. The longer name counts. "ask" waits for an admin, "deny" is refused.',
    Schema.Record(Schema.String, Verdict).check(operationLimit as never)
  ),
  writesPerHour: limit(
    "Writes an hour",
    "More writes than this within 60 minutes have to be asked for; null for no limit.",
    1_000_000
  ),
  amountChangePercent: limit(
    "Change of an amount",
    "Changes of a deal's amount within 24 hours that come to more percent than this have to be asked for, and so does a first amount; null for no limit.",
    100_000
  ),
  records: limit(
    "Records at once",
    "A write that changes more records than this has to be asked for; null for no limit.",
    1_000
  )
}

export const Rules = Schema.Struct(fields)
export type Rules = typeof Rules.Type

/** The rules as an input; omitted rules allow everything. */
export const settable = {
  default: Field.like(fields.default, Field.optional(fields.default)),
  operations: Field.like(fields.operations, Field.optional(fields.operations)),
  writesPerHour: Field.like(fields.writesPerHour, Field.optional(fields.writesPerHour)),
  amountChangePercent: Field.like(fields.amountChangePercent, Field.optional(fields.amountChangePercent)),
  records: Field.like(fields.records, Field.optional(fields.records))
}

export const none: Rules = {
  default: "allow",
  operations: {},
  writesPerHour: null,
  amountChangePercent: null,
  records: null
}

/** The rules of one credential. */
export const CredentialRules = Schema.Struct({
  credential: CredentialId,
  type: Field.of("Type", "An API key, or a connected app (oauth).", Schema.Literals(["api_key", "oauth"])),
  name: Field.of("Name", "Name of the key or app; null if it is gone.", Schema.NullOr(Schema.String)),
  ...fields,
  updatedAt: Field.of("Updated", "Time they were set; null if never.", Schema.NullOr(Field.Timestamp)),
  updatedBy: Field.of(
    "Updated by",
    "Who set them; null for the operator, or if nobody did.",
    Schema.NullOr(ActorRef)
  )
}).annotate({
  identifier: "CredentialRules",
  examples: [
    {
      credential: "01997f2e-6b1c-7d7a-9d0c-9f8e7d6c5b4a",
      type: "api_key",
      name: "Scout",
      default: "allow",
      operations: { "deals.delete": "ask", webhooks: "deny" },
      writesPerHour: 100,
      amountChangePercent: 20,
      records: 10,
      updatedAt: "2026-05-04T14:00:00.000Z",
      updatedBy: null
    }
  ] as never
})
export type CredentialRules = typeof CredentialRules.Type

export const CredentialRulesList = Page.whole(CredentialRules).annotate({ identifier: "CredentialRulesList" })
