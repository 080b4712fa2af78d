/** Reads an undo request, and limits how much one call undoes. */
import { Result } from "effect"
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import type { Role } from "../../../schema/Scope.ts"
import { maxRecords, undoDays } from "../../../schema/Undo.ts"
import * as Targets from "./Targets.ts"
import type { Entry, Refused } from "./UndoTypes.ts"
import { tooLarge } from "./UndoPlan.ts"

export interface Input {
  readonly requestId?: string
  readonly entryId?: string
  readonly actor?: string
  readonly since?: string
  readonly until?: string
}

const invalid = (path: string, flaw: string) =>
  new Invalid({
    code: "invalid_body",
    message: `${flaw} Send exactly one of requestId, entryId, and actor with since.`,
    meta: { issues: [{ path, message: flaw }] }
  })

const day = 86_400_000

/** The oldest time of entries that can be undone, in ISO 8601. */
export const earliest = (now: string): string => new Date(Date.parse(now) - undoDays * day).toISOString()

/** Reads the request's times in ISO 8601. None is earlier than the oldest entry that can be undone. */
export const read = ({ actor, entryId, requestId, since, until }: Input, now: string) => {
  const sent = Object.entries({ requestId, entryId, actor }).filter(([, value]) => value !== undefined)
  if (sent.length !== 1) {
    const flaw = sent.length === 0 ? "Nothing says what to undo." : "More than one thing says what to undo."
    return Result.fail(invalid(sent[1]?.[0] ?? "requestId", flaw))
  }
  const first = earliest(now)
  if (actor === undefined) {
    if (since !== undefined) return Result.fail(invalid("since", "since goes with actor alone."))
    if (until !== undefined && entryId !== undefined)
      return Result.fail(invalid("until", "until goes with actor or requestId."))
    return Result.succeed({
      ...(requestId && { requestId }),
      ...(entryId && { entryId }),
      since: first,
      ...(until === undefined ? {} : { until: new Date(until).toISOString() })
    })
  }
  if (since === undefined) return Result.fail(invalid("since", "actor needs since."))
  const from = new Date(since).toISOString()
  return Result.succeed({
    actor,
    since: from > first ? from : first,
    ...(until === undefined ? {} : { until: new Date(until).toISOString() })
  })
}

/** The error for a name of several. They may have chosen it themselves, so only their ids are listed. */
export const several = (actors: ReadonlyArray<{ readonly id: string; readonly type: string }>) => {
  const flaw = `actor is the name of ${actors.length}`
  return new Invalid({
    code: "invalid_body",
    message: `${flaw}; send the id of one: ${actors.map(({ id, type }) => `${type} ${id}`).join(", ")}.`,
    meta: { actors: actors.map(({ id, type }) => ({ id, type })), issues: [{ path: "actor", message: flaw }] }
  })
}

/** The error is the same for an unknown entry and for someone else's. */
export const notFound = (role: Role) =>
  new NotFound({
    code: "entry_not_found",
    message: `Nothing ${role === "admin" ? "" : "of yours "}in the last ${undoDays} days matches that changed something. Check the id and the time${role === "admin" ? " (changes_since, or GET /v1/audit, lists all entries)." : "; what others did only they and admins can undo."}`
  })

/** The number of records that an entry changed. */
const sizeOf = ({ changes }: Entry): number =>
  Math.max(Targets.of(changes, []).length, ...changes.map(({ ids = [] }) => ids.length))

interface Batch {
  readonly entries: ReadonlyArray<Entry>
  readonly tooLarge: ReadonlyArray<Refused>
  readonly until?: string
}

/** The first entries, as many as one call can undo completely. */
export const cut = (found: { readonly entries: ReadonlyArray<Entry>; readonly until?: string }): Batch => {
  const kept: Array<Entry> = []
  const refused: Array<Refused> = []
  let records = 0
  for (const entry of found.entries) {
    const size = sizeOf(entry)
    if (size > maxRecords) {
      refused.push(tooLarge(entry, size))
      continue
    }
    if (records + size > maxRecords) {
      return { entries: kept, tooLarge: refused, until: new Date(Date.parse(entry.at) + 1).toISOString() }
    }
    records += size
    kept.push(entry)
  }
  return { entries: kept, tooLarge: refused, ...(found.until === undefined ? {} : { until: found.until }) }
}
