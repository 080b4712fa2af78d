import { assert } from "@effect/vitest"
import { Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { contract, created, ok, refused, workspace } from "../../support/server/Contract.ts"
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

type Workspace = Effect.Success<ReturnType<typeof workspace>>

/** Polls until the answer is as wanted, for at most `times` tenths of a second. */
const within = <A, E, R>(times: number, call: Effect.Effect<A, E, R>) =>
  call.pipe(
    Effect.catchDefect(Effect.fail),
    Effect.retry({ schedule: Schedule.spaced("100 millis"), times }),
    Effect.orDie
  )

const post = (api: Workspace, name: string, key: string) =>
  api.post("/v1/deals", { boardId: api.board.id, name }, { "idempotency-key": key })

const namesOf = (api: Workspace) =>
  Effect.map(api.get("/v1/deals?limit=100"), ({ body }) =>
    body.data.map((deal: { name: string }) => deal.name)
  )

contract(
  "a service whose database falls silent",
  (it) => {
    it.effect(
      "tells all callers within the pulse's time limit, then each at once, and serves again when the database answers",
      () =>
        Effect.gen(function* () {
          const api = yield* workspace()
          yield* created(post(api, "Before", "before"))
          proxy.silence()
          const began = performance.now()
          yield* Effect.all(
            [
              refused(post(api, "Silent", "silent"), 503, "unavailable"),
              refused(api.get("/v1/deals"), 503, "unavailable"),
              refused(api.get("/v1/leads"), 503, "unavailable")
            ],
            { concurrency: 3 }
          )
          // A request's deadline is 10 s and a statement's 7 s: only the pulse can answer sooner.
          assert.isBelow(performance.now() - began, 5_000)
          yield* refused(api.get("/readyz"), 503, "unavailable")
          proxy.restore()
          yield* within(60, created(post(api, "Silent", "silent")))
          assert.deepStrictEqual((yield* namesOf(api)).sort(), ["Before", "Silent"])
        })
    )

    it.effect("gives up connections whose other end is gone, and continues on new ones", () =>
      Effect.gen(function* () {
        const api = yield* workspace()
        const names = Array.from({ length: 12 }, (_, index) => `Forgotten ${index}`)
        yield* Effect.forEach(names, () => api.get("/v1/deals"), { concurrency: 12 })
        proxy.forget()
        yield* Effect.forEach(names, (name) => within(100, created(post(api, name, name))), {
          concurrency: 12
        })
        assert.sameMembers(yield* namesOf(api), names)
      })
    )

    it.effect("answers a write whose COMMIT got no answer with its true outcome: done", () =>
      Effect.gen(function* () {
        const api = yield* workspace()
        yield* api.get("/v1/deals")
        proxy.lose("COMMIT")
        const deal = yield* created(post(api, "Committed", "lost"))
        assert.isTrue(proxy.hasLost())
        const again = yield* post(api, "Committed", "lost")
        assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
        assert.strictEqual(again.body.id, deal.id)
        assert.deepStrictEqual(yield* namesOf(api), ["Committed"])
      })
    )
  },
  {},
  { database: proxied }
)

contract("a service with a table that an operator has locked", (it) => {
  it.effect("refuses requests that need the table, and answers the rest", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      yield* api.get("/v1/deals")
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`LOCK TABLE deals IN ACCESS EXCLUSIVE MODE`
          const stuck = yield* Effect.forkChild(
            Effect.forEach(Array.from({ length: 40 }), () => api.get("/v1/deals"), { concurrency: 40 })
          )
          yield* Effect.repeat(
            sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
            // A workspace whose statements get no answers has half of the places.
            { until: (rows) => rows.length >= 3 }
          )
          const lead = { boardId: api.board.id, workEmail: "ada@acme.example" }
          for (let one = 0; one < 10; one++) {
            yield* created(api.post("/v1/leads", lead))
            yield* ok(api.get("/v1/leads"))
            yield* ok(api.get("/v1/me"))
          }
          yield* ok(api.get("/readyz"))
          // All are refused before the lock is released.
          const statuses = new Set((yield* Fiber.join(stuck)).map(({ status }) => status))
          assert.deepStrictEqual([...statuses], [503])
        })
      )
      yield* ok(api.get("/v1/deals"))
    })
  )
})
