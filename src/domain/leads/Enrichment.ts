/** How what a qualifier writes is merged into a lead: key by key, with a history that only grows. */
import { Result, type Schema } from "effect"
import { type Attachment, type EnrichmentPatch, isCommon, readOnly } from "../../../schema/Enrichment.ts"
import { Conflict } from "../../../schema/Fault.ts"
import * as EnrichmentHistory from "./EnrichmentHistory.ts"
import type { LeadRecord } from "./LeadRecord.ts"

type Json = Schema.Json
type Keys = { readonly [key: string]: Json }

const without = (keys: Keys, isDropped: (key: string, value: Json) => boolean): Keys =>
  Object.fromEntries(Object.entries(keys).filter(([key, value]) => !isDropped(key, value)))

/** A patch without the keys that are the service's: a reader may send back what it read. */
export const writable = (patch: EnrichmentPatch): EnrichmentPatch => {
  const kept = without(patch, (key) => readOnly.has(key)) as EnrichmentPatch
  if (!kept.attachments) return kept
  const attachments = kept.attachments.map((one) => without(one, (key) => key === "sourceUrl") as Attachment)
  return { ...kept, attachments }
}

/** An image as it is stored: our url, and where it came from. */
export interface Stored {
  readonly url: string
  readonly sourceUrl: string
}

/** An image of an enrichment: its url, and where it came from as far as that is said. */
interface Image {
  /** What names the url in a fault. */
  readonly field: string
  readonly url: string
  readonly sourceUrl: Json | undefined
}

const screenshotField = "enrichment.screenshot"
const attachmentField = (index: number) => `enrichment.attachments[${index}].url`

/** The images of an enrichment, or of a patch as it was sent. */
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
 * The image that the lead has already under a url of ours. The same picture has one url however often it is
 * used, so its source is that of the place it was read from: the one sent back with it, else that of its field.
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

/** A patch whose image urls are ours; `stored` has one for each field with an image. */
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

/** How long saying `in_progress` holds a lead. */
const claimLasts = 10 * 60 * 1000

/** Passes a patch that claims a lead, unless another holds it. */
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

/** A patch whose contact says everything: what it leaves out stays as the lead has it. */
export const overContact = ({ lead }: LeadRecord, patch: EnrichmentPatch): EnrichmentPatch =>
  patch.contact ? { ...patch, contact: { ...lead.enrichment.contact, ...patch.contact } } : patch

/**
 * The lead after `patch`, which has been made `writable`: each key replaces that key, null removes a common
 * one, and the history says who wrote what.
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
