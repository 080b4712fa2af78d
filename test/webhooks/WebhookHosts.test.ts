/** Which hosts a subscription may point to, by what their names lead to. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { Connections } from "../../layers/egress/Connections.ts"
import { Egress } from "../../layers/egress/Egress.ts"
import { Resolver } from "../../layers/egress/Resolver.ts"
import * as IpAddress from "../../src/shared/network/IpAddress.ts"
import { open } from "../support/mcp/McpCaller.ts"
import { TestService } from "../support/server/TestService.ts"

/** The addresses of each name; any other name has none. */
const names: Readonly<Record<string, ReadonlyArray<string>>> = {
  "10.0.0.1.nip.io": ["10.0.0.1"],
  "both.example": ["93.184.216.34", "192.168.0.1"],
  "hooks.example": ["93.184.216.34"]
}

const resolver = Layer.succeed(
  Resolver,
  Resolver.of({
    addresses: (host) =>
      Effect.succeed((names[host] ?? []).map((text) => Option.getOrThrow(IpAddress.parse(text))))
  })
)

const egress = Layer.fresh(Egress.layerNoDeps).pipe(
  Layer.provide([Connections.layer, resolver])
) as unknown as Layer.Layer<never>

layer(TestService.layer({}, { overrides: egress }))("a subscription", (it) => {
  it.effect("to a public name that leads to a private address is refused when it is made", () =>
    Effect.gen(function* () {
      const { call, client, rest } = yield* open
      for (const host of ["10.0.0.1.nip.io", "both.example"]) {
        const sent = { boardId: client.board.id, url: `https://${host}/hook`, events: ["deal.won"] }
        for (const { error } of [
          yield* rest("POST", "/v1/webhooks", sent),
          yield* call("create_webhook", sent)
        ]) {
          assert.strictEqual(error.code, "invalid_url", host)
          assert.include(error.message, `must not point to ${host}, which is not a public host`)
        }
      }
      assert.lengthOf((yield* rest("GET", "/v1/webhooks")).data, 0)
    })
  )

  it.effect("to a name that is public, or not known yet, is taken", () =>
    Effect.gen(function* () {
      const { client, rest } = yield* open
      for (const host of ["hooks.example", "later.example"]) {
        const sent = { boardId: client.board.id, url: `https://${host}/hook`, events: ["deal.won"] }
        assert.strictEqual((yield* rest("POST", "/v1/webhooks", sent)).active, true, host)
      }
    })
  )
})
