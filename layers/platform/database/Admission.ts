/**
 * Limits each kind of work to its share of the connections, so that a stuck table (an operator's lock, a slow index)
 * holds up only the work that needs it. Requests that would wait too long get 503 and Retry-After.
 */
import { Context, Effect, Layer, Semaphore } from "effect"
import { ApiError } from "../../../schema/Fault.ts"

/** Work that depends on the same tables. */
export type Kind = "deals" | "leads" | "rest"

/** Of the pool's 12 connections, one of which listens for changed credentials. */
const shares: Readonly<Record<Kind, number>> = { deals: 7, leads: 6, rest: 4 }

const patience = "2500 millis"

const saturated = new ApiError({
  code: "unavailable",
  message: "Too much work is waiting for the database. Send the request again after the delay.",
  retryAfter: 2
})

export class Admission extends Context.Service<
  Admission,
  {
    /** Runs `effect` once there is room for its kind, and refuses it if that takes too long. */
    readonly admit: <A, E, R>(kind: Kind, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ApiError, R>
  }
>()("pipeline/layers/Admission") {
  static readonly layer = Layer.sync(Admission, () => {
    const rooms = {
      deals: Semaphore.makeUnsafe(shares.deals),
      leads: Semaphore.makeUnsafe(shares.leads),
      rest: Semaphore.makeUnsafe(shares.rest)
    }

    const admit = <A, E, R>(kind: Kind, effect: Effect.Effect<A, E, R>) => {
      const room = rooms[kind]
      const waited = Effect.timeoutOrElse(room.take(1), {
        duration: patience,
        orElse: () => Effect.fail(saturated)
      })
      return Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(room.takeIfAvailable(1), (taken) =>
          Effect.flatMap(taken ? Effect.void : restore(waited), () =>
            Effect.ensuring(restore(effect), room.release(1))
          )
        )
      )
    }

    return Admission.of({ admit })
  })
}
