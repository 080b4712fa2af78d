import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Dns, NetAddress } from "effect/net"
import { TestClock } from "effect/testing"
import { Resolver } from "../../../layers/egress/Resolver.ts"
import * as IpAddress from "../../../src/shared/network/IpAddress.ts"

const record = (type: "A" | "AAAA", address: string) =>
  Dns.makeRecordUnsafe(type, { address: NetAddress.ipFromStringUnsafe(address) } as never)

const zone: Record<string, ReadonlyArray<Dns.DnsRecord>> = {
  "both.example.com": [record("A", "93.184.216.34"), record("AAAA", "2606:4700::1")],
  "six.example.com": [record("AAAA", "2606:4700::2")],
  "under_score.example.com": [record("A", "93.184.216.35")]
}

const makeResolver = () => {
  const asked: Array<string> = []
  const dns = Dns.make({
    lookup: () => Effect.die("the threads of getaddrinfo are not for names of strangers"),
    resolve: (name, type) =>
      Effect.sync(() => {
        asked.push(`${type} ${name}`)
        return zone[name.replace(/\.$/u, "")] ?? []
      })
  })
  return { asked, layer: Resolver.layerDns.pipe(Layer.provide(Layer.succeed(Dns.Dns, dns))) }
}

const addresses = Effect.fnUntraced(function* (host: string) {
  const resolver = yield* Resolver
  return (yield* resolver.addresses(host)).map(IpAddress.format)
})

describe("Resolver", () => {
  it.effect("returns the addresses of both families, IPv4 first", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* addresses("both.example.com"), ["93.184.216.34", "2606:4700::1"])
      assert.deepStrictEqual(yield* addresses("six.example.com"), ["2606:4700::2"])
      assert.deepStrictEqual(yield* addresses("under_score.example.com"), ["93.184.216.35"])
    }).pipe(Effect.provide(makeResolver().layer))
  )

  it.effect("fails for a name without addresses, and asks again next time", () => {
    const { asked, layer } = makeResolver()
    return Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(addresses("none.example.com"))).reason, "NotFound")
      yield* Effect.flip(addresses("none.example.com"))
      assert.strictEqual(asked.length, 4)
    }).pipe(Effect.provide(layer))
  })

  it.effect("asks once in 5 seconds, however many callers", () => {
    const { asked, layer } = makeResolver()
    return Effect.gen(function* () {
      yield* Effect.all(
        Array.from({ length: 50 }, () => addresses("both.example.com")),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(asked.length, 2)
      yield* TestClock.adjust("6 seconds")
      yield* addresses("both.example.com")
      assert.strictEqual(asked.length, 4)
    }).pipe(Effect.provide(layer))
  })
})
