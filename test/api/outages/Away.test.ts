import { assert } from "@effect/vitest"
import { Duration, Effect, Layer, Schedule } from "effect"
import { inject } from "vitest"
import { SqlClient } from "effect/sql"
import { Deadline } from "../../../src/surfaces/http/Deadline.ts"
import { type Api, contract, created, refused, workspace } from "../../support/server/Contract.ts"
import { makeProxy, type Proxy } from "../../support/fakes/Proxy.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { administer } from "../../support/server/TestServer.ts"

let proxy: Proxy
let database: string

const proxied = TestDatabase.layerAt((url) =>
  Effect.gen(function* () {
    const address = new URL(url)
    database = address.pathname.slice(1)
    proxy = yield* makeProxy(address.hostname, Number(address.port))
    address.hostname = "127.0.0.1"
    address.port = String(proxy.port)
    return address.toString()
  })
)

const refusedAsAway = Effect.fnUntraced(function* (api: Api, body: unknown) {
  const key = { "idempotency-key": "away" }
  yield* refused(api.get("/v1/deals"), 503, "unavailable")
  yield* refused(api.post("/v1/deals", body, key), 503, "unavailable")
  // It reports the last check, which is up to 100 ms old.
  const isAway = ({ status }: { readonly status: number }) => status === 503
  yield* Effect.repeat(api.get("/readyz"), {
    until: isAway,
    schedule: Schedule.spaced("20 millis"),
    times: 50
  })
  yield* refused(api.get("/readyz"), 503, "unavailable")
  assert.strictEqual((yield* api.get("/healthz")).status, 200)
})

const recovers = (api: Api, body: unknown) =>
  created(api.post("/v1/deals", body, { "idempotency-key": "away" })).pipe(
    Effect.catchDefect(Effect.fail),
    Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 100 }),
    Effect.orDie
  )

contract(
  "a service whose database is away",
  (it) => {
    it.effect("answers 503 while the database can't be reached, and serves again at once when it can", () =>
      Effect.gen(function* () {
        const api = yield* workspace()
        const body = { boardId: api.board.id, name: "Kept" }
        proxy.cut()
        yield* refusedAsAway(api, body)
        proxy.restore()
        yield* recovers(api, body)
        assert.strictEqual((yield* api.get("/v1/deals")).body.data.length, 1)
      })
    )

    it.effect("answers 503 by the deadline while the database is silent, and serves again afterwards", () =>
      Effect.gen(function* () {
        const api = yield* workspace()
        const body = { boardId: api.board.id, name: "Kept" }
        yield* api.get("/v1/me")
        proxy.silence()
        const [took] = yield* Effect.timed(refusedAsAway(api, body))
        assert.isBelow(Duration.toMillis(took), 4500)
        proxy.restore()
        yield* recovers(api, body)
      })
    )

    it.effect("answers no request with 500 when its connections are closed under load", () =>
      Effect.gen(function* () {
        const api = yield* workspace()
        const body = { boardId: api.board.id, name: "Loaded" }
        const calls = Effect.forEach(
          Array.from({ length: 60 }, (_, index) => index),
          (index) =>
            Effect.map(index % 2 ? api.get("/v1/deals") : api.post("/v1/deals", body), (one) => one.status),
          { concurrency: 20 }
        )
        const allow = (allowed: boolean) =>
          administer(
            inject("testServer").url,
            Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              yield* sql`UPDATE pg_database SET datallowconn = ${allowed} WHERE datname = ${database}`
              yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${database}`
            })
          )
        const [statuses] = yield* Effect.all([calls, allow(false)], { concurrency: 2 })
        for (const status of statuses) assert.include([200, 201, 503], status)
        yield* refusedAsAway(api, body)
        yield* allow(true)
        yield* recovers(api, body)
      })
    )
  },
  {},
  { database: proxied, overrides: Layer.succeed(Deadline, { usual: 400, long: 400 }) }
)
