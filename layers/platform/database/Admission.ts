/**
 * Who may use the database now. Work of one kind takes at most its share of the connections, so that a table that is
 * stuck (an operator's lock, a slow index) holds up what needs it and leaves the rest alive. Whoever would wait too
 * long is sent away with 503 and Retry-After.
 */
import { Context, Effect, Layer, Semaphore } from "effect"
import { ApiError } from "../../../schema/Fault.ts"

/** Work that stands and falls with the same tables. */
export type Kind = "deals" | "leads" | "rest"

/** Of the 12 connections of the pool, one of which listens for news of credentials. */
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
    /** Runs `effect` once there is room for work of its kind, and refuses it if that takes too long. */
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
