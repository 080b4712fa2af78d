import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { randomUUID } from "node:crypto"
import * as Positions from "../../layers/replica/Positions.ts"

const url = process.env["TEST_REDIS_URL"]

describe.skipIf(url === undefined)("positions of writes", () => {
  it.live("count a write of unknown position as later than all for a while, however many follow", () =>
    Effect.gen(function* () {
      const positions = yield* Positions.make(Redacted.make(url ?? ""), 100)
      const name = `test:${randomUUID()}`
      const soon = Effect.fnUntraced(function* (wanted: number) {
        // The writes go on meanwhile.
        const found = Effect.andThen(positions.keep(name, 5), positions.find(name))
        yield* Effect.repeat(found, {
          until: (position) => position === wanted,
          schedule: Schedule.spaced("20 millis")
        }).pipe(Effect.timeout("20 seconds"))
      })
      yield* soon(5)
      assert.isTrue(yield* positions.keep(name, undefined))
      yield* soon(Number.MAX_SAFE_INTEGER)
      yield* soon(5)
    })
  )
})
