/** What a PATCH of a lead's enrichment does outside its transaction, and in it. */
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

/** Images fetched at a time for one PATCH. */
const parallel = 4

/** The patch as it will be stored: what may be written of it, with the images it points to fetched and kept. */
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

/** Whether the caller would rather be refused than work on what another is working on. */
const isClaim = (header: string | undefined) => header?.trim().toLowerCase() === "true"

/**
 * The lead with a prepared patch merged in; refused where it gets too large, or where the caller asked for that and another
 * holds it.
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
