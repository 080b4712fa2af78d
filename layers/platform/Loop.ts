/** Work that goes on for as long as the service does, whatever becomes of one turn of it. */
import { Cause, Duration, Effect, Random } from "effect"
import { Loops } from "./Loops.ts"
import { Outages } from "./Outages.ts"

interface Options {
  /** What it waits before each turn. Left out: the work itself waits. */
  readonly every?: Duration.Input
  /** What it waits after the first failure; twice as long after each further one. */
  readonly pause?: Duration.Input
  /** What it waits at most after a failure: half a minute, if left out. */
  readonly longest?: Duration.Input
  /** Failures are counted, and logged by the work itself, or by who depends on it; defects are logged here all the same. */
  readonly isQuiet?: boolean
}

/** Spread by a fifth, so that the loops of many processes do not come back all at once. */
const pauseAfter = (failures: number, first: number, longest: number) =>
  Effect.map(Random.nextBetween(0.8, 1.2), (jitter) =>
    Duration.millis(Math.max(first, Math.min(longest, first * 2 ** Math.min(failures - 1, 20))) * jitter)
  )

/** In a line, where that says it all. */
const say = (name: string, cause: Cause.Cause<unknown>) => {
  const what = `${name}: failed, and is tried again until it works`
  const reason = Outages.reasonIn(cause)
  return reason === undefined ? Effect.logWarning(what, cause) : Effect.logWarning(`${what}: ${reason}`)
}

/** Why a turn failed, in a line. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause) as { readonly message?: unknown } | undefined
  return Outages.reasonIn(cause) ?? String(error?.message ?? error)
}

/**
 * Runs turns one after another for ever. The first that fails, or dies, is logged under `name`, and so is the one
 * that works again; those between are not. A turn that has no end of its own says by its argument that it works.
 * Turns and failures are counted under `name`, of which there are few: /metrics and `admin job list` show them.
 */
export const forever = <E, R>(
  name: string,
  turn: (works: Effect.Effect<void>) => Effect.Effect<unknown, E, R>,
  { every, isQuiet = false, longest = "30 seconds", pause = "1 second" }: Options = {}
): Effect.Effect<never, never, R> => {
  const [first, most] = [pause, longest].map((wait) => Duration.toMillis(wait)) as [number, number]
  return Effect.gen(function* () {
    const { begin } = yield* Loops
    const loop = yield* begin(name)
    let failures = 0
    let isSaid = false
    const works = Effect.suspend(() => {
      if (failures === 0) return Effect.void
      const again = isSaid ? Effect.logInfo(`${name}: works again`) : Effect.void
      failures = 0
      isSaid = false
      return Effect.andThen(loop.recover, again)
    })
    const failed = Effect.fnUntraced(function* (cause: Cause.Cause<E>) {
      failures += 1
      yield* loop.fail(reasonOf(cause))
      if (!isSaid && (!isQuiet || Cause.hasDies(cause))) {
        isSaid = true
        yield* say(name, cause)
      }
      yield* Effect.sleep(yield* pauseAfter(failures, first, most))
    })
    const wait = every === undefined ? Effect.void : Effect.sleep(every)
    const once = wait.pipe(
      Effect.andThen(loop.turn),
      Effect.andThen(Effect.suspend(() => turn(works))),
      Effect.andThen(works),
      Effect.catchCause(failed)
    )
    return yield* Effect.ensuring(Effect.forever(once), loop.end)
  })
}
