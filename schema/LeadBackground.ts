/** Additional data for a lead's page. */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import { DealId, UserId } from "./Id.ts"

/** A writer of the enrichment; `id` is the writer's id in the history. */
export const Writer = Schema.Struct({
  id: Field.of("Id", "Id in the history.", Schema.String),
  kind: Field.of("Kind", "Kind of the writer.", Schema.Literals(["api_key", "app", "person"])),
  name: Field.of("Name", "Name of the person.", Schema.String)
})
export type Writer = typeof Writer.Type

/** The reasons for marking a lead as suspect, from its form or its email. */
export const Doubt = Schema.Literals(["trap", "forged", "quick", "auto_reply", "bulk", "list", "machine"])
export type Doubt = typeof Doubt.Type

export const LeadBackground = Schema.Struct({
  junkedBy: Field.of("Junked by", "Who marked it junk; null if nobody did.", Schema.NullOr(Schema.String)),
  doubt: Field.of("Doubt", "Reason it looks like a bot's; null if it does not.", Schema.NullOr(Doubt)),
  writers: Field.of("Writers", "Who wrote the newest entries of the history.", Schema.Array(Writer)),
  written: Field.of("Written", "Number of writes to the enrichment.", Schema.Int),
  dealId: Field.of(
    "Deal",
    "Id of the deal it became; null if there is none, or it was deleted.",
    Schema.NullOr(DealId)
  ),
  promotion: Field.of(
    "Promotion",
    "Default deal of a promotion; null if promotion is switched off.",
    Schema.NullOr(
      Schema.Struct({
        dealName: Field.of("Name of the deal", "Made of what is known of the lead.", Schema.String),
        ownerId: Field.of("Owner", "Id of who will own the deal.", UserId)
      })
    )
  )
})
export type LeadBackground = typeof LeadBackground.Type
