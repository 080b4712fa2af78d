/**
 * Limits each kind of work to its share of the connections, so that a stuck table (an operator's lock, a slow index)
 * holds up only the work that needs it, and each workspace to its share of those, so that neither a busy workspace nor
 * one whose statements are stuck keeps them from the others. Requests that would wait too long are refused with Retry-After.
 */
import { Clock, Context, Effect, Layer, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { ApiError, RateLimited } from "../../schema/Fault.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Observed from "../metrics/Observed.ts"
import * as Series from "../metrics/Series.ts"
import { type Bounds, FairSemaphore } from "../queue/FairSemaphore.ts"
import { DatabaseLimits } from "./DatabaseLimits.ts"
import { isClient } from "./client/Client.ts"
import { SharedReads, type Site } from "./client/SharedReads.ts"

/** Work that depends on the same tables. */
export type Kind = "deals" | "leads" | "rest"

/** One connection of the pool is left to jobs and to what surfaces ask themselves. Of 11 others, so many are for each kind. */
const shares = { deals: 7, leads: 6, rest: 4, costly: 3, callers: 4 } as const

/** Beside the kinds of work: costly reads, which are of a kind too, and finding out who calls. */
type Room = keyof typeof shares

const strangers = "strangers"

/** Milliseconds. */
const patience = 2_500

const refusals = Series.counter(
  "admission_refusals_total",
  "Requests that were refused because too much waits for the database, by kind of work"
)

/** The refusal when too much waits. */
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

/** A workspace may have two thirds; those in doubt have half together, so that others have at least as much. */
const boundsOf = (kind: Room, connections: number): Bounds => {
  const places = Math.max(1, Math.floor(((connections - 1) * shares[kind]) / 11))
  const share = Math.max(1, Math.floor((places * 2) / 3))
  // A costly read is slow without being stuck.
  return kind === "costly" ? { places, share } : { places, share, doubtful: Math.max(1, places >> 1) }
}

/** The room of one kind of work, and what is shown of it; `own` refuses those who wait for their own share. */
const roomFor = Effect.fnUntraced(function* <E2 = ApiError>(kind: Room, own?: (share: number) => E2) {
  const turns = new FairSemaphore(boundsOf(kind, (yield* DatabaseLimits).connections))
  const clock = yield* Clock.Clock
  const refused = refusals({ kind })
  const gauge = (name: string, description: string, read: () => number) =>
    Observed.gauge({ name, description, attributes: { kind } }, read)
  yield* gauge("admission_limit", "How many requests may use a connection at once", () => turns.bounds.places)
  yield* gauge("admission_running", "Requests that may use a connection now", () => turns.running)
  yield* gauge("admission_waiting", "Requests that wait for a connection", () => turns.waiting)
  if (kind !== "costly") {
    yield* gauge("admission_doubtful", "Requests of workspaces that get no answers", () =>
      turns.doubtful(Number(clock.monotonicTimeNanosUnsafe()) / 1e6)
    )
  }
  // It exists from the start: a counter that first appears with a refusal shows no increase.
  yield* Metric.update(refused, 0)
  const late = (isOwn: boolean) =>
    Effect.andThen(
      Metric.update(refused, 1),
      Effect.fail(isOwn && own !== undefined ? own(turns.bounds.share) : saturated)
    )
  return <A, E, R>(key: string, effect: Effect.Effect<A, E, R>, isSlow = false) =>
    turns.run(key, effect, patience, late, isSlow)
})

type Run = <A, E, R>(key: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ApiError, R>

/** The light reads of each workspace that has any under way. */
const sharing = Effect.fnUntraced(function* (kind: Kind, admit: Run) {
  const sql = yield* SqlClient.SqlClient
  if (!isClient(sql)) return yield* Effect.die(new Error("The client lends no connections"))
  const all = new Map<string, SharedReads>()
  const late = Effect.andThen(Metric.update(refusals({ kind }), 1), Effect.fail(saturated))
  yield* Observed.gauge(
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
    patience
  }
  const made = (key: string) =>
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
      // A transaction sees its own writes, and has a connection.
      return Context.getOrUndefined(context, sql.transactionService) === undefined
        ? (all.get(key) ?? made(key)).read(effect, within)
        : effect
    })
})

export class Admission extends Context.Service<
  Admission,
  {
    /** Runs `effect` once it is the workspace's turn and there is room for its kind, and refuses it if that takes too long. */
    readonly admit: <A, E, R>(
      kind: Kind,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ApiError, R | Tenant>
    /**
     * Runs a read whose prepared statements cost the database little. Those of one workspace that are asked at once take one turn
     * and share a connection; effects around them wait for nothing.
     */
    readonly share: <A, E, R>(
      kind: Kind,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ApiError, R | Tenant>
    /** The same for a read that costs the database much: of these, few run at once. */
    readonly admitCostly: <A, E, R>(
      kind: Kind,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ApiError | RateLimited, R | Tenant>
    /**
     * The same for reading a credential: `workspaceId` is that of the credential when it was last read. Those never read
     * before share a turn.
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
        identify: (workspaceId = strangers, effect) => callers(workspaceId, effect)
      })
    })
  )
}
