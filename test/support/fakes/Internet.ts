/** A small internet on loopback: names that resolve as told, and one HTTPS server behind every public address. */
import { Context, Effect, Layer, Option } from "effect"
import { readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import * as tls from "node:tls"
import { Dialer, type Endpoint } from "../../../layers/egress/HttpAgents.ts"
import { Connections } from "../../../layers/egress/Connections.ts"
import { Egress } from "../../../layers/egress/Egress.ts"
import { Resolver } from "../../../layers/egress/Resolver.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import * as IpAddress from "../../../src/shared/network/IpAddress.ts"
import { hostileNames, rebindingNames } from "../hostile/HostileUrls.ts"
import { testSettings } from "../server/TestSettings.ts"

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A public address without open ports. */
const closedAddress = "93.184.216.99"

const pem = (name: string) => readFileSync(new URL(`../tls/${name}.pem`, import.meta.url), "utf8")

export class Internet extends Context.Service<
  Internet,
  {
    /** The handlers at `https://images.public.example<path>`. */
    readonly serve: (path: string, handler: Handler) => string
    /** Every endpoint that was connected to. */
    readonly dialed: Array<Endpoint>
    readonly requests: Array<string>
    readonly openSockets: () => number
    readonly lookUps: Map<string, number>
    /** The server's real port on loopback. */
    readonly port: number
    readonly divert: (endpoint: Endpoint) => Endpoint
  }
>()("test/support/Internet") {
  static readonly layer = Layer.effect(
    Internet,
    Effect.gen(function* () {
      tls.setDefaultCACertificates([...tls.rootCertificates, pem("certificate")])
      const handlers = new Map<string, Handler>()
      const dialed: Array<Endpoint> = []
      const requests: Array<string> = []
      let open = 0
      const server = createServer({ cert: pem("certificate"), key: pem("key") }, (request, response) => {
        requests.push(`${request.method} https://${request.headers.host}${request.url}`)
        response.on("error", () => {})
        const handler = handlers.get(request.url ?? "")
        if (handler === undefined) response.writeHead(404).end()
        else handler(request, response)
      })
      server.on("connection", (socket) => {
        open += 1
        socket.on("error", () => {})
        socket.on("close", () => (open -= 1))
      })
      yield* Effect.acquireRelease(
        Effect.callback<void>((resume) => {
          server.listen(0, "127.0.0.1", () => resume(Effect.void))
        }),
        () =>
          Effect.callback<void>((resume) => {
            server.close(() => resume(Effect.void))
            server.closeAllConnections()
          })
      )
      const { port } = server.address() as AddressInfo
      return Internet.of({
        serve: (path, handler) => {
          handlers.set(path, handler)
          return `https://images.public.example${path}`
        },
        dialed,
        requests,
        openSockets: () => open,
        lookUps: new Map(),
        port,
        divert: (endpoint) => {
          dialed.push(endpoint)
          return { host: "127.0.0.1", port: endpoint.host === closedAddress ? 1 : port }
        }
      })
    })
  )
}

const answers = new Map<string, ReadonlyArray<ReadonlyArray<string>>>([
  ...[...hostileNames, ...rebindingNames].map(
    ({ url, answers }) => [new URL(url).hostname, answers] as const
  ),
  ["half-open.public.example", [[closedAddress, "93.184.216.34"]]],
  ["closed.public.example", [[closedAddress]]]
])

const resolver = Layer.effect(
  Resolver,
  Effect.gen(function* () {
    const { lookUps } = yield* Internet
    return Resolver.of({
      addresses: (host) =>
        Effect.sync(() => {
          const count = lookUps.get(host) ?? 0
          lookUps.set(host, count + 1)
          const all = answers.get(host) ?? [["93.184.216.34"]]
          return all[Math.min(count, all.length - 1)]!.map((text) => Option.getOrThrow(IpAddress.parse(text)))
        })
    })
  })
)

const dialer = Layer.effect(
  Dialer,
  Effect.map(Internet, (internet) => internet.divert)
)

/** Egress with the strict rules of production, on that internet. */
export const layerEgress = Egress.layerNoDeps.pipe(
  Layer.provide([Connections.layer.pipe(Layer.provide(dialer)), resolver]),
  Layer.provideMerge(Internet.layer),
  Layer.provide(testSettings({}))
)

/** Egress as in production, including name resolution, except for these settings. */
export const layerDirect = (settings: Partial<Settings["Service"]>) =>
  Egress.layer.pipe(Layer.provide(testSettings(settings)), Layer.provideMerge(Internet.layer))
