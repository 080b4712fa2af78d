/** Lets one call of a key run after another; who waits too long does something else. */
import { type Duration, Effect, Semaphore } from "effect"

interface Queue {
  readonly turn: Semaphore.Semaphore
  calls: number
}

export class Queues {
  readonly #patience: Duration.Input
  readonly #queues = new Map<string, Queue>()

  constructor(patience: Duration.Input) {
    this.#patience = patience
  }

  /** How many keys have a call running or waiting. */
  get size(): number {
    return this.#queues.size
  }

  /** Runs `effect` once no other call with the key is running, or `late` if that takes too long. */
  inTurn<A, E, R, E2, R2>(
    key: string,
    effect: Effect.Effect<A, E, R>,
    late: Effect.Effect<A, E2, R2>
  ): Effect.Effect<A, E | E2, R | R2> {
    return Effect.suspend(() => {
      const queue = this.#queues.get(key) ?? { turn: Semaphore.makeUnsafe(1), calls: 0 }
      this.#queues.set(key, queue)
      queue.calls++
      const leave = Effect.sync(() => {
        if (--queue.calls === 0) this.#queues.delete(key)
      })
      const waited = Effect.timeoutOrElse(Effect.as(queue.turn.take(1), true), {
        duration: this.#patience,
        orElse: () => Effect.succeed(false)
      })
      const held = Effect.uninterruptibleMask((restore) => {
        // Hardly anybody has to wait, and the timeout costs two fibers.
        const isOurs = Effect.flatMap(queue.turn.takeIfAvailable(1), (isFree) =>
          isFree ? Effect.succeed(true) : restore(waited)
        )
        return Effect.flatMap(isOurs, (isOurs): Effect.Effect<A, E | E2, R | R2> =>
          isOurs ? Effect.ensuring(restore(effect), queue.turn.release(1)) : restore(late)
        )
      })
      return Effect.ensuring(held, leave)
    })
  }
}
