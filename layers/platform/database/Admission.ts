/**
 * Limits each kind of work to its share of the connections, so that a stuck table (an operator's lock, a slow index)
 * holds up only the work that needs it. Requests that would wait too long get 503 and Retry-After.
 */
import { Context, Effect, Layer, Metric, Semaphore } from "effect"
import { ApiError } from "../../../schema/Fault.ts"
import * as Observed from "../metrics/Observed.ts"
import * as Series from "../metrics/Series.ts"
import { Limits } from "./Limits.ts"

/** Work that depends on the same tables. */
export type Kind = "deals" | "leads" | "rest"

/** One connection of the pool is left to jobs and to what surfaces ask themselves. Of 11 others, so many are for each kind. */
const shares: Readonly<Record<Kind, number>> = { deals: 7, leads: 6, rest: 4 }

const shareOf = (kind: Kind, connections: number) =>
  Math.max(1, Math.floor(((connections - 1) * shares[kind]) / 11))

const patience = "2500 millis"

const refusals = Series.counter(
  "admission_refusals_total",
  "Requests that were refused because too much waits for the database, by kind of work"
)

const saturated = new ApiError({
  code: "unavailable",
  message: "Too much work is waiting for the database. Send the request again after the delay.",
  retryAfter: 2
})

/** The room of one kind of work, and what is shown of it. */
const roomFor = Effect.fnUntraced(function* (kind: Kind) {
  const limit = shareOf(kind, (yield* Limits).connections)
  const places = Semaphore.makeUnsafe(limit)
  const room = { places, refused: refusals({ kind }), waiting: 0, running: 0 }
  const gauge = (name: string, description: string, read: () => number) =>
    Observed.gauge({ name, description, attributes: { kind } }, read)
  yield* gauge("admission_limit", "How many requests may use a connection at once", () => limit)
  yield* gauge("admission_running", "Requests that may use a connection now", () => room.running)
  yield* gauge("admission_waiting", "Requests that wait for a connection", () => room.waiting)
  // It exists from the start: a counter that first appears with a refusal shows no increase.
  yield* Metric.update(room.refused, 0)
  return room
})

export class Admission extends Context.Service<
  Admission,
  {
    /** Runs `effect` once there is room for its kind, and refuses it if that takes too long. */
    readonly admit: <A, E, R>(kind: Kind, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ApiError, R>
  }
>()("pipeline/layers/Admission") {
  static readonly layer = Layer.effect(
    Admission,
    Effect.gen(function* () {
      const rooms = {
        deals: yield* roomFor("deals"),
        leads: yield* roomFor("leads"),
        rest: yield* roomFor("rest")
      }

      const admit = <A, E, R>(kind: Kind, effect: Effect.Effect<A, E, R>) => {
        const room = rooms[kind]
        const waited = Effect.suspend(() => {
          room.waiting += 1
          return Effect.timeoutOrElse(room.places.take(1), {
            duration: patience,
            orElse: () => Effect.andThen(Metric.update(room.refused, 1), Effect.fail(saturated))
          })
        }).pipe(Effect.ensuring(Effect.sync(() => (room.waiting -= 1))))
        const leave = Effect.suspend(() => {
          room.running -= 1
          return room.places.release(1)
        })
        return Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(room.places.takeIfAvailable(1), (taken) =>
            Effect.flatMap(taken ? Effect.void : restore(waited), () => {
              room.running += 1
              return Effect.ensuring(restore(effect), leave)
            })
          )
        )
      }

      return Admission.of({ admit })
    })
  )
}
