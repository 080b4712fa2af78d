import { Effect } from "effect"
import { vi } from "vitest"
import { Session } from "../../../layers/database/driver/Session.ts"

/** A result, and the writes to the connections of requests meanwhile: what jobs ask has connections of its own. */
export const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let count = 0
    const { send } = Session.prototype
    const spy = vi.spyOn(Session.prototype, "send").mockImplementation(function (this: Session, messages) {
      if (this.pool === "callers") count++
      return send.call(this, messages)
    })
    const over = Effect.sync(() => spy.mockRestore())
    return Effect.ensuring(
      Effect.map(effect, (value) => [value, count] as const),
      over
    )
  })
