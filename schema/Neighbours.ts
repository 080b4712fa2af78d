import { Schema } from "effect"
import { Deal } from "./Deal.ts"
import * as Field from "./Field.ts"
import { DealId } from "./Id.ts"

const One = Schema.Struct({ id: DealId, name: Deal.fields.name })

/** The deals before and after a deal on its board: stage by stage, and within a stage the latest to enter first. */
export const Neighbours = Schema.Struct({
  previous: Field.of("Previous", "The deal before it; null for the first.", Schema.NullOr(One)),
  next: Field.of("Next", "The deal after it; null for the last.", Schema.NullOr(One))
})
export type Neighbours = typeof Neighbours.Type
