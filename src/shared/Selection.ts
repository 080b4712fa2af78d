/** The records that a bulk request selects, by ids or by a filter. */
import { Effect, Result } from "effect"
import * as BulkRefusals from "./BulkRefusals.ts"
import { maxRecords } from "../../schema/Bulk.ts"
import { Invalid } from "../../schema/Fault.ts"

interface SelectionInput<Id, Filter> {
  readonly ids?: ReadonlyArray<Id>
  readonly filter?: Filter
}

type Selection<Id, Filter> =
  | { readonly ids: ReadonlyArray<Id>; readonly filter: undefined }
  | { readonly ids: undefined; readonly filter: Filter }

const fault = (kind: "deal" | "lead", path: string, flaw: string) =>
  new Invalid({
    code: "invalid_body",
    message: `${flaw} Send either ids, or filter with at least one of the filters of list_${kind}s besides ${kind === "deal" ? "status" : "view"}.`,
    meta: { issues: [{ path, message: flaw }] }
  })

/** A blank text doesn't filter, so the request would select every record. */
const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "")

/** Whether this filter alone would select nearly every record. The view of suspect leads doesn't. */
const isBroad = ([name, value]: readonly [string, unknown]) =>
  name === "status" || (name === "view" && value !== "suspect")

const selectionOf = <Id, Filter extends object>(
  kind: "deal" | "lead",
  { filter, ids }: SelectionInput<Id, Filter>
): Result.Result<Selection<Id, Filter>, Invalid> => {
  if (ids !== undefined && filter !== undefined)
    return Result.fail(fault(kind, "filter", "Both ids and filter are sent."))
  if (ids !== undefined) return Result.succeed({ ids, filter: undefined })
  if (filter === undefined) return Result.fail(fault(kind, "ids", "Neither ids nor filter is sent."))
  const sent = Object.entries(filter).filter(([, value]) => !isBlank(value))
  if (sent.length === 0)
    return Result.fail(fault(kind, "filter", "filter is empty, which would mean everything."))
  return sent.every(isBroad)
    ? Result.fail(
        fault(kind, "filter", `filter holds only ${sent[0]![0]}, which would mean nearly everything.`)
      )
    : Result.succeed({ ids, filter })
}

/** Matches are counted up to this number. */
const maxCounted = 10_000

/** The error for a filter that matches more records than one request can change. */
const tooMany = (kind: "deal" | "lead", count: number): Invalid => {
  const said = count >= maxCounted ? `${maxCounted} or more` : String(count)
  return new Invalid({
    code: "invalid_body",
    message: `Nothing was changed, because ${said} ${kind}s match the filter, and one request changes at most ${maxRecords}. Narrow the filter, or send ids in several requests.`,
    meta: { matching: count, limit: maxRecords }
  })
}

/** The response if a filter matches nothing. `wider` is a hint about a wider filter. */
export const none = (kind: "deal" | "lead", wider: string | undefined) => ({
  updated: 0,
  unchanged: 0,
  hint: wider ?? `No ${kind} matches the filter.`
})

/** The queries for a kind of record. */
interface Queries<Id, Filter, Found, R> {
  readonly lock: (ids: ReadonlyArray<Id>) => Effect.Effect<ReadonlyArray<Found>, never, R>
  /** The matching records, or their number if there are too many. */
  readonly matching: (
    filter: Filter,
    maxRecords: number,
    counted: number
  ) => Effect.Effect<ReadonlyArray<Found> | number, Invalid, R>
  readonly idOf: (found: Found) => string
}

/** Locks the records. Fails if an id doesn't exist. */
export const lock = Effect.fnUntraced(function* <Id extends string, Filter extends object, Found, R>(
  kind: "deal" | "lead",
  sent: SelectionInput<Id, Filter>,
  { idOf, lock, matching }: Queries<Id, Filter, Found, R>
) {
  const { filter, ids } = yield* Effect.fromResult(selectionOf(kind, sent))
  if (ids !== undefined) {
    const found = yield* lock(ids)
    return { found, asked: ids.length, missing: BulkRefusals.missing(kind, ids, found.map(idOf)) }
  }
  const found = yield* matching(filter, maxRecords, maxCounted)
  if (typeof found === "number") return yield* tooMany(kind, found)
  return { found, asked: found.length, missing: [] }
})
