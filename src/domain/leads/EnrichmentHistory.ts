/** How much an enrichment and its history may come to, and how much of a history an answer holds. */
import { Result } from "effect"
import type { HistoryEntry } from "../../../schema/Enrichment.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type { LeadRecord } from "./LeadRecord.ts"

/** Bytes of JSON that an enrichment without its history may have, and one entry of the history. */
export const largest = 262_144

/** Bytes of JSON that the history in an answer may have: of one lead, and of each lead in a list. */
export const answered = { alone: 262_144, listed: 16_384 }

/** Bytes of JSON that are kept of one lead's history: 64 MiB. */
export const kept = 67_108_864

/** How many entries a history has, and how many bytes they come to. */
export interface Extent {
  readonly entries: number
  readonly bytes: number
}

export const none: Extent = { entries: 0, bytes: 0 }

/** What an entry takes in an answer, the comma after it included. */
export const bytesOf = (entry: HistoryEntry): number => Buffer.byteLength(JSON.stringify(entry)) + 1

export const extend = ({ bytes, entries }: Extent, entry: HistoryEntry): Extent => ({
  entries: entries + 1,
  bytes: bytes + bytesOf(entry)
})

/** The newest of `history` that come to at most `bytes`. */
export const newest = <Entry>(
  history: ReadonlyArray<Entry>,
  bytes: number,
  size: (entry: Entry) => number
): ReadonlyArray<Entry> => {
  let left = bytes
  const over = history.findLastIndex((entry) => (left -= size(entry)) < 0)
  return history.slice(over + 1)
}

/** `history` as an answer has it, where it is all that was read of one of that extent. */
export const asRead = (history: ReadonlyArray<HistoryEntry>, { entries }: Extent) => ({
  history,
  ...(history.length < entries ? { historyHasMore: true } : {})
})

/** The same, cut to what an answer of one lead holds. */
export const shown = (history: ReadonlyArray<HistoryEntry>, extent: Extent) =>
  asRead(newest(history, answered.alone, bytesOf), extent)

const tooLarge = (message: string, limit: number, bytes: number) =>
  new Invalid({ code: "enrichment_too_large", message, meta: { limit, bytes } })

/** Passes a lead after a write, unless its enrichment, the write, or its whole history is too large. */
export const check = (before: LeadRecord, after: LeadRecord): Result.Result<LeadRecord, Invalid> => {
  const { history: _, historyHasMore: __, ...current } = after.lead.enrichment
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
  if (after.history.bytes > kept) {
    const message = `The history of this lead would be ${after.history.bytes} bytes of JSON; ${kept} (64 MiB) is the limit, and it loses nothing. Its enrichment takes no more writes; triage and promotion go on. To go on enriching, create the lead anew.`
    return Result.fail(tooLarge(message, kept, after.history.bytes))
  }
  return Result.succeed(after)
}
