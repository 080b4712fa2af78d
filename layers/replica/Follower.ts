/** Tracks the replay position of the replica, and how long it has lagged. */
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Data, Effect, Exit, Layer, type Redacted, Schedule } from "effect"
import { performance } from "node:perf_hooks"
import { Database } from "../database/Database.ts"
import * as Pool from "../database/client/Pool.ts"
import * as ConnectionMonitor from "../database/client/ConnectionMonitor.ts"
import * as Loop from "../runtime/Loop.ts"

class NotFollowing extends Data.TaggedError("NotFollowing")<{ readonly message: string }> {}

/** Interval and timeout of queries in milliseconds. */
const pace = 250
const queryTimeout = 1_500

/** How long positions of the primary are kept, in milliseconds. A longer lag is still reported, because the oldest one stays. */
const positionRetention = 600_000

const everyMoment = Schedule.spaced("20 millis")

interface ReplayPosition {
  readonly position: number | null
  /** Identifies the cluster and database. */
  readonly system: string
}

const wrongDatabase = new NotFollowing({
  message: "it is no replica of the database that DATABASE_URL leads to"
})

export interface Follower {
  /** Replayed WAL position in bytes; undefined if the replica is unavailable or lags by more than `longest`. */
  readonly position: () => number | undefined
  /** Milliseconds since the replica had everything; Infinity until that is known. */
  readonly lag: () => number
  readonly isAway: () => boolean
  /** Reserves a connection to the replica. */
  readonly reserve: PgClient.PgClient["reserve"]
  /** Waits until a position is replayed, at most `longest`. */
  readonly waitUntil: (position: number) => Effect.Effect<void>
}

/** The primary's WAL position in bytes, which includes every acknowledged commit. */
export const written = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const [row] = yield* sql<ReplayPosition & { position: number }>`SELECT
    (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 AS position,
    (SELECT system_identifier::text FROM pg_control_system()) || '/' || current_database() AS system`
  return row!
})

const replayed = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const [row] = yield* sql<ReplayPosition>`SELECT
    CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 END AS position,
    (SELECT system_identifier::text FROM pg_control_system()) || '/' || current_database() AS system`
  return row!
})

/** Each node of a Citus cluster has its own WAL, so one position says nothing about the others. */
const refuseCluster = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const [row] = yield* sql`SELECT 1 AS there WHERE to_regclass('pg_dist_partition') IS NOT NULL`
  if (row === undefined) return
  return yield* new NotFollowing({ message: "DATABASE_REPLICA_URL can't be used with Citus: unset it" })
})

/** While `position` is defined, a read on the replica sees everything that was committed `longest` milliseconds earlier. */
export const make = Effect.fn("Follower.make")(function* (url: Redacted.Redacted, longest: number) {
  const monitor = yield* ConnectionMonitor.make(["replica"])
  const address = { url, monitor, isPooler: false, prepare: true }
  const { front } = yield* Database
  const poolOf = (at: Pool.Address, purpose: Pool.Purpose) =>
    Effect.map(Layer.build(Pool.of(at, purpose)), Context.get(PgClient.PgClient))
  // Sockets need the real clock: time that a test skips must not count as silence.
  const real = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  const replica = yield* poolOf(address, { pool: "replica" })
  const watch = yield* real(poolOf(address, { pool: "replica", connections: 1, patience: queryTimeout }))
  const primary = yield* real(poolOf(front, { pool: "background", connections: 1, patience: queryTimeout }))

  yield* refuseCluster(primary)

  /** Positions of the primary and when they were queried, oldest first. */
  let positions: ReadonlyArray<{ readonly at: number; readonly position: number }> = []
  let position = -1
  let completeAt = -Infinity
  let isAway = true
  const lag = () => performance.now() - completeAt

  const updatePosition = Effect.gen(function* () {
    const at = performance.now()
    const ahead = yield* Effect.exit(written(primary))
    const behind = yield* Effect.exit(replayed(watch))
    isAway = Exit.isFailure(behind) || behind.value.position === null
    if (Exit.isFailure(behind)) {
      monitor.giveUp()
      return yield* behind
    }
    monitor.restore()
    if (Exit.isFailure(ahead)) return yield* ahead
    if (behind.value.position === null || behind.value.system !== ahead.value.system) {
      isAway = true
      return yield* wrongDatabase
    }
    position = behind.value.position
    positions = [...positions, { at, position: ahead.value.position }]
    const complete = positions.findLastIndex((one) => one.position <= position)
    completeAt = complete < 0 ? -Infinity : positions[complete]!.at
    // The first one is kept so that the lag keeps growing.
    positions = positions
      .slice(Math.max(0, complete))
      .filter((one, index) => index === 0 || at - one.at <= positionRetention)
  })
  yield* Effect.forkScoped(
    real(
      Loop.forever("Following the replica", () => updatePosition, { every: pace, pause: pace, longest: pace })
    )
  )

  const reached = (wanted: number) =>
    Effect.repeat(
      Effect.sync(() => position),
      { until: (found) => found >= wanted, schedule: everyMoment }
    ).pipe(Effect.timeoutOption(longest), Effect.asVoid, real)

  return {
    position: () => (isAway || lag() > longest ? undefined : position),
    lag,
    isAway: () => isAway,
    reserve: replica.reserve,
    waitUntil: reached
  } satisfies Follower as Follower
})
