/** Resolves host names. It is a service so that tests can replace DNS. */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { Cache, Context, Effect, Exit, Layer, Result } from "effect"
import { Dns } from "effect/net"
import type { IpAddress } from "../../src/shared/network/IpAddress.ts"
import * as CacheMetrics from "../metrics/CacheMetrics.ts"

type Addresses = ReadonlyArray<IpAddress>

const addressesOf = <A extends Dns.A | Dns.Aaaa>(
  answer: Result.Result<ReadonlyArray<A>, Dns.DnsError>
): Addresses => (Result.isSuccess(answer) ? answer.success.map((record) => record.address) : [])

/** IPv4 comes first, because more networks support it. Fails only if both families fail. */
const ask = Effect.fnUntraced(function* (dns: Dns.Dns["Service"], host: string) {
  const [ipv4, ipv6] = yield* Effect.all(
    [Effect.result(dns.resolve(host, "A")), Effect.result(dns.resolve(host, "AAAA"))],
    { concurrency: 2 }
  )
  if (Result.isFailure(ipv4) && Result.isFailure(ipv6)) return yield* ipv4.failure
  return [...addressesOf(ipv4), ...addressesOf(ipv6)]
})

const metrics = CacheMetrics.of("names")

export class Resolver extends Context.Service<
  Resolver,
  {
    /** All current addresses of a name, IPv4 and IPv6; at least one. */
    readonly addresses: (host: string) => Effect.Effect<Addresses, Dns.DnsError>
  }
>()("pipeline/layers/Resolver") {
  static readonly layerDns = Layer.effect(
    Resolver,
    Effect.gen(function* () {
      const dns = yield* Dns.Dns
      const cache = yield* Cache.makeWith((host: string) => metrics.read(ask(dns, host)), {
        capacity: 2048,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? "5 seconds" : 0)
      })
      return Resolver.of({ addresses: (host) => metrics.asked(Cache.get(cache, host)) })
    })
  )

  // Uses DNS queries, because getaddrinfo with a dead name server would block the thread pool that sharp and files need.
  static readonly layer = Resolver.layerDns.pipe(
    Layer.provide(Layer.effect(Dns.Dns, NodeDns.make({ timeout: "1500 millis", tries: 2 })))
  )
}
