/** Counts requests refused by rate limits, per limit. */
import { Effect, Metric } from "effect"
import * as Series from "../metrics/Series.ts"

const refusals = Series.counter(
  "rate_limit_refusals_total",
  "Requests that a rate limit refused, by whose limit it was: the credential's, workspace's, address's or account's"
)

const limits = ["key", "workspace", "address", "account"] as const

type Limit = (typeof limits)[number]

export const by = (limit: Limit): Effect.Effect<void> => Metric.update(refusals({ limit }), 1)

/** The counters exist from the start, because one that first appears with a refusal shows no increase. */
export const begin = Effect.forEach(limits, (limit) => Metric.update(refusals({ limit }), 0), {
  discard: true
})
