/** Writes a lead's enrichment: the part before the transaction, and the part in it. */
import { Effect } from "effect"
import { Actor, author } from "../../../layers/identity/Actor.ts"
import { Images } from "../../../layers/platform/files/Images.ts"
import { Leads } from "../../../layers/leads/Leads.ts"
import type { EnrichmentPatch } from "../../../schema/Enrichment.ts"
import type { LeadId } from "../../../schema/Id.ts"
import { Call } from "../../Call.ts"
import * as Enrichment from "../../domain/leads/Enrichment.ts"
import * as EnrichmentHistory from "../../domain/leads/EnrichmentHistory.ts"
import type { LeadRecord } from "../../domain/leads/LeadRecord.ts"

/** How many images of one write are fetched at a time. */
const parallel = 4

/** The patch as it will be stored: only writable keys, with its images fetched and stored here. */
export const prepare = Effect.fn("Enrichment.prepare")(function* (id: LeadId, sent: EnrichmentPatch) {
  const patch = Enrichment.writable(sent)
  const wanted = Enrichment.imagesOf(sent)
  if (wanted.length === 0) return patch
  const images = yield* Images
  const lead = yield* (yield* Leads).find(id)
  const stored = yield* Effect.forEach(
    wanted,
    (one) => {
      const image = Enrichment.known(lead, one)
      const kept = image === undefined ? images.store(one.url, one.field) : Effect.succeed(image)
      return Effect.map(kept, ({ sourceUrl, url }) => [one.field, { url, sourceUrl }] as const)
    },
    { concurrency: parallel }
  )
  return Enrichment.withImages(patch, new Map(stored))
})

/** Whether the caller asks to be refused if somebody else has claimed the lead. */
const isClaim = (header: string | undefined) => header?.trim().toLowerCase() === "true"

/**
 * Merges a prepared patch into the lead. Fails if it gets too large, or if the caller sent Enrichment-Claim and somebody
 * else has claimed the lead.
 */
export const apply = Effect.fn("Enrichment.apply")(function* (
  record: LeadRecord,
  patch: EnrichmentPatch,
  at: string
) {
  const by = author(yield* Actor)
  const { headers } = yield* Call
  if (isClaim(headers?.["Enrichment-Claim"]))
    yield* Effect.fromResult(Enrichment.claim(record, patch, by, at))
  const merged = Enrichment.merge(record, patch, by, at)
  return yield* Effect.fromResult(EnrichmentHistory.check(record, merged))
})
