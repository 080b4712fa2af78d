/**
 * The tables that are partitioned by time, so that what is too old is dropped whole and never deleted row by row.
 * docs/decisions.md says why the others are not.
 */
import type * as Spans from "../../src/values/time/Spans.ts"

export interface Partitioned {
  readonly table: string
  /** Its primary key after `workspace_id`; the first column is what it is partitioned by. */
  readonly key: readonly [string, ...ReadonlyArray<string>]
  /** What that column holds: a time, or a UUIDv7, which begins with one. */
  readonly by: "time" | "uuid"
  readonly span: Spans.Length
  /** Spans made ahead, so that a service whose jobs fail for a while still has one. */
  readonly ahead: number
  /** How many days a row is kept at least; it goes with the last of its span. */
  readonly days: number
}

const audit = { table: "audit", key: ["at", "id"], by: "time", span: "month", ahead: 3 } as const

/** Months, not weeks: a lease looks into each partition for what is due, so that there should be few. */
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
