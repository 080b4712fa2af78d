/** Checks that upcoming partitions exist for tables that grow with time. */
import { Clock, Effect } from "effect"
import * as Partitioned from "../../../layers/database/Partitioned.ts"
import { Partitions } from "../../../layers/database/Partitions.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import * as Spans from "../../../src/shared/time/Spans.ts"
import { ok, warn } from "./Finding.ts"

/** The job creates the next partition in the first hour of a period, so at least a day must always be left. */
const day = 86_400_000

const lacking = Effect.fnUntraced(function* (table: Partitioned.Partitioned, at: number) {
  const partitions = yield* Partitions
  const now = new Date(at).toISOString()
  const until = yield* partitions.coveredUntil(table, now)
  if (until !== null && Date.parse(until) >= at + day) return []
  const [span] = Spans.ahead(table.span, until ?? now, 0)
  const when = until === null ? "for now" : `from ${until} on`
  const isTaken = yield* partitions.isTaken(table, span!)
  return [{ isTaken, says: `${table.table} has none ${when}` }]
})

export const look = Effect.gen(function* () {
  const at = yield* Clock.currentTimeMillis
  const tables = Partitioned.all(yield* Settings)
  const found = (yield* Effect.forEach(tables, (table) => lacking(table, at))).flat()
  if (found.length === 0) return [ok("partitions", "are made ahead")]
  const todo = found.every(({ isTaken }) => isTaken)
    ? "Nothing: the rows of that time are in the default partition already, and stay there until they are old."
    : "npm run -s admin -- job run rotate-partitions"
  return [warn("partitions", found.map(({ says }) => says).join("; "), todo)]
}).pipe(Effect.provide(Partitions.layer))
