import { Effect } from "effect"
import * as Partitioned from "../../layers/database/Partitioned.ts"
import { Partitions } from "../../layers/database/Partitions.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

const expire = Effect.fnUntraced(function* (table: Partitioned.Partitioned, before: string) {
  const partitions = yield* Partitions
  // One query shows that there is nothing to do in any workspace.
  const mixed = yield* partitions.listMixed(table, before)
  const outcomes = yield* Effect.forEach(mixed, (partition) =>
    Batches.perWorkspace((limit) => partitions.expire(table, partition, before, limit), "all")
  )
  return outcomes.reduce(Batches.add, Batches.none)
})

const rotate = Effect.fnUntraced(function* (table: Partitioned.Partitioned, asOf: string) {
  const partitions = yield* Partitions
  const before = Batches.keptFrom(table.span, asOf, table.days)
  return [
    yield* Batches.once(partitions.make(table, asOf)),
    yield* Batches.once(partitions.drop(table, before)),
    yield* Batches.part(expire(table, before))
  ].reduce(Batches.add)
})

export const rotatePartitions = Job.make("rotate-partitions", {
  description:
    "Makes partitions ahead, and drops those that are old enough: of the audit log (AUDIT_KEEP_DAYS), webhook deliveries (30 days) and request counts.",
  schedule: "5 * * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.rotatePartitions")(function* (asOf) {
    const tables = Partitioned.all(yield* Settings)
    return (yield* Effect.forEach(tables, (table) => rotate(table, asOf))).reduce(Batches.add)
  })
})
