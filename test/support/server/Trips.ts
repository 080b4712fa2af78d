import { Effect } from "effect"
import { vi } from "vitest"
import { Wire } from "../../../layers/platform/database/Wire.ts"

/** A result, and the writes to the connections of requests meanwhile: what jobs ask has connections of its own. */
export const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let count = 0
    const write = Wire.prototype._write
    const spy = vi.spyOn(Wire.prototype, "_write").mockImplementation(function (this: Wire, ...given) {
      if (this.pool === "callers") count++
      return write.apply(this, given)
    })
    const over = Effect.sync(() => spy.mockRestore())
    return Effect.ensuring(
      Effect.map(effect, (value) => [value, count] as const),
      over
    )
  })
