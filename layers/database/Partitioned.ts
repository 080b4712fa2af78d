/**
 * Tables partitioned by time, so that old rows are dropped with their partition instead of deleted. docs/decisions.md explains why the
 * others aren't.
 */
import type * as Spans from "../../src/shared/time/Spans.ts"

export interface Partitioned {
  readonly table: string
  /** The primary key after `workspace_id`. Its first column is the partition key. */
  readonly key: readonly [string, ...ReadonlyArray<string>]
  /** Type of that column: a time, or a UUIDv7, which starts with one. */
  readonly by: "time" | "uuid"
  readonly span: Spans.Length
  /** Partitions created in advance, so that there is still one if jobs fail for a while. */
  readonly ahead: number
  /** Minimum days that a row is kept. It is dropped with the last row of its partition. */
  readonly days: number
}

const audit = { table: "audit", key: ["at", "id"], by: "time", span: "month", ahead: 3 } as const

/** Months, not weeks: leasing searches each partition for due deliveries, so there should be few. */
const deliveries = {
  table: "deliveries",
  key: ["id"],
  by: "uuid",
  span: "month",
  ahead: 1,
  days: 30
} as const

/** The usage page shows one day, by hour. */
const requestCounts = {
  table: "request_counts",
  key: ["minute", "credential"],
  by: "time",
  span: "day",
  ahead: 3,
  days: 25 / 24
} as const

export const all = (settings: { readonly auditKeepDays: number }): ReadonlyArray<Partitioned> => [
  { ...audit, days: settings.auditKeepDays },
  deliveries,
  requestCounts
]
