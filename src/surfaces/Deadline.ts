/** How long an answer may take: a database that has fallen silent must not keep its callers waiting. */
import { Context, Duration, Effect } from "effect"

/** The longest a request may take to be answered. */
export const Deadline = Context.Reference<Duration.Duration>("pipeline/surfaces/Deadline", {
  defaultValue: () => Duration.seconds(30)
})

/**
 * Answers `late` where `effect` takes longer. It runs apart from the caller and is interrupted with it, but
 * nobody waits for that: a statement on a dead connection ends only when the driver gives the connection up.
 */
export const within = <A, E, R, A2, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  duration: Duration.Input,
  late: () => Effect.Effect<A2, E2, R2>
) =>
  Effect.contextWith((context: Context.Context<R>) =>
    Effect.callback<A | A2, E | E2, R2>((resume) => {
      const fiber = Effect.runForkWith(context)(effect)
      const timer = setTimeout(() => {
        resume(Effect.suspend(late))
        fiber.interruptUnsafe()
      }, Duration.toMillis(duration))
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
