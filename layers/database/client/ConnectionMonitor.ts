/** Watches every connection of this process to one database, and decides when to give them up. */
import { Effect } from "effect"
import { performance } from "node:perf_hooks"
import * as ObservableMetrics from "../../metrics/ObservableMetrics.ts"
import * as Failures from "../driver/Failures.ts"
import type { Session } from "../driver/Session.ts"

/** Interval between checks in milliseconds. */
const interval = 250

/** Milliseconds that pipelined statements may wait beyond their patience after the server was asked to cancel. */
const grace = 1_000

const isDead = "The connection to the database is dead: newer ones are answered"

const isSilentNow = "The database has fallen silent"

export type Pool = "callers" | "background" | "pulse" | "listeners" | "operator" | "replica"

export interface Opening {
  /** Milliseconds that a connection may wait for an answer: slightly more than the server's statement timeout. */
  readonly patience: number
  /** Connects even while the database is silent, to notice when it answers again. */
  readonly isPulse: boolean
}

interface WatchedSession extends Opening {
  readonly session: Session
  /** Whether the server was asked to cancel the running statement. */
  isCancelled: boolean
}

export interface ConnectionMonitor {
  /** Watches a session, which fails immediately while the database is silent. Call the result to stop. */
  readonly watch: (session: Session, opening: Opening) => () => void
  /** When the server last sent anything, even an error, in milliseconds of the monotonic clock. */
  readonly heardAt: () => number
  /** Closes every connection so that their statements fail immediately, and fails new ones until `restore`. */
  readonly giveUp: () => void
  readonly restore: () => void
  /** Closes connections that received nothing since `moment`. Newer ones get answers, so these are dead. */
  readonly dropUnheard: (moment: number) => void
}

const fail = (session: Session, message: string) => session.fail(Failures.connection(new Error(message)))

/** Watches sessions of these pools until the scope closes. */
export const make = Effect.fnUntraced(function* (pools: ReadonlyArray<Pool>) {
  const all = new Set<WatchedSession>()
  /** When the server last sent anything on a session that has ended. */
  let lastHeardAt = -Infinity
  let isSilent = false

  const watch: ConnectionMonitor["watch"] = (session, opening) => {
    const watched = { ...opening, session, isCancelled: false }
    all.add(watched)
    if (isSilent && !opening.isPulse) queueMicrotask(() => fail(session, isSilentNow))
    return () => {
      all.delete(watched)
      lastHeardAt = Math.max(lastHeardAt, session.heardAt)
    }
  }

  let checkedAt = performance.now()
  const checkSessions = () => {
    const now = performance.now()
    // A process that was suspended or too busy to read can't tell that nothing arrived. The next check can.
    const wasAway = now - checkedAt > 2 * interval
    checkedAt = now
    if (wasAway) return
    for (const watched of all) {
      const { patience, session } = watched
      const waited = session.waitingSince === undefined ? 0 : now - session.waitingSince
      if (waited <= patience) watched.isCancelled = false
      else if (waited > patience + grace || !session.isTogether)
        fail(session, `The database did not answer within ${patience} ms`)
      else if (!watched.isCancelled) {
        // Each statement may be within its limit, and the last may be a COMMIT whose outcome would be unknown.
        watched.isCancelled = true
        session.cancel()
      }
    }
  }

  yield* Effect.acquireRelease(
    Effect.sync(() => setInterval(checkSessions, interval).unref()),
    (timer) => Effect.sync(() => clearInterval(timer))
  )

  for (const pool of pools) {
    const counted = (counts: (session: Session) => boolean) => () =>
      [...all].filter(({ session }) => session.pool === pool && counts(session)).length
    const attributes = { pool }
    yield* ObservableMetrics.gauge(
      { name: "database_connections_open", description: "Connections to the database, by pool", attributes },
      counted(() => true)
    )
    yield* ObservableMetrics.gauge(
      {
        name: "database_connections_used",
        description: "Connections that wait for an answer or hold a transaction, by pool",
        attributes
      },
      counted(({ status, waitingSince }) => status !== "I" || waitingSince !== undefined)
    )
  }

  return {
    watch,
    heardAt: () => Math.max(lastHeardAt, ...[...all].map(({ session }) => session.heardAt)),
    giveUp: () => {
      isSilent = true
      for (const { session } of all) fail(session, isSilentNow)
    },
    restore: () => {
      isSilent = false
    },
    dropUnheard: (moment) => {
      for (const { session } of all) {
        if (Math.max(session.openedAt, session.heardAt) < moment) fail(session, isDead)
      }
    }
  } satisfies ConnectionMonitor as ConnectionMonitor
})
