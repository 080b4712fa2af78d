/** Merges enrichments into a lead by key, with an append-only history. */
import { Result, type Schema } from "effect"
import { type Attachment, type EnrichmentPatch, isCommon, readOnly } from "../../../schema/Enrichment.ts"
import { Conflict, Invalid } from "../../../schema/Fault.ts"
import { nearest } from "../../shared/Nearest.ts"
import * as PlainText from "../../shared/PlainText.ts"
import * as EnrichmentHistory from "./EnrichmentHistory.ts"
import * as FailedImages from "./FailedImages.ts"
import type { LeadRecord } from "./LeadRecord.ts"

type Json = Schema.Json
type Keys = { readonly [key: string]: Json }

const without = (keys: Keys, isRemoved: (key: string, value: Json) => boolean): Keys =>
  Object.fromEntries(Object.entries(keys).filter(([key, value]) => !isRemoved(key, value)))

/** Removes the keys that only the service writes, so that a caller may send back what it read. */
export const writable = (patch: EnrichmentPatch): EnrichmentPatch => {
  const kept = without(patch, (key) => readOnly.has(key)) as EnrichmentPatch
  if (!kept.attachments) return kept
  const attachments = kept.attachments.map((one) => without(one, (key) => key === "sourceUrl") as Attachment)
  return { ...kept, attachments }
}

/** A stored image: its URL here, and its source. */
interface StoredEnrichment {
  readonly url: string
  readonly sourceUrl: string
}

/** An image of an enrichment: its URL, and its source if the patch contains it. */
export interface Image {
  /** The path of the URL, for errors. */
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
 * The lead's stored image with this URL; undefined if there is none. An image used several times has one URL but may have several sources:
 * the source in the request takes precedence, then the one in the same field.
 */
export const known = ({ enrichment }: LeadRecord["lead"], sent: Image): StoredEnrichment | undefined => {
  const same = imagesOf(enrichment).flatMap(({ field, sourceUrl, url }) =>
    url === sent.url && typeof sourceUrl === "string" ? [{ field, url, sourceUrl }] : []
  )
  const found =
    same.find(({ sourceUrl }) => sourceUrl === sent.sourceUrl) ??
    same.find(({ field }) => field === sent.field) ??
    same.at(-1)
  return found && { url: found.url, sourceUrl: found.sourceUrl }
}

/**
 * The patch with the URLs of stored images. Every field with an image is in `stored` or in `failed`. If the screenshot or all attachments
 * failed, the patch doesn't change those of the lead.
 */
export const withImages = (
  { attachments: sent, screenshot: url, ...patch }: EnrichmentPatch,
  stored: ReadonlyMap<string, StoredEnrichment>,
  failed: ReadonlyArray<FailedImages.Failed> = []
): EnrichmentPatch => {
  const missing = new Set(failed.map(({ field }) => field))
  const screenshot = stored.get(screenshotField)
  const attachments = sent?.flatMap((one, index) =>
    missing.has(attachmentField(index)) ? [] : [{ ...one, ...stored.get(attachmentField(index)) }]
  )
  const hasNone = attachments?.length === 0 && sent!.length > 0
  return FailedImages.noted(
    {
      ...patch,
      ...(url === undefined || missing.has(screenshotField) ? {} : { screenshot: url }),
      ...(screenshot && { screenshot: screenshot.url, screenshotSource: screenshot.sourceUrl }),
      ...(sent === undefined || hasNone ? {} : { attachments: attachments ?? null })
    },
    failed
  )
}

/** The duration of a claim (status `in_progress`), in milliseconds. */
const claimLasts = 10 * 60 * 1000

/** The active claim that a patch would take over by claiming the lead, with its end. */
export const claimedBy = (
  { claim, lead }: LeadRecord,
  patch: EnrichmentPatch,
  by: string,
  now: string
): { readonly by: string; readonly until: string } | undefined => {
  if (patch.status !== "in_progress" || lead.enrichment.status !== "in_progress") return undefined
  if (claim === null || claim.by === by) return undefined
  const until = new Date(Date.parse(claim.at) + claimLasts).toISOString()
  return until <= now ? undefined : { by: claim.by, until }
}

/** `who` is the claimant's name. */
export const claimed = (by: string, until: string, who: string): Conflict =>
  new Conflict({
    code: "enrichment_claimed",
    message: `Until ${until} this lead is enriched by ${who}. Take another lead, or come back then.`,
    meta: { by, until }
  })

const notThere = (name: string, own: ReadonlyArray<string>) => {
  const said = PlainText.shortened(name, 100)
  const meant = nearest(name, own)
  const listed = own.slice(0, 20).map((key) => PlainText.shortened(key, 100))
  const keys = listed.length === 0 ? "It has none" : `It has ${listed.join(", ")}`
  return new Invalid({
    code: "invalid_body",
    message: `The enrichment has no key ${said} to remove. ${keys}${own.length > 20 ? " and more" : ""}.${meant === undefined ? "" : ` Did you mean ${PlainText.shortened(meant, 100)}?`}`,
    meta: { issues: [{ path: "remove", message: `must name keys that are there; ${said} is not` }] }
  })
}

const sentAsWell = (name: string) =>
  new Invalid({
    code: "invalid_body",
    message: `The key ${PlainText.shortened(name, 100)} is both sent and to be removed. Leave out one of the two.`,
    meta: { issues: [{ path: "remove", message: "must not name a key that is sent as well" }] }
  })

/** The patch with null for each key to remove. Custom keys must exist. */
export const removing = (
  { lead }: LeadRecord,
  patch: EnrichmentPatch,
  remove: ReadonlyArray<string>
): Result.Result<EnrichmentPatch, Invalid> => {
  if (remove.length === 0) return Result.succeed(patch)
  const own = Object.keys(lead.enrichment).filter((key) => !readOnly.has(key))
  const missing = remove.find((name) => !isCommon(name) && !own.includes(name))
  if (missing !== undefined) return Result.fail(notThere(missing, own))
  const sent = remove.find((name) => Object.hasOwn(patch, name))
  if (sent !== undefined) return Result.fail(sentAsWell(sent))
  return Result.succeed({ ...patch, ...Object.fromEntries(remove.map((name) => [name, null])) })
}

/** The patch with a complete contact. Missing fields come from the lead. */
export const overContact = ({ lead }: LeadRecord, patch: EnrichmentPatch): EnrichmentPatch =>
  patch.contact ? { ...patch, contact: { ...lead.enrichment.contact, ...patch.contact } } : patch

/**
 * The lead after `patch`, which must be `writable`. Each key replaces the old one, null removes a common key or one in `removed`, and the
 * history records who wrote what.
 */
export const merge = (
  record: LeadRecord,
  patch: EnrichmentPatch,
  by: string,
  now: string,
  removed: ReadonlyArray<string> = []
): LeadRecord => {
  const { history, historyHasMore: _, ...before } = record.lead.enrichment
  const { [FailedImages.key]: __, ...keys } = patch as Keys
  const merged: Keys = without(
    { ...before, ...keys },
    (key, value) => value === null && (isCommon(key) || removed.includes(key))
  )
  const kept = "screenshot" in merged ? merged : without(merged, (key) => key === "screenshotSource")
  const entry = { at: now, by, payload: patch as Keys }
  const extent = EnrichmentHistory.extend(record.history, entry)
  const shown = EnrichmentHistory.truncated([...history, entry], extent)
  const claim = patch.status === "in_progress" ? { by, at: now } : null
  return {
    ...record,
    claim: patch.status === undefined ? record.claim : claim,
    history: extent,
    lead: { ...record.lead, enrichment: { ...kept, ...shown } }
  }
}
