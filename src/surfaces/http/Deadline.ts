/** Limits how long a response may take, so that a silent database doesn't keep callers waiting. */
import { Context, Duration, Effect } from "effect"
import type { IncomingMessage } from "node:http"
import { performance } from "node:perf_hooks"
import { hasBody } from "./request/ReadBody.ts"

/** The time limits of a response, in milliseconds. */
export interface Limits {
  /** The limit from the request's last byte, if the response needs only the database. */
  readonly usual: number
  /**
   * The limit from the request's first byte, if it arrives slowly or the response waits for other servers (`Patience` in
   * src/invocation/Call.ts).
   */
  readonly long: number
}

/** Milliseconds for a response that waits for other servers, if one that needs only the database has `usual`. */
export const longOf = (usual: Duration.Duration) => 3 * Duration.toMillis(usual)

export const Deadline = Context.Reference<Limits>("pipeline/surfaces/Deadline", {
  defaultValue: () => ({ usual: 10_000, long: 30_000 })
})

/** Milliseconds between checks of the remaining time, which may change. */
const checkInterval = 1_000

const countdown = (millis: number) => {
  const until = performance.now() + millis
  return () => until - performance.now()
}

/** Calls `end` once `left` returns no time; the result stops the watch. */
export const watch = (left: () => number, end: () => void) => {
  const look = () => {
    const millis = left()
    if (millis > 0) timer = setTimeout(look, Math.min(millis, checkInterval))
    else end()
  }
  let timer = setTimeout(look, Math.min(left(), checkInterval))
  return () => clearTimeout(timer)
}

/**
 * Returns `late` if `effect` takes longer than `left`: a duration, or a function that returns the milliseconds left. The effect runs in its
 * own fiber and is interrupted with the caller, unless it `keepsRunning`. The interruption isn't awaited, because a statement on a dead
 * connection ends only when the driver closes the connection.
 */
export const within = <A, E, R, A2, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  left: Duration.Input | (() => number),
  late: () => Effect.Effect<A2, E2, R2>,
  keepsRunning = () => false
) =>
  Effect.contextWith((context: Context.Context<R>) =>
    Effect.callback<A | A2, E | E2, R2>((resume) => {
      const fiber = Effect.runForkWith(context)(effect)
      const already = fiber.pollUnsafe()
      // Responses from memory need no timer.
      if (already !== undefined) return resume(already)
      const end = () => {
        resume(Effect.suspend(late))
        fiber.interruptUnsafe()
      }
      const stop = watch(typeof left === "function" ? left : countdown(Duration.toMillis(left)), end)
      fiber.addObserver((exit) => {
        stop()
        resume(exit)
      })
      return Effect.sync(() => {
        if (keepsRunning()) return
        stop()
        fiber.interruptUnsafe()
      })
    })
  )

/** An incoming message: `complete` once its last byte has arrived. */
interface Source {
  readonly complete: boolean
  readonly once: (event: "end", listener: () => void) => unknown
}

/**
 * Returns a function with the milliseconds left for a request that begins now. `long` applies until its body has arrived, which may be
 * before it is read, because the request may have to wait.
 */
export const leftOf = (
  { long, usual }: Limits,
  source: Source | undefined,
  patience: { readonly isLong: boolean }
) => {
  const began = performance.now()
  let arrived = source === undefined ? began : undefined
  const look = () => {
    if (source?.complete === true) arrived ??= performance.now()
  }
  source?.once("end", look)
  // Most bodies arrive with their headers, in the same event loop turn.
  if (source !== undefined) setImmediate(look)
  return () => {
    look()
    return (arrived === undefined || patience.isLong ? began + long : arrived + usual) - performance.now()
  }
}

/** State that a call shares with its surface, and the milliseconds left for it. */
export const begin = (limits: Limits, message: IncomingMessage) => {
  const patience = { isLong: false, isGone: () => message.socket.destroyed }
  return { patience, left: leftOf(limits, hasBody(message) ? message : undefined, patience) }
}
