/** What a lead's page tells beside the lead. */
import { Schema } from "effect"
import { UserId } from "./Id.ts"

/** Who wrote to the enrichment; `id` is what the history has of them. */
export const Writer = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["api_key", "app", "person"]),
  name: Schema.String
})
export type Writer = typeof Writer.Type

export const LeadBackground = Schema.Struct({
  junkedBy: Schema.NullOr(Schema.String),
  writers: Schema.Array(Writer),
  /** Null where promotion is switched off. */
  promotion: Schema.NullOr(Schema.Struct({ dealName: Schema.String, ownerId: UserId }))
})
export type LeadBackground = typeof LeadBackground.Type
