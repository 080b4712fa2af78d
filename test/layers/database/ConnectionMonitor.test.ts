import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { makeProxy, type Proxy } from "../../support/fakes/Proxy.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

let proxy: Proxy

const proxied = TestDatabase.layerAt((url) =>
  Effect.gen(function* () {
    const address = new URL(url)
    proxy = yield* makeProxy(address.hostname, Number(address.port))
    address.hostname = "127.0.0.1"
    address.port = String(proxy.port)
    return address.toString()
  })
)

layer(proxied, { excludeTestServices: true })("connections to the database", (it) => {
  it.effect("end with a statement whose answer is lost, while the others continue", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      proxy.lose("swallowed")
      const waiting = yield* Effect.forkChild(Effect.flip(sql`SELECT 'swallowed'`), {
        startImmediately: true
      })
      while (waiting.pollUnsafe() === undefined) {
        yield* sql`SELECT 1`
        yield* Effect.sleep("200 millis")
      }
      const { reason } = yield* Fiber.join(waiting)
      assert.strictEqual(reason._tag, "ConnectionError")
      assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
    })
  )

  it.effect("end soon if they died without a word while new ones are answered", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`SELECT 1`
      proxy.forget()
      const began = performance.now()
      const waiting = yield* Effect.forkChild(Effect.exit(sql`SELECT 1`), { startImmediately: true })
      while (waiting.pollUnsafe() === undefined) {
        // So that not all are silent, in which case all would be given up.
        yield* Effect.ignore(sql`SELECT 1`)
        yield* Effect.sleep("50 millis")
      }
      // A statement by itself would be waited for 8 s.
      assert.isBelow(performance.now() - began, 5_000)
      yield* Effect.retry(sql`SELECT 1`, { schedule: Schedule.spaced("50 millis"), times: 40 })
    })
  )
})
