/** Limits on the size of an enrichment and its history, and on the history in a response. */
import { Result } from "effect"
import type { HistoryEntry } from "../../../schema/Enrichment.ts"
import { isCommon, readOnly } from "../../../schema/Enrichment.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type { Lead } from "../../../schema/Lead.ts"

/** The maximum size of an enrichment without its history, and of one history entry, in bytes of JSON (256 KiB). */
export const largest = 262_144

/** The maximum size of the history in a response, for one lead and for each lead in a list, in bytes of JSON. */
export const answered = { alone: 262_144, listed: 16_384 }

/** The maximum size of a lead's whole history, in bytes of JSON (64 MiB). */
export const maxBytes = 67_108_864

/** The maximum number of custom keys in an enrichment. */
const maxOwn = 500

/** The size of a history: the number of entries, and their total bytes. */
export interface Extent {
  readonly entries: number
  readonly bytes: number
}

export const none: Extent = { entries: 0, bytes: 0 }

/** The bytes of an entry in a response, including the comma after it. */
export const bytesOf = (entry: HistoryEntry): number => Buffer.byteLength(JSON.stringify(entry)) + 1

export const extend = ({ bytes, entries }: Extent, entry: HistoryEntry): Extent => ({
  entries: entries + 1,
  bytes: bytes + bytesOf(entry)
})

/** The newest entries of `history` that fit into `bytes`. */
export const newest = <Entry>(
  history: ReadonlyArray<Entry>,
  bytes: number,
  size: (entry: Entry) => number
): ReadonlyArray<Entry> => {
  let left = bytes
  const over = history.findLastIndex((entry) => (left -= size(entry)) < 0)
  return history.slice(over + 1)
}

/** The response fields for `history`, which is part of a history of this extent. */
export const asRead = (history: ReadonlyArray<HistoryEntry>, { entries }: Extent) => ({
  history,
  ...(history.length < entries ? { historyHasMore: true } : {})
})

/** Like `asRead`, truncated to the limit for a response of one lead. */
export const truncated = (history: ReadonlyArray<HistoryEntry>, extent: Extent) =>
  asRead(newest(history, answered.alone, bytesOf), extent)

const tooLarge = (message: string, limit: number, bytes: number) =>
  new Invalid({ code: "enrichment_too_large", message, meta: { limit, bytes } })

export const tooManyKeys = (keys: number) =>
  new Invalid({
    code: "enrichment_too_large",
    message: `The enrichment would have ${keys} keys of your own; ${maxOwn} is the limit. Put what belongs together in one object under one key, or remove keys.`,
    meta: {
      limit: maxOwn,
      keys,
      issues: [{ path: "enrichment", message: `must have at most ${maxOwn} keys of your own` }]
    }
  })

interface EnrichedRecord {
  readonly lead: Pick<Lead, "enrichment">
  readonly history: Extent
}

const ownKeys = ({ lead }: EnrichedRecord): number =>
  Object.keys(lead.enrichment).filter((key) => !isCommon(key) && !readOnly.has(key)).length

/** Fails if the enrichment, this write, or the whole history is too large. */
export const check = <Record extends EnrichedRecord>(
  before: EnrichedRecord,
  after: Record
): Result.Result<Record, Invalid> => {
  const { history: _, historyHasMore: __, ...current } = after.lead.enrichment
  const own = ownKeys(after)
  if (own > maxOwn && own > ownKeys(before)) return Result.fail(tooManyKeys(own))
  const bytes = Buffer.byteLength(JSON.stringify(current))
  if (bytes > largest) {
    const message = `The enrichment would be ${bytes} bytes of JSON; ${largest} (256 kB) is the limit. Send less, or remove keys by null, and keep long material elsewhere.`
    return Result.fail(tooLarge(message, largest, bytes))
  }
  const added = after.history.bytes - before.history.bytes
  if (added > largest) {
    const message = `This write would be ${added} bytes of JSON in the history; ${largest} (256 kB) is the limit. Send fewer keys at a time.`
    return Result.fail(tooLarge(message, largest, added))
  }
  if (after.history.bytes > maxBytes) {
    const message = `The history of this lead would be ${after.history.bytes} bytes of JSON; ${maxBytes} (64 MiB) is the limit, and no history is ever deleted. Its enrichment takes no more writes; triage and promotion still work. To continue enriching, create the lead again.`
    return Result.fail(tooLarge(message, maxBytes, after.history.bytes))
  }
  return Result.succeed(after)
}
