/** A job: background work on a cron schedule, on one node at a time. */
import { Cron, DateTime, type Effect } from "effect"
import type { Outcome } from "../../layers/runtime/JobRuns.ts"

export interface Options<R> {
  readonly description: string
  /** `minute hour day month weekday`; with six fields the first is seconds. */
  readonly schedule: string
  readonly timeZone: string
  /** Runs the work with `asOf` as the current time. */
  readonly run: (asOf: string) => Effect.Effect<Outcome, never, R>
}

export interface Job<R> extends Options<R> {
  readonly name: string
  readonly cron: Cron.Cron
}

/** The services that jobs need. */
export type Services<J> = J extends Job<infer R> ? R : never

/** An offset rather than the name "UTC", which would load the data of all time zones at start. */
const utc = DateTime.zoneMakeOffset(0)

export const make = <R>(name: string, options: Options<R>): Job<R> => ({
  name,
  ...options,
  cron: Cron.parseUnsafe(options.schedule, options.timeZone === "UTC" ? utc : options.timeZone)
})

/** The latest time at or before `millis` when the job was due, and the next after it, in Unix milliseconds. */
export const due = ({ cron }: { readonly cron: Cron.Cron }, millis: number) => ({
  last: Cron.prev(cron, millis + 1).getTime(),
  next: Cron.next(cron, millis).getTime()
})
