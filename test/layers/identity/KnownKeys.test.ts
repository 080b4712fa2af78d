import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer, Scheduler } from "effect"
import { SqlClient } from "effect/sql"
import { CredentialChanges } from "../../../layers/identity/CredentialChanges.ts"
import { Credentials } from "../../../layers/identity/Credentials.ts"
import * as App from "../../../src/service/App.ts"
import { TestService } from "../../support/server/TestService.ts"

const origin = { address: "127.0.0.1", agent: undefined }

type Listener = Parameters<CredentialChanges["Service"]["subscribe"]>[0]

/** Credentials that hear what the test says. */
const told = Effect.gen(function* () {
  let tell: Listener = () => Effect.void
  const news = CredentialChanges.of({
    announce: () => Effect.void,
    subscribe: (listener) => Effect.sync(() => void (tell = listener))
  })
  const built = yield* Layer.build(
    Layer.fresh(Credentials.layer).pipe(Layer.provide(Layer.succeed(CredentialChanges, news)))
  )
  return { ...(yield* Effect.provide(Credentials, built)), tell }
})

layer(TestService.layer({}, { serving: App.served }), { excludeTestServices: true })(
  "a caller who is known",
  (it) => {
    it.effect("is forgotten once it changed, whoever is asked about meanwhile", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { known, tell, verify } = yield* told
        const { apiKey, user } = yield* (yield* TestService).workspace()
        const { token } = apiKey
        yield* verify(token, origin)
        const now = yield* Clock.currentTimeMillis
        assert.strictEqual(known(token, origin, now)?.role, "admin")
        yield* sql`UPDATE members SET role = 'viewer' WHERE user_id = ${user.id}`
        // It gives up its turn after few steps.
        const hearing = yield* Effect.forkChild(
          Effect.provideService(tell(user.id), Scheduler.MaxOpsBeforeYield, 3)
        )
        for (let turn = 0; hearing.pollUnsafe() === undefined; turn++) {
          assert.isBelow(turn, 1000)
          Effect.runForkWith(yield* Effect.context<never>())(verify(token, origin))
          yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
        }
        assert.include(["viewer", undefined], known(token, origin, now)?.role)
        assert.strictEqual((yield* verify(token, origin)).role, "viewer")
      })
    )
  }
)
