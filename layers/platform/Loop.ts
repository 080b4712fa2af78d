/** Work that goes on for as long as the service does, whatever becomes of one turn of it. */
import { type Cause, Duration, Effect, Random } from "effect"
import { Outages } from "./Outages.ts"

interface Options {
  /** What it waits before each turn. Left out: the work itself waits. */
  readonly every?: Duration.Input
  /** What it waits after the first failure; twice as long after each further one, up to half a minute. */
  readonly pause?: Duration.Input
}

const longest = 30_000

/** Spread by a fifth, so that the loops of many processes do not come back all at once. */
const pauseAfter = (failures: number, first: Duration.Duration) =>
  Effect.map(Random.nextBetween(0.8, 1.2), (jitter) => {
    const millis = Duration.toMillis(first)
    return Duration.millis(Math.max(millis, Math.min(longest, millis * 2 ** (failures - 1))) * jitter)
  })

/** In a line, where that says it all. */
const say = (name: string, cause: Cause.Cause<unknown>) => {
  const what = `${name}: failed, and is tried again until it works`
  const reason = Outages.reasonIn(cause)
  return reason === undefined ? Effect.logWarning(what, cause) : Effect.logWarning(`${what}: ${reason}`)
}

/**
 * Runs turns one after another for ever. The first that fails, or dies, is logged under `name`, and so is the one
 * that works again; those between are not. A turn that has no end of its own says by its argument that it works.
 */
export const forever = <E, R>(
  name: string,
  turn: (works: Effect.Effect<void>) => Effect.Effect<unknown, E, R>,
  { every, pause = "1 second" }: Options = {}
): Effect.Effect<never, never, R> => {
  const first = Duration.fromInputUnsafe(pause)
  return Effect.suspend(() => {
    let failures = 0
    const works = Effect.suspend(() => {
      if (failures === 0) return Effect.void
      failures = 0
      return Effect.logInfo(`${name}: works again`)
    })
    const failed = (cause: Cause.Cause<E>) =>
      Effect.suspend(() => {
        failures += 1
        const said = failures === 1 ? say(name, cause) : Effect.void
        return Effect.andThen(said, Effect.flatMap(pauseAfter(failures, first), Effect.sleep))
      })
    const wait = every === undefined ? Effect.void : Effect.sleep(every)
    const once = wait.pipe(
      Effect.andThen(Effect.suspend(() => turn(works))),
      Effect.andThen(works),
      Effect.catchCause(failed)
    )
    return Effect.forever(once)
  })
}
