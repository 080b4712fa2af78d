/** Sends reads to a replica if it has everything that the credential wrote. */
import { PgClient } from "@effect/sql-pg"
import { Cause, Context, Duration, Effect, Layer, Metric, Schema } from "effect"
import { SqlError } from "effect/sql"
import { NotFound } from "../../schema/Fault.ts"
import * as Sql from "../database/Sql.ts"
import * as ObservableMetrics from "../metrics/ObservableMetrics.ts"
import * as Series from "../metrics/Series.ts"
import { Settings } from "../settings/Settings.ts"
import * as Follower from "./Follower.ts"

const reads = Series.counter(
  "replica_reads_total",
  "Reads that a replica may answer, by where they went, and if to the primary, why"
)

const reasons = ["own_write", "behind", "unknown", "failed", "missing"] as const

type Reason = (typeof reasons)[number]

const replicaReads = reads({ to: "replica", reason: "" })
const countPrimaryRead = (reason: Reason) => Metric.update(reads({ to: "primary", reason }), 1)

/** The replica's status on /readyz. */
interface Status {
  readonly state: "in_use" | "behind" | "away"
  /** Whole seconds since the replica had everything; null until that is known. */
  readonly lagSeconds: number | null
}

/** Loaded only with a replica, because it needs Redis. */
const positions = Effect.promise(() => import("./Positions.ts"))

/** Whether the replica's database failed, so that the primary may succeed. A statement timeout would recur there. */
const isDatabases = (reason: Cause.Reason<unknown>) =>
  reason._tag === "Die" &&
  SqlError.isSqlError(reason.defect) &&
  reason.defect.reason._tag !== "StatementTimeoutError"

const isNotFound = Schema.is(NotFound)

/** Whether a record wasn't found, which may be too new for the replica. */
const isMissing = (reason: Cause.Reason<unknown>) => reason._tag === "Fail" && isNotFound(reason.error)

/** The reason to repeat the read on the primary; undefined if there is none. */
const repeats = ({ reasons }: Cause.Cause<unknown>): Reason | undefined => {
  if (reasons.some(isDatabases)) return "failed"
  return reasons.some(isMissing) ? "missing" : undefined
}

type Site = NonNullable<Settings["Service"]["replica"]>

const noReplica = {
  read: <A, E, R>(_writer: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => effect,
  wrote: (_writer: string): Effect.Effect<void> => Effect.void,
  status: (): Status | undefined => undefined
}

const make = Effect.fnUntraced(function* ({ lag, redisUrl, url }: Site) {
  const longest = Duration.toMillis(lag)
  const sql = yield* PgClient.PgClient
  const follower = yield* Follower.make(url, longest)
  const written = yield* Effect.flatMap(positions, ({ make }) => make(redisUrl, longest))
  yield* ObservableMetrics.gauge(
    { name: "replica_lag_seconds", description: "Seconds since the replica last had everything" },
    () => follower.lag() / 1e3
  )
  // The counters exist from the start, because one that first appears with a read shows no increase.
  yield* Metric.update(replicaReads, 0)
  for (const reason of reasons) yield* Metric.update(reads({ to: "primary", reason }), 0)

  const whyNot = Effect.fnUntraced(function* (writer: string) {
    if (follower.position() === undefined) return "behind"
    const wrote = yield* written.find(writer)
    // The position is read again because it must be valid for a read that starts now.
    const position = follower.position()
    if (position === undefined) return "behind"
    if (wrote === undefined) return "unknown"
    return wrote > position ? "own_write" : undefined
  })

  const onReplica = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.scoped(
      Effect.flatMap(Sql.orDie(follower.reserve), (connection) =>
        Effect.provideService(effect, sql.transactionService, [connection, 0] as const)
      )
    )

  const read = <A, E, R>(writer: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(whyNot(writer), (reason) =>
      reason !== undefined
        ? Effect.andThen(countPrimaryRead(reason), effect)
        : Effect.catchCause(Effect.tap(onReplica(effect), Metric.update(replicaReads, 1)), (cause) => {
            const why = repeats(cause)
            return why === undefined ? Effect.failCause(cause) : Effect.andThen(countPrimaryRead(why), effect)
          })
    ) as Effect.Effect<A, E, R>

  /** Undefined if the primary can't be queried. */
  const now = Effect.orElseSucceed(
    Effect.map(Follower.written(sql), ({ position }) => position),
    () => undefined
  )

  const wrote = (writer: string) =>
    Effect.flatMap(now, (position) =>
      Effect.flatMap(written.keep(writer, position), (isKept) =>
        // If the position couldn't be shared with other nodes, waits until the replica has the write.
        isKept ? Effect.void : follower.waitUntil(position ?? Infinity)
      )
    )

  const status = (): Status => {
    const lag = follower.lag()
    const state = follower.isAway() ? "away" : lag > longest ? "behind" : "in_use"
    return { state, lagSeconds: Number.isFinite(lag) ? Math.floor(lag / 1e3) : null }
  }

  return { read, wrote, status }
})

export class Replica extends Context.Service<
  Replica,
  {
    /** Runs a read on the replica if it has everything that `writer` wrote, or else on the primary. */
    readonly read: <A, E, R>(writer: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Records that `writer` has written, or may have, before it gets the response. */
    readonly wrote: (writer: string) => Effect.Effect<void>
    /** Undefined if there is no replica. */
    readonly status: () => Status | undefined
  }
>()("pipeline/layers/Replica") {
  static readonly layer = Layer.effect(
    Replica,
    Effect.flatMap(Settings, ({ replica }) =>
      replica === undefined ? Effect.succeed(noReplica) : make(replica)
    )
  )
}
