/** The records that a request for many means: those of its ids, or those that its filter matches. */
import { Effect } from "effect"
import { most } from "../../schema/Bulk.ts"
import type { Invalid } from "../../schema/Fault.ts"
import * as Refusals from "../values/Refusals.ts"
import * as Selection from "../values/Selection.ts"

interface Ways<Id, Filter, Found, R> {
  readonly lock: (ids: ReadonlyArray<Id>) => Effect.Effect<ReadonlyArray<Found>, never, R>
  /** Those that match; if they are too many, their number. */
  readonly matching: (
    filter: Filter,
    most: number,
    counted: number
  ) => Effect.Effect<ReadonlyArray<Found> | number, Invalid, R>
  readonly idOf: (found: Found) => string
}

/** Locks them; those of its ids that there are not are refused. */
export const lock = Effect.fnUntraced(function* <Id extends string, Filter extends object, Found, R>(
  kind: "deal" | "lead",
  sent: Selection.Sent<Id, Filter>,
  { idOf, lock, matching }: Ways<Id, Filter, Found, R>
) {
  const { filter, ids } = yield* Effect.fromResult(Selection.of(kind, sent))
  if (ids !== undefined) {
    const found = yield* lock(ids)
    return { found, asked: ids.length, missing: Refusals.missing(kind, ids, found.map(idOf)) }
  }
  const found = yield* matching(filter, most, Selection.mostCounted)
  if (typeof found === "number") return yield* Selection.tooMany(kind, found)
  return { found, asked: found.length, missing: [] }
})
