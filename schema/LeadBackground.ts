/** What a lead's page tells beside the lead. */
import { Schema } from "effect"
import { DealId, UserId } from "./Id.ts"

/** Who wrote to the enrichment; `id` is what the history has of them. */
export const Writer = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["api_key", "app", "person"]),
  name: Schema.String
})
export type Writer = typeof Writer.Type

/** Why a lead is marked: what a form told, or a message. */
export const Doubt = Schema.Literals(["trap", "forged", "quick", "auto_reply", "bulk", "list", "machine"])
export type Doubt = typeof Doubt.Type

export const LeadBackground = Schema.Struct({
  junkedBy: Schema.NullOr(Schema.String),
  doubt: Schema.NullOr(Doubt),
  /** Of the newest entries of the history. */
  writers: Schema.Array(Writer),
  /** How often the enrichment was written. */
  written: Schema.Int,
  /** The deal it became, unless that has been deleted since. */
  dealId: Schema.NullOr(DealId),
  /** Null where promotion is switched off. */
  promotion: Schema.NullOr(Schema.Struct({ dealName: Schema.String, ownerId: UserId }))
})
export type LeadBackground = typeof LeadBackground.Type
