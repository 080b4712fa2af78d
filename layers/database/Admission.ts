/**
 * Limits each kind of work, and within it each workspace, to a share of the connections. So a locked table or a busy workspace doesn't
 * block others. Requests that would wait too long are refused with Retry-After.
 */
import { Clock, Context, Effect, Layer, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { ApiError, RateLimited } from "../../schema/Fault.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as ObservableMetrics from "../metrics/ObservableMetrics.ts"
import * as Series from "../metrics/Series.ts"
import { type Bounds, FairSemaphore } from "../queue/FairSemaphore.ts"
import { DatabaseLimits } from "./DatabaseLimits.ts"
import { isClient } from "./client/Client.ts"
import { SharedReads, type Site } from "./client/SharedReads.ts"

/** Groups operations that depend on the same tables. */
export type Kind = "deals" | "leads" | "rest"

/** One connection is reserved for jobs and the surfaces' own queries. The shares are out of 11 other connections. */
const shares = { deals: 7, leads: 6, rest: 4, costly: 3, callers: 4 } as const

/** The kinds of work, plus costly reads (which also count towards a kind) and authentication. */
type AdmissionKind = keyof typeof shares

const unknownWorkspace = "strangers"

/** Maximum wait in milliseconds. */
const maxWait = 2_500

const refusals = Series.counter(
  "admission_refusals_total",
  "Requests that were refused because too much waits for the database, by kind of work"
)

/** Returned when too many requests are waiting. */
export const saturated = new ApiError({
  code: "unavailable",
  message: "Too much work is waiting for the database. Send the request again after the delay.",
  retryAfter: 2
})

const tooMany = (share: number) =>
  new RateLimited({
    code: "too_many_costly_reads",
    message: `This workspace has ${share} searches, reports or other costly reads under way, and more that wait. Send such requests one after another, and this one again after the delay.`,
    meta: { limit: share },
    retryAfter: 2
  })

/** A workspace may use two thirds of the places. Doubtful workspaces share half, so that others keep at least as much. */
const boundsOf = (kind: AdmissionKind, connections: number): Bounds => {
  const places = Math.max(1, Math.floor(((connections - 1) * shares[kind]) / 11))
  const share = Math.max(1, Math.floor((places * 2) / 3))
  // A costly read can be slow without being stuck.
  return kind === "costly" ? { places, share } : { places, share, doubtful: Math.max(1, places >> 1) }
}

/** Creates the semaphore and metrics of one kind of work. `own` is the error for callers that exceed their own share. */
const roomFor = Effect.fnUntraced(function* <E2 = ApiError>(
  kind: AdmissionKind,
  own?: (share: number) => E2
) {
  const turns = new FairSemaphore(boundsOf(kind, (yield* DatabaseLimits).connections))
  const clock = yield* Clock.Clock
  const refused = refusals({ kind })
  const gauge = (name: string, description: string, read: () => number) =>
    ObservableMetrics.gauge({ name, description, attributes: { kind } }, read)
  yield* gauge("admission_limit", "How many requests may use a connection at once", () => turns.bounds.places)
  yield* gauge("admission_running", "Requests that may use a connection now", () => turns.running)
  yield* gauge("admission_waiting", "Requests that wait for a connection", () => turns.waiting)
  if (kind !== "costly") {
    yield* gauge("admission_doubtful", "Requests of workspaces that get no answers", () =>
      turns.doubtful(Number(clock.monotonicTimeNanosUnsafe()) / 1e6)
    )
  }
  // The counter exists from the start, because one that first appears with a refusal shows no increase.
  yield* Metric.update(refused, 0)
  const late = (isOwn: boolean) =>
    Effect.andThen(
      Metric.update(refused, 1),
      Effect.fail(isOwn && own !== undefined ? own(turns.bounds.share) : saturated)
    )
  return <A, E, R>(key: string, effect: Effect.Effect<A, E, R>, isSlow = false) =>
    turns.run(key, effect, maxWait, late, isSlow)
})

type Run = <A, E, R>(key: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ApiError, R>

/** Shares connections among the light reads of each workspace. */
const sharing = Effect.fnUntraced(function* (kind: Kind, admit: Run) {
  const sql = yield* SqlClient.SqlClient
  if (!isClient(sql)) return yield* Effect.die(new Error("The client lends no connections"))
  const all = new Map<string, SharedReads>()
  const late = Effect.andThen(Metric.update(refusals({ kind }), 1), Effect.fail(saturated))
  yield* ObservableMetrics.gauge(
    {
      name: "admission_sharing",
      description: "Light reads that wait to share a connection",
      attributes: { kind }
    },
    () => [...all.values()].reduce((sum, { waiting }) => sum + waiting, 0)
  )
  const site: Omit<Site, "admit" | "isAsked"> = {
    lend: sql.lend,
    late,
    patience: maxWait
  }
  const makeShared = (key: string) =>
    new SharedReads({
      ...site,
      admit: (effect) => admit(key, effect),
      isAsked: (one, isAsked) => {
        if (isAsked && !all.has(key)) all.set(key, one)
        else if (!isAsked && all.get(key) === one) all.delete(key)
      }
    })
  const within = <A, E, R>(effect: Effect.Effect<A, E, R>, transaction: SharedReads["transaction"]) =>
    Effect.provideService(effect, sql.transactionService, transaction) as Effect.Effect<A, E, R>
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | ApiError, R | Tenant> =>
    Effect.contextWith((context: Context.Context<Tenant>): Effect.Effect<A, E | ApiError, R> => {
      const key = Context.get(context, Tenant).workspaceId
      // A transaction has its own connection, and must see its own writes.
      return Context.getOrUndefined(context, sql.transactionService) === undefined
        ? (all.get(key) ?? makeShared(key)).read(effect, within)
        : effect
    })
})

export class Admission extends Context.Service<
  Admission,
  {
    /** Runs `effect` when the workspace's turn comes and its kind has room. Refuses it if the wait is too long. */
    readonly admit: <A, E, R>(
      kind: Kind,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ApiError, R | Tenant>
    /**
     * Runs a cheap read of prepared statements. Concurrent ones of a workspace share a turn and a connection; other effects around them
     * don't wait.
     */
    readonly share: <A, E, R>(
      kind: Kind,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ApiError, R | Tenant>
    /** Like `admit`, for an expensive read. Only a few of these run at once. */
    readonly admitCostly: <A, E, R>(
      kind: Kind,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ApiError | RateLimited, R | Tenant>
    /**
     * Like `admit`, for reading a credential. `workspaceId` is the credential's workspace when last read; unknown credentials share one
     * queue.
     */
    readonly identify: <A, E, R>(
      workspaceId: string | undefined,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ApiError, R>
  }
>()("pipeline/layers/Admission") {
  static readonly layer = Layer.effect(
    Admission,
    Effect.gen(function* () {
      const rooms = {
        deals: yield* roomFor("deals"),
        leads: yield* roomFor("leads"),
        rest: yield* roomFor("rest")
      }
      const shared = {
        deals: yield* sharing("deals", rooms.deals),
        leads: yield* sharing("leads", rooms.leads),
        rest: yield* sharing("rest", rooms.rest)
      }
      const costly = yield* roomFor("costly", tooMany)
      const callers = yield* roomFor("callers")
      return Admission.of({
        admit: (kind, effect) =>
          Effect.contextWith((context: Context.Context<Tenant>) =>
            rooms[kind](Context.get(context, Tenant).workspaceId, effect)
          ),
        share: (kind, effect) => shared[kind](effect),
        admitCostly: (kind, effect) =>
          Effect.flatMap(Tenant, ({ workspaceId }) =>
            costly(workspaceId, rooms[kind](workspaceId, effect, true))
          ),
        identify: (workspaceId = unknownWorkspace, effect) => callers(workspaceId, effect)
      })
    })
  )
}
