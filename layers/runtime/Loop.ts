/** Background work that runs as long as the service does, even if a turn fails. */
import { Cause, Duration, Effect, Random } from "effect"
import { Aside } from "./Ids.ts"
import { Loops } from "./Loops.ts"
import { Outages } from "./Outages.ts"

interface Options {
  /** The wait before each turn. Omitted if the work itself waits. */
  readonly every?: Duration.Input
  /** The wait after the first failure, doubled after each further failure. */
  readonly pause?: Duration.Input
  /** The longest wait after a failure. */
  readonly longest?: Duration.Input
  /** Failures are counted here but logged elsewhere. Defects are logged here anyway. */
  readonly isQuiet?: boolean
}

/** With 20 % jitter, so that the loops of many processes do not retry at the same time. */
const pauseAfter = (failures: number, first: number, longest: number) =>
  Effect.map(Random.nextBetween(0.8, 1.2), (jitter) =>
    Duration.millis(Math.max(first, Math.min(longest, first * 2 ** Math.min(failures - 1, 20))) * jitter)
  )

/** In one line, if the reason is known. */
const say = (name: string, cause: Cause.Cause<unknown>) => {
  const what = `${name}: failed; retrying until it works`
  const reason = Outages.reasonIn(cause)
  return reason === undefined ? Effect.logWarning(what, cause) : Effect.logWarning(`${what}: ${reason}`)
}

/** Why a turn failed, in one line. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause) as { readonly message?: unknown } | undefined
  return Outages.reasonIn(cause) ?? String(error?.message ?? error)
}

/**
 * Runs turns one after another for ever. Logs under `name` the first turn that fails or dies, and the recovery, but
 * not the failures between. A turn that does not end runs its argument to report that it works. Turns and failures
 * are counted under `name`, which must have few values: /metrics and `admin job list` show them.
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
  }).pipe(Effect.provideService(Aside, true))
}
