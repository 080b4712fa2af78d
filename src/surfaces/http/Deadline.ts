/** How long an answer may take: a database that has fallen silent must not keep its callers waiting. */
import { Context, Duration, Effect } from "effect"
import { performance } from "node:perf_hooks"

/** The longest that a request may take to be answered, in milliseconds. */
export interface Limits {
  /** From its last byte, where the answer needs nothing but the database. */
  readonly usual: number
  /** From its first byte, where it arrives slowly or the answer waits for others' servers (`Patience` in src/Call.ts). */
  readonly long: number
}

export const Deadline = Context.Reference<Limits>("pipeline/surfaces/Deadline", {
  defaultValue: () => ({ usual: 10_000, long: 30_000 })
})

/**
 * Answers `late` where `effect` takes longer than `left`, which is a duration or tells how many milliseconds remain. It runs apart from the caller and is interrupted with it, but
 * nobody waits for that: a statement on a dead connection ends only when the driver gives the connection up.
 */
export const within = <A, E, R, A2, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  left: Duration.Input | (() => number),
  late: () => Effect.Effect<A2, E2, R2>
) =>
  Effect.contextWith((context: Context.Context<R>) =>
    Effect.callback<A | A2, E | E2, R2>((resume) => {
      const fiber = Effect.runForkWith(context)(effect)
      const end = () => {
        resume(Effect.suspend(late))
        fiber.interruptUnsafe()
      }
      const look = (remaining: () => number) => {
        const millis = remaining()
        if (millis > 0) timer = setTimeout(look, millis, remaining)
        else end()
      }
      let timer =
        typeof left === "function" ? setTimeout(look, left(), left) : setTimeout(end, Duration.toMillis(left))
      fiber.addObserver((exit) => {
        clearTimeout(timer)
        resume(exit)
      })
      return Effect.sync(() => {
        clearTimeout(timer)
        fiber.interruptUnsafe()
      })
    })
  )

/** How many milliseconds a request that begins now still has, as it arrives and as it turns out to take long. */
export const leftOf = (
  { long, usual }: Limits,
  source: NodeJS.EventEmitter | undefined,
  patience: { readonly isLong: boolean }
) => {
  const began = performance.now()
  let arrived = source === undefined ? began : undefined
  source?.once("end", () => {
    arrived = performance.now()
  })
  return () => (arrived === undefined || patience.isLong ? began + long : arrived + usual) - performance.now()
}
