/** Whether the partitions of tables that grow with time are made ahead. */
import { Clock, Effect } from "effect"
import * as Partitioned from "../../../layers/platform/database/Partitioned.ts"
import { Partitions } from "../../../layers/platform/database/Partitions.ts"
import { Settings } from "../../../layers/platform/Settings.ts"
import * as Spans from "../../../src/domain/platform/Spans.ts"
import { ok, warn } from "./Finding.ts"

const lacking = Effect.fnUntraced(function* (table: Partitioned.Partitioned, at: string) {
  const until = yield* (yield* Partitions).coveredUntil(table, at)
  const next = Spans.ahead(table.span, at, 1).at(-1)!
  return until !== null && until >= next.to
    ? []
    : [until === null ? `${table.table} has none for now` : `${table.table} has none from ${until} on`]
})

export const look = Effect.gen(function* () {
  const at = new Date(yield* Clock.currentTimeMillis).toISOString()
  const tables = Partitioned.all(yield* Settings)
  const found = (yield* Effect.forEach(tables, (table) => lacking(table, at))).flat()
  return [
    found.length === 0
      ? ok("partitions", "are made ahead")
      : warn("partitions", found.join("; "), "npm run -s admin -- job run rotate-partitions")
  ]
}).pipe(Effect.provide(Partitions.layer))
