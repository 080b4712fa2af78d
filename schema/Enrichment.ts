/** The data that an external agent adds to a lead: common keys have a fixed meaning, all other keys are stored unchanged. */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import * as Page from "./Page.ts"

export const Status = Schema.Literals(["queued", "in_progress", "complete", "skipped"])
export type Status = typeof Status.Type

const { optional } = Field

/** Extra keys are refused, so that an agent notices a misspelled one. */
export const Contact = Schema.Struct({
  name: Field.of("Name", "Full name.", optional(Schema.String)),
  title: Field.of("Title", "Job title.", optional(Schema.String)),
  email: Field.of("Email", "Email address.", optional(Field.Email)),
  phone: Field.of("Phone", "Phone number.", optional(Schema.String)),
  linkedin: Field.of("LinkedIn", "https URL of their LinkedIn profile.", optional(Field.url(["https"]))),
  website: Field.of("Website", "URL of their website.", optional(Field.url(["http", "https"])))
}).annotate({ identifier: "EnrichmentContact" })
export type Contact = typeof Contact.Type

const anyKey = [Schema.Record(Schema.String, Schema.Json)] as const

const imageUrl = "Public https URL of an image; it is stored, and read under a URL of ours."

export const Attachment = Schema.StructWithRest(
  Schema.Struct({
    url: Field.writtenBy("service", Field.of("URL", imageUrl, Schema.String)),
    filename: Field.of("File name", "File name of the image.", optional(Schema.String)),
    kind: Field.of("Kind", "Caption in your own words.", optional(Schema.String)),
    sourceUrl: Field.of("Source", "URL it was fetched from; read-only.", optional(Schema.Json))
  }),
  anyKey
).annotate({ identifier: "EnrichmentAttachment", expected: "an attachment: an object with url" })
export type Attachment = typeof Attachment.Type

/** A score for how well a lead fits. */
export const Score = Schema.Finite.check(
  Schema.isBetween({ minimum: 0, maximum: 100 }, { expected: "a number from 0 to 100" })
)

const attachments = Schema.Array(Attachment).check(
  Schema.isMaxLength(20, { expected: "at most 20 attachments" })
)

/** The keys with a fixed meaning. Writing null removes a key. */
const common = {
  status: Field.of("Status", "in_progress while you work on it, then complete or skipped.", Status),
  score: Field.of("Score", "Fit of the lead; leads are sorted by it.", Score),
  scoreDisplay: Field.of("Score as given", "The score as text, as its source writes it.", Schema.String),
  verdict: Field.of("Verdict", "Recommendation in a few words.", Schema.String),
  body: Field.of("Write-up", "The findings, in Markdown.", Schema.String),
  provider: Field.of("Provider", "Name of the tool they come from.", Schema.String),
  contact: Field.of(
    "Contact",
    "The person, as researched; on promotion it fills what the lead left out.",
    Contact
  ),
  screenshot: Field.of("Screenshot", imageUrl, Schema.String),
  summary: Field.of("Summary", "The findings in a few sentences.", Schema.String),
  notes: Field.of("Notes", "Anything else worth keeping.", Schema.String),
  attachments: Field.of("Attachments", "Further images.", attachments)
}

/** Keys that the service adds. */
const serviceKeys = {
  screenshotSource: ["Source of the screenshot", "URL it was fetched from; read-only."],
  history: ["History", "Every write, oldest first; the newest of many. Read-only."],
  historyHasMore: ["More history", "true if older entries are left out; absent otherwise. Read-only."]
} as const

type Common = keyof typeof common

/** Sent as a header, or as a tool's argument. */
export const EnrichmentClaim = Field.of(
  "Claim",
  "true: status in_progress is refused (409 enrichment_claimed) if another credential set it within the last 10 minutes.",
  optional(Schema.Boolean)
)

export const commonNames = Object.keys(common)
const commonKeys: ReadonlySet<string> = new Set(commonNames)

export const isCommon = (key: string): key is Common => commonKeys.has(key)

/** Keys that the service maintains. They are ignored in writes, so that a client may send back what it read. */
export const readOnly: ReadonlySet<string> = new Set([
  "history",
  "historyHasMore",
  "screenshotSource",
  "failedImages"
])

/** A blank URL would be stored as a picture that nobody can see. */
const ScreenshotUrl = Schema.String.check(
  Schema.makeFilter(
    (url: string) => url.trim() !== "" || "must be the https:// URL of an image; send null to remove it",
    { toJsonSchema: () => ({}) }
  )
)

/** A key in a write. */
const patchKey = <S extends Schema.Top>(key: S) => Field.like(key, optional(Schema.NullOr(key)))

/** A PATCH of the enrichment: each key replaces the stored key, and null removes a common one. */
export const EnrichmentPatch = Schema.StructWithRest(
  Schema.Struct({
    status: patchKey(common.status),
    score: patchKey(common.score),
    scoreDisplay: patchKey(common.scoreDisplay),
    verdict: patchKey(common.verdict),
    body: patchKey(common.body),
    provider: patchKey(common.provider),
    contact: patchKey(common.contact),
    screenshot: Field.like(common.screenshot, optional(Schema.NullOr(ScreenshotUrl))),
    summary: patchKey(common.summary),
    notes: patchKey(common.notes),
    attachments: patchKey(common.attachments),
    screenshotSource: Field.of(...serviceKeys.screenshotSource, optional(Schema.Json)),
    history: Field.of(...serviceKeys.history, optional(Schema.Json)),
    historyHasMore: Field.of(...serviceKeys.historyHasMore, optional(Schema.Json))
  }),
  anyKey
).annotate({ identifier: "EnrichmentPatch", expected: "an object" })
export type EnrichmentPatch = typeof EnrichmentPatch.Type

export const HistoryEntry = Schema.Struct({
  at: Field.of("Time", "Time of the write.", Field.Timestamp),
  by: Field.of("Writer", "Id of the API key or OAuth client that wrote it.", Schema.String),
  payload: Field.writtenBy(
    "website",
    Field.of(
      "Keys",
      "The keys that were written, as they were stored.",
      Schema.Record(Schema.String, Schema.Json)
    )
  )
}).annotate({ identifier: "EnrichmentHistoryEntry" })
export type HistoryEntry = typeof HistoryEntry.Type

export const HistoryList = Page.of("EnrichmentHistory", HistoryEntry)

/** An enrichment in a response; of a long history, only the newest entries are included, oldest first. */
export const Enrichment = Schema.StructWithRest(
  Schema.Struct({
    status: optional(common.status),
    score: optional(common.score),
    scoreDisplay: optional(common.scoreDisplay),
    verdict: optional(common.verdict),
    body: optional(common.body),
    provider: optional(common.provider),
    contact: optional(common.contact),
    screenshot: Field.writtenBy("service", optional(common.screenshot)),
    screenshotSource: Field.of(...serviceKeys.screenshotSource, optional(Schema.String)),
    summary: optional(common.summary),
    notes: optional(common.notes),
    attachments: optional(common.attachments),
    history: Field.of(...serviceKeys.history, Schema.Array(HistoryEntry)),
    historyHasMore: Field.of(...serviceKeys.historyHasMore, optional(Schema.Boolean))
  }),
  anyKey
).annotate({ identifier: "LeadEnrichment" })
export type Enrichment = typeof Enrichment.Type
