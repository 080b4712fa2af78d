/** Runs a job's work in small transactions, workspace by workspace, so that locks are short. */
import { Cause, Effect, Exit } from "effect"
import type { Outcome } from "../../layers/runtime/JobRuns.ts"
import { Outages } from "../../layers/runtime/Outages.ts"
import * as ShiftedClock from "../../layers/runtime/ShiftedClock.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { Workspaces } from "../../layers/identity/Workspaces.ts"
import * as Spans from "../values/time/Spans.ts"
import type { WorkspaceId } from "../../schema/Id.ts"

/** The most rows a statement changes, and workspaces read at a time. */
const size = 1_000

/** Workspaces at a time: most of a small statement is its way, and requests share the pool. */
const concurrency = 4

export const none: Outcome = { affected: 0, error: null }

/** Adds two outcomes; keeps the first error. */
export const add = (a: Outcome, b: Outcome): Outcome => ({
  affected: a.affected + b.affected,
  error: a.error ?? b.error
})

const messageOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause) as { readonly message?: unknown }
  return typeof error?.message === "string" ? error.message : String(error)
}

/** Runs a part of a job; its failure does not stop the parts after it. */
export const part = Effect.fn("Batches.part")(function* <R>(work: Effect.Effect<Outcome, never, R>) {
  const exit = yield* Effect.exit(work)
  if (Exit.isSuccess(exit)) return exit.value
  if (Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.interrupt
  yield* Outages.report("A batch of a job failed", exit.cause)
  return { affected: 0, error: messageOf(exit.cause) } satisfies Outcome
})

/** Runs a step of a job, and says how it went. */
export const once = <R>(step: Effect.Effect<number, never, R>) =>
  part(Effect.map(step, (affected) => ({ affected, error: null })))

/** Runs `batch` until it returns less than its limit, and sums what it returns. A failure ends it. */
export const whole = Effect.fn("Batches.whole")(function* <R>(
  batch: (limit: number) => Effect.Effect<number, never, R>
) {
  let sum = none
  while (true) {
    const { affected, error } = yield* once(batch(size))
    sum = add(sum, { affected, error })
    if (affected < size) return sum
  }
})

/** One workspace; its failure does not stop the others. */
const drain = Effect.fnUntraced(function* <R>(
  workspaceId: WorkspaceId,
  batch: (limit: number) => Effect.Effect<number, never, R | Tenant>
) {
  const { affected, error } = yield* whole((limit) =>
    Effect.provideService(batch(limit), Tenant, { workspaceId })
  ).pipe(Effect.annotateLogs({ workspaceId }))
  return { affected, error: error === null ? null : `workspace ${workspaceId}: ${error}` }
})

/** A time as the workspace has it that a batch is of; see ShiftedClock. */
type InTime = (at: string) => string

/**
 * Like `whole`, for each workspace, some at a time: without those that are suspended, unless it keeps what is stored in
 * order.
 */
export const perWorkspace = Effect.fn("Batches.perWorkspace")(function* <R>(
  batch: (limit: number, inTime: InTime) => Effect.Effect<number, never, R | Tenant>,
  which: "open" | "all" = "open"
) {
  const workspaces = yield* Workspaces
  let sum = none
  let last: WorkspaceId | null = null
  while (true) {
    const some: Effect.Success<ReturnType<typeof workspaces.after>> = yield* workspaces.after(
      last,
      size,
      which
    )
    const outcomes = yield* Effect.forEach(
      some,
      ({ clockOffset, id }) => {
        const inTime: InTime = (at) => (clockOffset === 0 ? at : ShiftedClock.moved(at, clockOffset))
        return drain(id, (limit) => batch(limit, inTime))
      },
      { concurrency }
    )
    sum = outcomes.reduce(add, sum)
    if (some.length < size) return sum
    last = some.at(-1)!.id
  }
})

/** The time `days` before `at`. */
export const daysBefore = (at: string, days: number): string =>
  new Date(Date.parse(at) - days * 86_400_000).toISOString()

/** Where keeping begins in a table with partitions: at the beginning of a span, since rows go with the last of theirs. */
export const keptFrom = (span: Spans.Length, at: string, days: number): string =>
  Spans.begin(span, daysBefore(at, days))
