/** Runs calls with the same key one after another. A call that waits too long runs an alternative. */
import { type Duration, Effect, Semaphore } from "effect"

interface Queue {
  /** Semaphore for the calls that wait for the first. */
  turn: Semaphore.Semaphore | undefined
  calls: number
}

const turnOf = (queue: Queue): Semaphore.Semaphore => (queue.turn ??= Semaphore.makeUnsafe(0))

export class KeyedMutex {
  readonly #patience: Duration.Input
  readonly #queues = new Map<string, Queue>()

  constructor(patience: Duration.Input) {
    this.#patience = patience
  }

  /** Number of keys with a running or waiting call. */
  get size(): number {
    return this.#queues.size
  }

  /** Runs `effect` when no other call with the key is running, or `late` if the wait is too long. */
  inTurn<A, E, R, E2, R2>(
    key: string,
    effect: Effect.Effect<A, E, R>,
    late: Effect.Effect<A, E2, R2>
  ): Effect.Effect<A, E | E2, R | R2> {
    return Effect.suspend(() => {
      let queue: Queue | undefined
      let isFirst = false
      const held = Effect.suspend(() => {
        queue = this.#queues.get(key)
        isFirst = queue === undefined
        // Contention is rare, so the first call needs no permit. It opens the queue for others when it ends.
        queue ??= { turn: undefined, calls: 0 }
        this.#queues.set(key, queue)
        queue.calls++
        return isFirst ? effect : this.#after(turnOf(queue), effect, late)
      })
      return Effect.onExitPrimitive(held, () => {
        // A fiber can be interrupted between any two effects.
        if (queue === undefined) return undefined
        if (--queue.calls === 0) this.#queues.delete(key)
        else if (isFirst) return turnOf(queue).resize(1)
        return undefined
      })
    })
  }

  #after<A, E, R, E2, R2>(
    turn: Semaphore.Semaphore,
    effect: Effect.Effect<A, E, R>,
    late: Effect.Effect<A, E2, R2>
  ): Effect.Effect<A, E | E2, R | R2> {
    return Effect.uninterruptibleMask((restore) => {
      const isOurs = Effect.timeoutOrElse(Effect.as(turn.take(1), true), {
        duration: this.#patience,
        orElse: () => Effect.succeed(false)
      })
      return Effect.flatMap(restore(isOurs), (isOurs): Effect.Effect<A, E | E2, R | R2> =>
        isOurs ? Effect.ensuring(restore(effect), turn.release(1)) : restore(late)
      )
    })
  }
}
