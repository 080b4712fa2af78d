import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import * as tls from "node:tls"
import { contract, created, ok, refused, workspace } from "../../support/server/Contract.ts"
import { makeProxy, type Proxy } from "../../support/fakes/Proxy.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { certificate, makeTlsProxy } from "../../support/fakes/TlsProxy.ts"

let proxy: Proxy

/** Trusts the certificate; operators use NODE_EXTRA_CA_CERTS. */
tls.setDefaultCACertificates([...tls.getCACertificates("default"), certificate])

const encrypted = TestDatabase.layerAt((url) =>
  Effect.gen(function* () {
    const address = new URL(url)
    proxy = yield* makeProxy("127.0.0.1", yield* makeTlsProxy(address.hostname, Number(address.port)))
    address.hostname = "127.0.0.1"
    address.port = String(proxy.port)
    address.searchParams.set("sslmode", "verify-full")
    return address.toString()
  })
)

contract(
  "a service whose database is reached by TLS",
  (it) => {
    it.effect("writes and reads large rows and many at once", () =>
      Effect.gen(function* () {
        const { board, get, post } = yield* workspace()
        const terms = "a word ".repeat(2_800)
        const made = yield* Effect.forEach(
          Array.from({ length: 60 }, (_, index) => `Deal ${index}`),
          (name) => created(post("/v1/deals", { boardId: board.id, name, keyTerms: terms })),
          // The slower writes of a cluster would have to wait too long for each other.
          { concurrency: TestDatabase.isCluster ? 4 : 20 }
        )
        const { body } = yield* get("/v1/deals?limit=100")
        const names = (rows: ReadonlyArray<{ readonly name: string }>) =>
          rows.map(({ name }) => name).toSorted()
        assert.isAbove(body.data.length, 40)
        for (const deal of body.data) assert.strictEqual(deal.keyTerms, terms)
        const more = body.hasMore
          ? (yield* get(`/v1/deals?limit=100&cursor=${body.nextCursor}`)).body.data
          : []
        assert.deepStrictEqual(names([...body.data, ...more]), names(made))
      })
    )

    it.effect("answers 503 while the database is silent, and serves again afterwards", () =>
      Effect.gen(function* () {
        const { board, get, post } = yield* workspace()
        const body = { boardId: board.id, name: "Kept" }
        const key = { "idempotency-key": "silent" }
        yield* ok(get("/v1/deals"))
        proxy.silence()
        const began = performance.now()
        yield* refused(post("/v1/deals", body, key), 503, "unavailable")
        yield* refused(get("/v1/deals"), 503, "unavailable")
        assert.isBelow(performance.now() - began, 6_000)
        proxy.restore()
        yield* created(post("/v1/deals", body, key)).pipe(
          Effect.catchDefect(Effect.fail),
          Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 200 }),
          Effect.orDie
        )
        assert.lengthOf((yield* get("/v1/deals")).body.data, 1)
      })
    )
  },
  {},
  { database: encrypted }
)
