/** Merges a qualifier's writes into a lead: key by key, with an append-only history. */
import { Result, type Schema } from "effect"
import { type Attachment, type EnrichmentPatch, isCommon, readOnly } from "../../../schema/Enrichment.ts"
import { Conflict } from "../../../schema/Fault.ts"
import * as EnrichmentHistory from "./EnrichmentHistory.ts"
import type { LeadRecord } from "./LeadRecord.ts"

type Json = Schema.Json
type Keys = { readonly [key: string]: Json }

const without = (keys: Keys, isRemoved: (key: string, value: Json) => boolean): Keys =>
  Object.fromEntries(Object.entries(keys).filter(([key, value]) => !isRemoved(key, value)))

/** A patch without the keys that only the service writes, so that a caller may send back what it read. */
export const writable = (patch: EnrichmentPatch): EnrichmentPatch => {
  const kept = without(patch, (key) => readOnly.has(key)) as EnrichmentPatch
  if (!kept.attachments) return kept
  const attachments = kept.attachments.map((one) => without(one, (key) => key === "sourceUrl") as Attachment)
  return { ...kept, attachments }
}

/** A stored image: its url here, and where it came from. */
export interface Stored {
  readonly url: string
  readonly sourceUrl: string
}

/** An image of an enrichment: its url, and where it came from if the patch says so. */
interface Image {
  /** The path of the url, for faults. */
  readonly field: string
  readonly url: string
  readonly sourceUrl: Json | undefined
}

const screenshotField = "enrichment.screenshot"
const attachmentField = (index: number) => `enrichment.attachments[${index}].url`

/** The images of an enrichment or of a sent patch. */
export const imagesOf = ({
  attachments,
  screenshot,
  screenshotSource
}: Pick<EnrichmentPatch, "attachments" | "screenshot" | "screenshotSource">): ReadonlyArray<Image> => [
  ...(typeof screenshot === "string"
    ? [{ field: screenshotField, url: screenshot, sourceUrl: screenshotSource }]
    : []),
  ...(attachments ?? []).map(({ sourceUrl, url }, index) => ({
    field: attachmentField(index),
    url,
    sourceUrl
  }))
]

/**
 * The stored image of this lead that a sent url names; undefined if it has none. An image used several times has one url
 * but may have several sources: prefer the source sent with it, then the source in the same field.
 */
export const known = ({ enrichment }: LeadRecord["lead"], sent: Image): Stored | undefined => {
  const same = imagesOf(enrichment).flatMap(({ field, sourceUrl, url }) =>
    url === sent.url && typeof sourceUrl === "string" ? [{ field, url, sourceUrl }] : []
  )
  const found =
    same.find(({ sourceUrl }) => sourceUrl === sent.sourceUrl) ??
    same.find(({ field }) => field === sent.field) ??
    same.at(-1)
  return found && { url: found.url, sourceUrl: found.sourceUrl }
}

/** The patch with the urls of the stored images; `stored` has one for each field with an image. */
export const withImages = (patch: EnrichmentPatch, stored: ReadonlyMap<string, Stored>): EnrichmentPatch => {
  const screenshot = stored.get(screenshotField)
  const attachments = patch.attachments?.map((one, index) => ({
    ...one,
    ...stored.get(attachmentField(index))
  }))
  return {
    ...patch,
    ...(screenshot && { screenshot: screenshot.url, screenshotSource: screenshot.sourceUrl }),
    ...(attachments && { attachments })
  }
}

/** How long a claim (status `in_progress`) lasts, in milliseconds. */
const claimLasts = 10 * 60 * 1000

/** Fails if the patch claims a lead that somebody else has claimed. */
export const claim = (
  { claim, lead }: LeadRecord,
  patch: EnrichmentPatch,
  by: string,
  now: string
): Result.Result<void, Conflict> => {
  if (patch.status !== "in_progress" || lead.enrichment.status !== "in_progress") return Result.void
  if (claim === null || claim.by === by) return Result.void
  const until = new Date(Date.parse(claim.at) + claimLasts).toISOString()
  if (until <= now) return Result.void
  return Result.fail(
    new Conflict({
      code: "enrichment_claimed",
      message: `${claim.by} is enriching this lead until ${until}. Take another lead, or come back then.`,
      meta: { by: claim.by, until }
    })
  )
}

/** The patch with a complete contact: fields it leaves out are taken from the lead. */
export const overContact = ({ lead }: LeadRecord, patch: EnrichmentPatch): EnrichmentPatch =>
  patch.contact ? { ...patch, contact: { ...lead.enrichment.contact, ...patch.contact } } : patch

/**
 * The lead after `patch`, which must be `writable`: each key replaces that key, null removes a common key, and the history
 * records who wrote what.
 */
export const merge = (record: LeadRecord, patch: EnrichmentPatch, by: string, now: string): LeadRecord => {
  const { history, historyHasMore: _, ...before } = record.lead.enrichment
  const merged: Keys = without(
    { ...before, ...(patch as Keys) },
    (key, value) => value === null && isCommon(key)
  )
  const kept = "screenshot" in merged ? merged : without(merged, (key) => key === "screenshotSource")
  const entry = { at: now, by, payload: patch as Keys }
  const extent = EnrichmentHistory.extend(record.history, entry)
  const shown = EnrichmentHistory.shown([...history, entry], extent)
  const claim = patch.status === "in_progress" ? { by, at: now } : null
  return {
    ...record,
    claim: patch.status === undefined ? record.claim : claim,
    history: extent,
    lead: { ...record.lead, enrichment: { ...kept, ...shown } }
  }
}
