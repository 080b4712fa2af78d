/** How what a qualifier writes is merged into a lead: key by key, with a history that only grows. */
import { Result, type Schema } from "effect"
import { type Attachment, type EnrichmentPatch, isCommon, readOnly } from "../../schema/Enrichment.ts"
import { Conflict } from "../../schema/Fault.ts"
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

/** The image urls of a patch, each with the field that names it in a fault. */
export const imagesOf = (
  patch: EnrichmentPatch
): ReadonlyArray<{ readonly url: string; readonly field: string }> => [
  ...(patch.screenshot ? [{ url: patch.screenshot, field: "enrichment.screenshot" }] : []),
  ...(patch.attachments ?? []).map(({ url }, index) => ({
    url,
    field: `enrichment.attachments[${index}].url`
  }))
]

/** Images that the lead has already, by their url here. */
export const known = ({ enrichment }: LeadRecord["lead"]): ReadonlyMap<string, Stored> => {
  const { attachments = [], screenshot, screenshotSource } = enrichment
  const all = [{ url: screenshot, sourceUrl: screenshotSource }, ...attachments]
  return new Map(
    all.flatMap(({ sourceUrl, url }) =>
      typeof url === "string" && typeof sourceUrl === "string" ? [[url, { url, sourceUrl }] as const] : []
    )
  )
}

/** A patch whose image urls are ours; `stored` has one for each url sent. */
export const withImages = (patch: EnrichmentPatch, stored: ReadonlyMap<string, Stored>): EnrichmentPatch => {
  const screenshot = patch.screenshot ? stored.get(patch.screenshot) : undefined
  const attachments = patch.attachments?.map((one) => ({ ...one, ...stored.get(one.url) }))
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

/**
 * The lead after `patch`, which has been made `writable`: each key replaces that key, null removes a common
 * one, and the history says who wrote what.
 */
export const merge = (record: LeadRecord, patch: EnrichmentPatch, by: string, now: string): LeadRecord => {
  const { history, ...before } = record.lead.enrichment
  const merged: Keys = without(
    { ...before, ...(patch as Keys) },
    (key, value) => value === null && isCommon(key)
  )
  const kept = "screenshot" in merged ? merged : without(merged, (key) => key === "screenshotSource")
  const entry = { at: now, by, payload: patch as Keys }
  const claim = patch.status === "in_progress" ? { by, at: now } : null
  return {
    ...record,
    claim: patch.status === undefined ? record.claim : claim,
    lead: { ...record.lead, enrichment: { ...kept, history: [...history, entry] } }
  }
}
