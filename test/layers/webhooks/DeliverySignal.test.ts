import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { DeliverySignal } from "../../../layers/webhooks/DeliverySignal.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { makeProxy, type Proxy } from "../../support/fakes/Proxy.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

let proxy: Proxy

const proxied = TestDatabase.layerAt((url) =>
  Effect.gen(function* () {
    const address = new URL(url)
    proxy = yield* makeProxy(address.hostname, Number(address.port))
    address.host = `127.0.0.1:${proxy.port}`
    return address.toString()
  })
)

const services = DeliverySignal.layer.pipe(Layer.provideMerge(Layer.merge(proxied, Ids.layer)))

layer(services, { excludeTestServices: true })("signals of other processes", (it) => {
  it.effect(
    "are heard again after the connection died silently",
    () =>
      Effect.gen(function* () {
        const signals = yield* DeliverySignal
        const sql = yield* SqlClient.SqlClient
        yield* Effect.forkScoped(signals.listen)
        const heard = Effect.gen(function* () {
          const taken = yield* Effect.forkChild(signals.take)
          const said = Effect.delay(
            sql`SELECT pg_notify('deliveries', 'another,workspace:webhook')`,
            "200 millis"
          )
          yield* Effect.raceFirst(Fiber.await(taken), Effect.forever(Effect.ignore(said)))
          return yield* Fiber.join(taken)
        })
        assert.strictEqual((yield* heard).length, 1)
        proxy.forget()
        const [signal] = yield* heard
        assert.strictEqual(`${signal?.workspaceId}:${signal?.webhookId}`, "workspace:webhook")
      }).pipe(Effect.scoped),
    240_000
  )
})
