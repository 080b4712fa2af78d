/** The response of a dry run: the response that the call would give, and its effects. */
import { Schema } from "effect"
import { AuditResource } from "./Audit.ts"
import * as Field from "./Field.ts"
import { DealId, WebhookId } from "./Id.ts"
import { SystemEventType } from "./Note.ts"
import { DeliveryEvent } from "./Webhook.ts"

const Count = Field.of("Count", "Number of records.", Schema.Int)

export const Change = Schema.Struct({
  resource: Field.of("Resource", "Kind of record.", AuditResource),
  change: Field.of("Change", "Effect on the record.", Schema.Literals(["created", "updated", "deleted"])),
  count: Count,
  ids: Field.of(
    "Ids",
    "Ids; not of new records, which get other ids.",
    Schema.optionalKey(Schema.Array(Schema.String))
  ),
  names: Field.writtenBy(
    "anyone",
    Field.of("Names", "Names of the first five.", Schema.optionalKey(Schema.Array(Schema.String)))
  ),
  fields: Field.of(
    "Fields",
    "Names of the fields that would change.",
    Schema.optionalKey(Schema.Array(Schema.String))
  )
})

const Activity = Schema.Struct({
  type: Field.of(
    "Type",
    "A note, or the event of an entry.",
    Schema.Union([Schema.Literal("note"), SystemEventType])
  ),
  count: Count,
  dealIds: Field.of("Deals", "The first 20 deals in whose activity it would be.", Schema.Array(DealId)),
  data: Field.writtenBy("anyone", Field.of("Data", "Content of the entry.", Schema.optionalKey(Schema.Json)))
})

const Delivery = Schema.Struct({
  webhookId: WebhookId,
  event: Field.of("Event", "Event that would be sent.", DeliveryEvent),
  count: Count
})

/** The dry-run response of an operation whose response is `success`. */
export const of = <Success extends Schema.Top>(success: Success) =>
  Schema.Struct({
    dryRun: Field.of(
      "Dry run",
      "Effects that the call would have. Nothing was done.",
      Schema.Struct({
        status: Field.of("Status", "Status that it would answer with.", Schema.Int),
        answer: Field.of(
          "Answer",
          "Body that it would answer with; ids and secrets in it are not kept.",
          success
        ),
        replayed: Field.of(
          "Replayed",
          "true if that is the stored answer of its idempotency key, so that nothing would be done.",
          Schema.Boolean
        ),
        warning: Field.of("Warning", "Warning that it would give.", Schema.optionalKey(Schema.String)),
        changes: Field.of("Changes", "Records that it would change.", Schema.Array(Change)),
        activity: Field.of("Activity", "Entries that it would add to deals.", Schema.Array(Activity)),
        webhooks: Field.of("Webhooks", "Events that it would send, by subscription.", Schema.Array(Delivery)),
        notRehearsed: Field.of(
          "Not rehearsed",
          "Parts that run only in the real call.",
          Schema.Array(Schema.String)
        ),
        plan: Field.of(
          "Plan",
          "Send it with the call: it is done only if nothing it is based on has changed.",
          Schema.optionalKey(Schema.String)
        ),
        expiresAt: Field.of("Expires", "Expiry time of the plan.", Schema.optionalKey(Field.Timestamp))
      })
    )
  })

/** The dry-run response of any operation. */
export const DryRun = of(Schema.Json).annotate({ identifier: "DryRun" })
export type DryRun = typeof DryRun.Type
