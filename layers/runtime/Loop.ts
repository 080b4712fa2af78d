/** Background work that repeats until the service stops, even if a turn fails. */
import { Cause, Duration, Effect, Random } from "effect"
import { Aside } from "./Ids.ts"
import { Loops } from "./Loops.ts"
import { Outages } from "./Outages.ts"

interface Options {
  /** Wait before each turn. Omitted if the work itself waits. */
  readonly every?: Duration.Input
  /** Wait after the first failure, doubled after each further one. */
  readonly pause?: Duration.Input
  /** Maximum wait after a failure. */
  readonly longest?: Duration.Input
  /** Failures are counted here but logged elsewhere. Defects are always logged. */
  readonly isQuiet?: boolean
}

/** With 20 % jitter, so that loops of many processes don't retry at the same time. */
const pauseAfter = (failures: number, first: number, longest: number) =>
  Effect.map(Random.nextBetween(0.8, 1.2), (jitter) =>
    Duration.millis(Math.max(first, Math.min(longest, first * 2 ** Math.min(failures - 1, 20))) * jitter)
  )

/** Logs one line if the reason is known. */
const logFailure = (name: string, cause: Cause.Cause<unknown>) => {
  const what = `${name}: failed; retrying until it works`
  const reason = Outages.reasonIn(cause)
  return reason === undefined ? Effect.logWarning(what, cause) : Effect.logWarning(`${what}: ${reason}`)
}

/** The reason of a failure in one line. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause) as { readonly message?: unknown } | undefined
  return Outages.reasonIn(cause) ?? String(error?.message ?? error)
}

/**
 * Repeats turns forever. Logs the first failure and the recovery under `name`, but no failures in between. A turn that doesn't end runs its
 * argument to report success. Turns and failures are counted under `name` for /metrics and `admin job list`.
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
        yield* logFailure(name, cause)
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
