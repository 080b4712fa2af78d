/** The common input of bulk changes: ids, or filters of a list. */
import { Schema } from "effect"
import * as Field from "../../schema/Field.ts"
import type * as Operation from "./Operation.ts"

/** `choices` are the filters. The tool lists only the one named `listed`. */
export const of = <const Choices extends Schema.Struct.Fields>(
  kind: "deal" | "lead",
  choices: Choices,
  listed: string,
  example: string
) => ({
  choices,
  unlisted: Object.keys(choices)
    .filter((name) => name !== listed)
    .map((name) => `filter.${name}`),
  also: [
    { scope: `${kind}s:read`, where: "with filter", asks: ({ filter }) => filter !== undefined }
  ] satisfies ReadonlyArray<Operation.Further>,
  filter: Field.of(
    "Filter",
    `Instead of ids: filters of list_${kind}s, as ${example}.`,
    Field.optional(Schema.Struct(choices))
  )
})
