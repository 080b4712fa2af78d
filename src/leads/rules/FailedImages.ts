/** Images that a write did without, because they couldn't be fetched and the caller said that they may be missing. */
import { Schema } from "effect"
import type { EnrichmentPatch } from "../../../schema/Enrichment.ts"

export interface Failed {
  /** The path of the url that was sent. */
  readonly field: string
  readonly url: string
  readonly reason: string
}

/** The key of a history entry's payload that lists them. It never becomes part of the enrichment. */
export const key = "failedImages"

/** The patch with the images that failed in it. */
export const noted = (patch: EnrichmentPatch, failed: ReadonlyArray<Failed>): EnrichmentPatch =>
  failed.length === 0
    ? patch
    : { ...patch, [key]: failed.map(({ field, reason, url }) => ({ field, url, reason })) }

const isList = Schema.is(
  Schema.Array(Schema.Struct({ field: Schema.String, url: Schema.String, reason: Schema.String }))
)

/** Images that a warning names. */
const named = 3

/** A header holds only ASCII. */
const ascii = (text: string) => text.replace(/[^\x20-\x7e]/gu, "?").slice(0, 300)

/** The warning that goes with the answer to a write, read from the history entry of the write. */
export const warning = (payload: { readonly [key: string]: unknown } | undefined): string | undefined => {
  const failed = payload?.[key]
  if (!isList(failed) || failed.length === 0) return undefined
  const some = failed.slice(0, named).map(({ field, reason }) => ascii(`${field} was not stored: ${reason}.`))
  const more = failed.length - some.length
  const others = more > 0 ? ` So were ${more} others, which the newest entry of history lists.` : ""
  return `${some.join(" ")}${others} The rest was written. An image that is not on the public web can be uploaded: create_image_upload, POST /v1/image-uploads.`
}
