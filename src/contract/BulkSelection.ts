/** The common input of bulk changes: ids, or filters of a list. */
import { Schema } from "effect"
import * as Field from "../../schema/Field.ts"
import type * as Operation from "./Operation.ts"

/** `choices` are the filters. */
export const of = <const Choices extends Schema.Struct.Fields>(
  kind: "deal" | "lead",
  choices: Choices,
  example: string
) => ({
  choices,
  also: [
    { scope: `${kind}s:read`, where: "with filter", asks: ({ filter }) => filter !== undefined }
  ] satisfies ReadonlyArray<Operation.Further>,
  filter: Field.of(
    "Filter",
    `Instead of ids: filters of list_${kind}s, as ${example}.`,
    Field.optional(Schema.Struct(choices))
  )
})
