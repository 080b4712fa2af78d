/** Images that a write skipped, because fetching them failed and the caller allowed it. */
import { Schema } from "effect"
import type { EnrichmentPatch } from "../../../schema/Enrichment.ts"

export interface Failed {
  /** The path of the URL in the request. */
  readonly field: string
  readonly url: string
  readonly reason: string
}

/** The key of a history entry's payload that lists them. It isn't part of the enrichment. */
export const key = "failedImages"

/** The patch with the failed images. */
export const noted = (patch: EnrichmentPatch, failed: ReadonlyArray<Failed>): EnrichmentPatch =>
  failed.length === 0
    ? patch
    : { ...patch, [key]: failed.map(({ field, reason, url }) => ({ field, url, reason })) }

const isList = Schema.is(
  Schema.Array(Schema.Struct({ field: Schema.String, url: Schema.String, reason: Schema.String }))
)

/** The number of images named in a warning. */
const maxNamed = 3

/** Replaces other characters, because a header may contain only ASCII. */
const ascii = (text: string) => text.replace(/[^\x20-\x7e]/gu, "?").slice(0, 300)

/** The warning in the response to a write, from the write's history entry. */
export const warning = (payload: { readonly [key: string]: unknown } | undefined): string | undefined => {
  const failed = payload?.[key]
  if (!isList(failed) || failed.length === 0) return undefined
  const some = failed
    .slice(0, maxNamed)
    .map(({ field, reason }) => ascii(`${field} was not stored: ${reason}.`))
  const more = failed.length - some.length
  const others = more > 0 ? ` So were ${more} others, which the newest entry of history lists.` : ""
  return `${some.join(" ")}${others} The rest was written. An image that is not on the public web can be uploaded: create_image_upload, POST /v1/image-uploads.`
}
