/** A lead with the included parts. */
import { Schema, Struct } from "effect"
import * as Actor from "./Actor.ts"
import { Change } from "./Change.ts"
import { Deal } from "./Deal.ts"
import { HistoryEntry } from "./Enrichment.ts"
import * as Field from "./Field.ts"
import * as Include from "./Include.ts"
import { Lead } from "./Lead.ts"
import * as Page from "./Page.ts"

export const Part = Schema.Literals(["activity", "deal", "enrichment"])
export type Part = typeof Part.Type

/** The parts that are paginated. */
export const paged = ["activity", "enrichment"] as const

/** A summary of a lead's deal. */
const DealOfLead = Deal.mapFields(
  Struct.pick([
    ...(["id", "name", "company", "amountCents", "currency", "stage", "ownerId", "ownerName"] as const),
    ...(["createdAt", "wonAt", "deadAt"] as const)
  ])
).annotate({ identifier: "DealOfLead" })

const LeadEvent = Schema.Struct(
  Struct.pick(Change.fields, ["type", "data", "actor", "createdAt", "entryId"])
).annotate({
  identifier: "LeadEvent"
})
export type LeadEvent = typeof LeadEvent.Type

const Writer = Schema.Struct({
  type: Actor.ActorRef.fields.type,
  name: Field.of(
    "Name",
    "Name of the key or app; null for a person at a page.",
    Schema.NullOr(Schema.String)
  ),
  userName: Field.of(
    "Person's name",
    "Of whom it acted for; null if they gave none, or if it acts for several.",
    Schema.NullOr(Schema.String)
  )
})

const WrittenEntry = Schema.Struct({
  ...HistoryEntry.fields,
  writer: Field.of("Writer", "The person; null if they have left.", Schema.NullOr(Writer))
}).annotate({ identifier: "WrittenEntry" })
export type WrittenEntry = typeof WrittenEntry.Type

export const LeadDetails = Schema.Struct({
  ...Lead.fields,
  activity: Field.of(
    "Activity",
    "Changes of the last 30 days, newest first: who, and old and new values; only if included.",
    Field.optional(Page.of("LeadActivity", LeadEvent))
  ),
  deal: Field.of(
    "Deal",
    "The deal it became; null if there is none, or it was deleted; only if included.",
    Field.optional(Schema.NullOr(DealOfLead))
  ),
  enrichmentHistory: Field.of(
    "Enrichment history",
    "Every write to its enrichment, newest first; only if enrichment is included.",
    Field.optional(Page.of("WrittenEnrichment", WrittenEntry))
  )
}).annotate({
  identifier: "LeadDetails",
  examples: [
    {
      ...Include.exampleOf(Lead),
      activity: {
        data: [
          {
            type: "lead.triaged",
            data: { from: "new", to: "contacted" },
            actor: {
              type: "oauth",
              id: "01997f2e-6b1c-7d7a-9d0c-0a1b2c3d4e5f",
              name: "Claude",
              userId: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a",
              userName: "Ada"
            },
            createdAt: "2026-05-01T10:00:00.000Z"
          }
        ],
        hasMore: false,
        nextCursor: null
      },
      deal: null
    }
  ] as never
})
export type LeadDetails = typeof LeadDetails.Type

const ToldHistory = Schema.Struct({
  ...Include.Summary.fields,
  data: Field.like(
    Include.Summary.fields.data,
    Schema.Array(
      Schema.Struct({
        payload: HistoryEntry.fields.payload,
        by: Field.of("Writer", "Who wrote it, in words.", Schema.String),
        at: HistoryEntry.fields.at
      })
    )
  )
})

/** A lead as a model reads it. */
export const ToldLead = Schema.Struct({
  ...LeadDetails.fields,
  activity: Field.of(
    "Activity",
    "event, from and to, by, createdAt, entryId.",
    Field.optional(Include.ToldChanges)
  ),
  enrichmentHistory: Field.of("Enrichment history", "payload, by, at.", Field.optional(ToldHistory))
})

const toldEvent = ({ actor, createdAt, data, entryId, type }: LeadEvent) => ({
  event: type,
  ...(data as { readonly [key: string]: Schema.Json } | null),
  ...(actor === null ? {} : { by: Actor.inWords(actor) }),
  createdAt,
  ...(entryId === undefined ? {} : { entryId })
})

const toldEntry = ({ at, by, payload, writer }: WrittenEntry) => ({
  payload,
  by: writer === null ? by : Actor.inWords(writer),
  at
})

export const toTold = ({ activity, enrichment, enrichmentHistory, ...lead }: LeadDetails) => {
  const { historyHasMore: _, ...keys } = enrichment
  return {
    ...lead,
    // The included part contains the same entries.
    enrichment: enrichmentHistory ? { ...keys, history: [], historyHasMore: true } : enrichment,
    ...(activity && { activity: Include.summarize(activity, toldEvent) }),
    ...(enrichmentHistory && { enrichmentHistory: Include.summarize(enrichmentHistory, toldEntry) })
  }
}
