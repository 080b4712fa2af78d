/** What an external qualifier writes about a lead: common keys with a meaning, all others kept as they come. */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import * as Page from "./Page.ts"

export const Status = Schema.Literals(["queued", "in_progress", "complete", "skipped"])
export type Status = typeof Status.Type

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(schema)

/** No extra keys: an agent that misspells one must hear of it. */
export const Contact = Schema.Struct({
  name: optional(Schema.String),
  title: optional(Schema.String),
  email: optional(Field.Email),
  phone: optional(Schema.String),
  linkedin: optional(Field.url(["https"])),
  website: optional(Field.url(["http", "https"]))
}).annotate({ identifier: "EnrichmentContact" })
export type Contact = typeof Contact.Type

const anyKey = [Schema.Record(Schema.String, Schema.Json)] as const

/** `url`: a public https image URL when written, ours when read; `sourceUrl`, where it came from, is read-only. */
export const Attachment = Schema.StructWithRest(
  Schema.Struct({
    url: Schema.String,
    filename: optional(Schema.String),
    kind: optional(Schema.String),
    sourceUrl: optional(Schema.Json)
  }),
  anyKey
).annotate({ identifier: "EnrichmentAttachment", expected: "an attachment: an object with url" })
export type Attachment = typeof Attachment.Type

const score = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: 100 }, { expected: "a number from 0 to 100" })
)

const attachments = Schema.Array(Attachment).check(
  Schema.isMaxLength(20, { expected: "at most 20 attachments" })
)

/** The keys that mean something; null, where written, removes one. */
const common = {
  status: Status,
  score,
  scoreDisplay: Schema.String,
  verdict: Schema.String,
  body: Schema.String,
  provider: Schema.String,
  contact: Contact,
  screenshot: Schema.String,
  summary: Schema.String,
  notes: Schema.String,
  attachments
}

type Common = keyof typeof common

/** A header. */
export const EnrichmentClaim = optional(
  Schema.Literals(["true", "false"]).annotate({
    description:
      "true: writing the enrichment status in_progress is refused (409 enrichment_claimed) while another credential has held the lead so for less than 10 minutes."
  })
)

const commonKeys: ReadonlySet<string> = new Set(Object.keys(common))

export const isCommon = (key: string): key is Common => commonKeys.has(key)

/** Kept by the service: ignored when written, so that a reader may send back what it read. */
export const readOnly: ReadonlySet<string> = new Set(["history", "historyHasMore", "screenshotSource"])

/** A blank one would be kept as a picture that nobody can see. */
const ScreenshotUrl = Schema.String.check(
  Schema.makeFilter(
    (url: string) => url.trim() !== "" || "must be the https:// URL of an image; send null to remove it",
    { toJsonSchema: () => ({}) }
  )
)

const written = <S extends Schema.Top>(schema: S) => optional(Schema.NullOr(schema))

/** A PATCH of the enrichment: each key sent replaces that key, null removes a common one. */
export const EnrichmentPatch = Schema.StructWithRest(
  Schema.Struct({
    status: written(common.status),
    score: written(common.score),
    scoreDisplay: written(common.scoreDisplay),
    verdict: written(common.verdict),
    body: written(common.body),
    provider: written(common.provider),
    contact: written(common.contact),
    screenshot: written(ScreenshotUrl),
    summary: written(common.summary),
    notes: written(common.notes),
    attachments: written(common.attachments),
    screenshotSource: optional(Schema.Json),
    history: optional(Schema.Json),
    historyHasMore: optional(Schema.Json)
  }),
  anyKey
).annotate({ identifier: "EnrichmentPatch", expected: "an object" })
export type EnrichmentPatch = typeof EnrichmentPatch.Type

export const HistoryEntry = Schema.Struct({
  at: Field.Timestamp,
  /** The id of the API key, or OAuth client, that wrote. */
  by: Schema.String,
  /** The keys merged, as they were stored. */
  payload: Schema.Record(Schema.String, Schema.Json)
}).annotate({ identifier: "EnrichmentHistoryEntry" })
export type HistoryEntry = typeof HistoryEntry.Type

export const HistoryList = Page.of("EnrichmentHistory", HistoryEntry)

/** An enrichment as it is read; of a long history the newest entries, oldest first. */
export const Enrichment = Schema.StructWithRest(
  Schema.Struct({
    status: optional(common.status),
    score: optional(common.score),
    scoreDisplay: optional(common.scoreDisplay),
    verdict: optional(common.verdict),
    body: optional(common.body),
    provider: optional(common.provider),
    contact: optional(common.contact),
    screenshot: optional(common.screenshot),
    screenshotSource: optional(Schema.String),
    summary: optional(common.summary),
    notes: optional(common.notes),
    attachments: optional(common.attachments),
    history: Schema.Array(HistoryEntry),
    /** There where entries are left out. */
    historyHasMore: optional(Schema.Boolean)
  }),
  anyKey
).annotate({ identifier: "LeadEnrichment" })
export type Enrichment = typeof Enrichment.Type
