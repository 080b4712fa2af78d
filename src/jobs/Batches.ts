/** Runs a job's work in small transactions, one workspace after another, so that locks are short. */
import { Cause, Effect, Exit } from "effect"
import type { Outcome } from "../../layers/runtime/JobRuns.ts"
import { Outages } from "../../layers/runtime/Outages.ts"
import * as ShiftedClock from "../../layers/runtime/ShiftedClock.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { Workspaces } from "../../layers/identity/Workspaces.ts"
import * as Spans from "../shared/time/Spans.ts"
import type { WorkspaceId } from "../../schema/Id.ts"

/** Maximum rows per statement, and workspaces per query. */
const size = 1_000

/** Concurrent workspaces: small statements are mostly latency, but requests share the pool. */
const concurrency = 4

export const none: Outcome = { affected: 0, error: null }

/** Adds two outcomes and keeps the first error. */
export const add = (a: Outcome, b: Outcome): Outcome => ({
  affected: a.affected + b.affected,
  error: a.error ?? b.error
})

const messageOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause) as { readonly message?: unknown }
  return typeof error?.message === "string" ? error.message : String(error)
}

/** Runs one part of a job. Its failure doesn't stop the following parts. */
export const part = Effect.fn("Batches.part")(function* <R>(work: Effect.Effect<Outcome, never, R>) {
  const exit = yield* Effect.exit(work)
  if (Exit.isSuccess(exit)) return exit.value
  if (Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.interrupt
  yield* Outages.report("A batch of a job failed", exit.cause)
  return { affected: 0, error: messageOf(exit.cause) } satisfies Outcome
})

/** Runs a step of a job, and returns its outcome. */
export const once = <R>(step: Effect.Effect<number, never, R>) =>
  part(Effect.map(step, (affected) => ({ affected, error: null })))

/** Runs `batch` until it returns less than its limit, and sums the results. A failure ends it. */
export const runAll = Effect.fn("Batches.whole")(function* <R>(
  batch: (limit: number) => Effect.Effect<number, never, R>
) {
  let sum = none
  while (true) {
    const { affected, error } = yield* once(batch(size))
    sum = add(sum, { affected, error })
    if (affected < size) return sum
  }
})

/** Processes one workspace. Its failure doesn't stop the others. */
const drain = Effect.fnUntraced(function* <R>(
  workspaceId: WorkspaceId,
  batch: (limit: number) => Effect.Effect<number, never, R | Tenant>
) {
  const { affected, error } = yield* runAll((limit) =>
    Effect.provideService(batch(limit), Tenant, { workspaceId })
  ).pipe(Effect.annotateLogs({ workspaceId }))
  return { affected, error: error === null ? null : `workspace ${workspaceId}: ${error}` }
})

/** Converts a time to the workspace's clock; see ShiftedClock. */
type InTime = (at: string) => string

/** Like `runAll` for each workspace, several at a time. Suspended workspaces are skipped unless the job maintains stored data. */
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

/** Start of the retention period of a partitioned table: the start of a partition, because rows are dropped with it. */
export const keptFrom = (span: Spans.Length, at: string, days: number): string =>
  Spans.begin(span, daysBefore(at, days))
