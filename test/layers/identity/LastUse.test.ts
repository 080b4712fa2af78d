import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as App from "../../../src/service/App.ts"
import { TestService } from "../../support/server/TestService.ts"

/** Polls until it holds: the test's clock wakes the writing fiber, which then works in real time. */
const eventually = Effect.fnUntraced(function* <A, E, R>(
  read: Effect.Effect<A, E, R>,
  holds: (value: A) => boolean
) {
  const deadline = performance.now() + 5_000
  while (true) {
    const value = yield* read
    if (holds(value)) return value
    assert.isBelow(performance.now(), deadline, JSON.stringify(value))
    yield* Effect.promise(() => new Promise((done) => setTimeout(done, 5)))
  }
})

layer(TestService.layer({}, { serving: App.served }))("when a key was last used", (it) => {
  it.effect("is recorded after failed writes, and nothing is lost", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const service = yield* TestService
      const [first, second] = [yield* service.workspace(), yield* service.workspace()]
      const me = (client: typeof first) => Effect.promise(() => client.send("GET", "/v1/me"))
      const used = Effect.map(
        sql<{
          id: string
          at: Date | null
        }>`SELECT id, last_used_at AS at FROM api_keys WHERE last_used_at IS NOT NULL`,
        (rows) => rows.map(({ id }) => id)
      )
      // The service's fiber waits from the start of the clock.
      yield* me(first)
      yield* sql`ALTER TABLE api_keys ADD CONSTRAINT away CHECK (last_used_at IS NULL) NOT VALID`
      yield* TestClock.adjust("30 seconds")
      yield* me(second)
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual((yield* used).length, 0)
      yield* sql`ALTER TABLE api_keys DROP CONSTRAINT away`
      yield* eventually(Effect.andThen(TestClock.adjust("61 seconds"), used), (ids) =>
        [first, second].every(({ apiKey }) => ids.includes(apiKey.id))
      )
    })
  )
})
