/** Writes a lead's enrichment: the part before the transaction, and the part in it. */
import { Clock, Duration, Effect, Result } from "effect"
import { Actor, author } from "../../../layers/identity/Actor.ts"
import { ApiKeys } from "../../../layers/identity/ApiKeys.ts"
import { Images } from "../../../layers/files/Images.ts"
import { Leads } from "../../../layers/leads/Leads.ts"
import type { EnrichmentPatch } from "../../../schema/Enrichment.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type { LeadId } from "../../../schema/Id.ts"
import { Call } from "../../invocation/Call.ts"
import * as Enrichment from "../rules/Enrichment.ts"
import * as PlainText from "../../shared/PlainText.ts"
import * as EnrichmentHistory from "../rules/EnrichmentHistory.ts"
import type { LeadRecord } from "../rules/LeadRecord.ts"

/** The number of images of one write that are fetched concurrently. */
const parallel = 4

const timeoutError = new Invalid({
  code: "image_fetch_failed",
  message: "fetching the images of this write took too long"
})

/** The maximum time a write waits for optional images, so that it still responds in time. */
const maxWait = Duration.seconds(15)

/** The patch to store: only writable keys, with images fetched and stored. Optional images that can't be fetched are skipped. */
export const prepare = Effect.fn("Enrichment.prepare")(function* (
  id: LeadId,
  sent: EnrichmentPatch,
  isOptional: boolean
) {
  const patch = Enrichment.writable(sent)
  const wanted = Enrichment.imagesOf(sent)
  if (wanted.length === 0) return patch
  const images = yield* Images
  const fetched = (yield* Actor).workspace.rehearsal === undefined ? images.store : images.stub
  const lead = yield* (yield* Leads).find(id)
  const store = (one: Enrichment.Image) => {
    const image = Enrichment.known(lead, one)
    const kept = image === undefined ? fetched(one.url, one.field) : Effect.succeed(image)
    return Effect.map(kept, ({ sourceUrl, url }) => [one.field, { url, sourceUrl }] as const)
  }
  if (!isOptional) {
    return Enrichment.withImages(
      patch,
      new Map(yield* Effect.forEach(wanted, store, { concurrency: parallel }))
    )
  }
  const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(maxWait)
  const tried = yield* Effect.forEach(
    wanted,
    Effect.fnUntraced(function* (one) {
      const left = Math.max(0, until - (yield* Clock.currentTimeMillis))
      return yield* Effect.result(
        Effect.timeoutOrElse(store(one), { duration: left, orElse: () => Effect.fail(timeoutError) })
      )
    }),
    { concurrency: parallel }
  )
  const stored = tried.flatMap((one) => (Result.isSuccess(one) ? [one.success] : []))
  const failed = tried.flatMap((one, index) => {
    const { field, url } = wanted[index]!
    return Result.isFailure(one) ? [{ field, url, reason: reasonOf(one.failure) }] : []
  })
  return Enrichment.withImages(patch, new Map(stored), failed)
})

/** The patch of a dry run, which lists the images without fetching them. */
export const simulate = Effect.fn("Enrichment.simulate")(function* (id: LeadId, sent: EnrichmentPatch) {
  const patch = Enrichment.writable(sent)
  const wanted = Enrichment.imagesOf(sent)
  if (wanted.length === 0) return { patch, notRehearsed: [] }
  const lead = yield* (yield* Leads).find(id)
  const images = wanted.map((one) => ({ one, kept: Enrichment.known(lead, one) }))
  const stored = images.map(
    ({ kept, one: { field, url } }) => [field, kept ?? { url, sourceUrl: url }] as const
  )
  const notRehearsed = images.flatMap(({ kept, one: { field } }) =>
    kept === undefined ? [`${field}: its image is not fetched, and gets its own url when it is`] : []
  )
  return { patch: Enrichment.withImages(patch, new Map(stored)), notRehearsed }
})

/** The reason in an image error, without the advice around it. */
const reasonOf = ({ message, meta }: Invalid): string => {
  const issues = meta?.["issues"] as ReadonlyArray<{ readonly message: string }> | undefined
  return issues?.[0]?.message ?? message
}

/** Whether the caller wants an error if somebody else has claimed the lead. */
const isClaim = (header: string | undefined) => header?.trim().toLowerCase() === "true"

/**
 * Merges a prepared patch into the lead. Fails if it becomes too large, or if the caller sent Enrichment-Claim and somebody else has
 * claimed the lead.
 */
export const apply = Effect.fn("Enrichment.apply")(function* (
  record: LeadRecord,
  sent: EnrichmentPatch,
  remove: ReadonlyArray<string>,
  at: string
) {
  const patch = yield* Effect.fromResult(Enrichment.removing(record, sent, remove))
  const by = author(yield* Actor)
  const { headers, quote = (text: string) => text } = yield* Call
  const other = isClaim(headers?.["Enrichment-Claim"])
    ? Enrichment.claimedBy(record, patch, by, at)
    : undefined
  if (other !== undefined) {
    const name = (yield* (yield* ApiKeys).nameOfAuthor(other.by)) ?? other.by
    return yield* Enrichment.claimed(
      other.by,
      other.until,
      quote(PlainText.shortened(PlainText.line(name), 80))
    )
  }
  const merged = Enrichment.merge(record, patch, by, at, remove)
  return yield* Effect.fromResult(EnrichmentHistory.check(record, merged))
})
