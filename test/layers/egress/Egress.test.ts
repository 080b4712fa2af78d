import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Fiber, Option, Result } from "effect"
import { createServer } from "node:http"
import { type AddressInfo, createServer as createSilent, type Server } from "node:net"
import { Egress, type Request } from "../../../layers/egress/Egress.ts"
import * as IpAddress from "../../../src/shared/network/IpAddress.ts"
import {
  hostileNames,
  hostileRedirects,
  hostileUrls,
  rebindingNames
} from "../../support/hostile/HostileUrls.ts"
import { type Handler, Internet, layerDirect, layerEgress } from "../../support/fakes/Internet.ts"
import { watchSockets } from "../../support/fakes/SocketWatch.ts"

const get = (url: string, changes: Partial<Request> = {}): Request => ({
  url,
  method: "GET",
  connectTimeout: "2 seconds",
  totalTimeout: "5 seconds",
  maxResponseBytes: 1000,
  whenTooLarge: "cut",
  redirects: 0,
  ...changes
})

const failure = Effect.fnUntraced(function* (request: Request) {
  const egress = yield* Egress
  const outcome = yield* Effect.result(egress.request(request))
  return Result.isFailure(outcome) ? outcome.failure : assert.fail(`${request.url} answered`)
})

const realClock = { excludeTestServices: true } as const

const isPublic = (host: string) => Option.exists(IpAddress.parse(host), IpAddress.isGlobalUnicast)

layer(layerDirect({}), realClock)("Egress as in production", (it) => {
  it.effect("attempts no connection for any hostile URL", () =>
    Effect.gen(function* () {
      const { attempts } = yield* watchSockets
      for (const { url } of hostileUrls) {
        assert.strictEqual((yield* failure(get(url, { redirects: 3 }))).kind, "refused", url)
      }
      assert.deepStrictEqual(attempts, [])
    })
  )
})

layer(layerEgress, realClock)("Egress on a small internet", (it) => {
  it.effect.each(hostileNames)("attempts no connection for $why", ({ url }) =>
    Effect.gen(function* () {
      const { attempts } = yield* watchSockets
      const refused = yield* failure(get(url))
      assert.strictEqual(refused.kind, "refused")
      assert.match(refused.message, /leads to an address that is not public/u)
      assert.deepStrictEqual(attempts, [])
    })
  )

  it.effect.each(hostileNames)("refuses a subscription to $why at once", ({ url }) =>
    Effect.gen(function* () {
      const egress = yield* Egress
      const fault = yield* Effect.flip(egress.check(url))
      assert.strictEqual(fault.code, "invalid_url")
    })
  )

  it.effect.each(rebindingNames)("calls the vetted address only, for $why", ({ url }) =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const egress = yield* Egress
      internet.dialed.length = 0
      internet.lookUps.clear()
      internet.serve("/a.png", (_, response) => response.end("ok"))
      assert.strictEqual((yield* egress.request(get(url))).status, 200)
      assert.deepStrictEqual([...internet.lookUps.values()], [1])
      assert.strictEqual((yield* failure(get(url))).kind, "refused")
      assert.deepStrictEqual(
        internet.dialed.map(({ host }) => host),
        ["93.184.216.34"]
      )
    })
  )

  it.effect.each(hostileRedirects)("follows no redirect to $why: $url", ({ url }) =>
    Effect.gen(function* () {
      const internet = yield* Internet
      internet.dialed.length = 0
      const from = internet.serve("/away", (_, response) => response.writeHead(302, { location: url }).end())
      assert.strictEqual((yield* failure(get(from, { redirects: 3 }))).kind, "refused")
      assert.isTrue(internet.dialed.every(({ host }) => isPublic(host)))
    })
  )

  it.effect("follows as many redirects as allowed, and no more", () =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const egress = yield* Egress
      for (const step of [1, 2, 3, 4]) {
        internet.serve(`/hop${step}`, (_, response) =>
          response.writeHead(307, { location: `/hop${step - 1}` }).end("moved")
        )
      }
      internet.serve("/hop0", (_, response) => response.end("here"))
      const reply = yield* egress.request(get("https://images.public.example/hop3", { redirects: 3 }))
      assert.strictEqual(Buffer.from(reply.body).toString(), "here")
      const refused = yield* failure(get("https://images.public.example/hop4", { redirects: 3 }))
      assert.strictEqual(refused.kind, "redirects")
    })
  )

  it.effect("sends a request lost on a kept connection once more, and no third time", () =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const egress = yield* Egress
      const held: Array<() => void> = []
      let [isBroken, count] = [false, 0]
      const url = internet.serve("/reset", (request, response) => {
        count += 1
        if (isBroken) request.socket.destroy()
        else if (held.push(() => response.end("ok")) === 4) for (const answer of held) answer()
      })
      yield* Effect.all(
        Array.from({ length: 4 }, () => egress.request(get(url))),
        { concurrency: 4 }
      )
      ;[isBroken, count] = [true, 0]
      assert.strictEqual((yield* failure(get(url))).kind, "aborted")
      assert.strictEqual(count, 2)
    })
  )

  it.effect("connects to port 443 unless the URL names another", () =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const egress = yield* Egress
      internet.serve("/port", (_, response) => response.end("ok"))
      internet.dialed.length = 0
      for (const port of ["", ":443", ":8443"]) {
        yield* egress.request(get(`https://${port === "" ? "a" : "b"}.public.example${port}/port`))
      }
      assert.deepStrictEqual(
        internet.dialed.map(({ port }) => port),
        [443, 443, 8443]
      )
    })
  )

  it.effect("tries the next address if one does not accept", () =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const egress = yield* Egress
      internet.serve("/half", (_, response) => response.end("ok"))
      internet.dialed.length = 0
      assert.strictEqual((yield* egress.request(get("https://half-open.public.example/half"))).status, 200)
      assert.deepStrictEqual(
        internet.dialed.map(({ host }) => host),
        ["93.184.216.99", "93.184.216.34"]
      )
      assert.strictEqual((yield* failure(get("https://closed.public.example/half"))).kind, "connect")
    })
  )

  it.effect("returns a redirect as it is if none is followed", () =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const egress = yield* Egress
      const url = internet.serve("/moved", (_, response) =>
        response.writeHead(301, { location: "/x" }).end("m")
      )
      const reply = yield* egress.request(get(url, { method: "POST", body: Buffer.from("{}") }))
      assert.strictEqual(reply.status, 301)
      assert.strictEqual(reply.headers["location"], "/x")
    })
  )

  it.effect("posts the body, Host and headers as they are", () =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const egress = yield* Egress
      const url = internet.serve("/hook?a=b", (request, response) => {
        request.toArray().then((chunks) => response.end(JSON.stringify([request.headers, String(chunks)])))
      })
      const reply = yield* egress.request(
        get(url, {
          method: "POST",
          headers: { "content-type": "application/json", "webhook-id": "m1" },
          body: Buffer.from('{"é":1}')
        })
      )
      const [headers, body] = JSON.parse(Buffer.from(reply.body).toString())
      assert.strictEqual(body, '{"é":1}')
      assert.strictEqual(headers.host, "images.public.example")
      assert.strictEqual(headers["webhook-id"], "m1")
      assert.strictEqual(headers["content-length"], "8")
      assert.isUndefined(headers["transfer-encoding"])
    })
  )

  it.effect("cuts or fails a response above the limit, declared or not", () =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const egress = yield* Egress
      const declared = internet.serve("/declared", (_, response) => response.end("x".repeat(5000)))
      const chunked = internet.serve("/chunked", (_, response) => {
        for (let n = 0; n < 50; n++) response.write("x".repeat(100))
        response.end()
      })
      const exact = internet.serve("/exact", (_, response) => response.end("x".repeat(1000)))
      for (const url of [declared, chunked]) {
        const cut = yield* egress.request(get(url))
        assert.deepStrictEqual([cut.body.byteLength, cut.truncated], [1000, true])
        assert.strictEqual((yield* failure(get(url, { whenTooLarge: "fail" }))).kind, "too_large")
      }
      const whole = yield* egress.request(get(exact, { whenTooLarge: "fail" }))
      assert.deepStrictEqual([whole.body.byteLength, whole.truncated], [1000, false])
    })
  )

  it.effect("cuts an endless response at once, without waiting for its end", () =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const egress = yield* Egress
      const url = internet.serve("/endless", (_, response) => {
        const timer = setInterval(() => response.write("x".repeat(400)), 1)
        response.on("close", () => clearInterval(timer))
      })
      const reply = yield* egress.request(get(url))
      assert.isTrue(reply.truncated)
    })
  )

  it.effect("gives up on a slow drip, and closes the socket", () =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const closed = Promise.withResolvers<void>()
      const url = internet.serve("/drip", (_, response) => {
        const timer = setInterval(() => response.write("x"), 20)
        response.on("close", () => {
          clearInterval(timer)
          closed.resolve()
        })
      })
      assert.strictEqual((yield* failure(get(url, { totalTimeout: "200 millis" }))).kind, "timeout")
      yield* Effect.promise(() => closed.promise)
    })
  )

  it.effect("closes the socket when it is interrupted", () =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const egress = yield* Egress
      const reached = Promise.withResolvers<void>()
      const closed = Promise.withResolvers<void>()
      const url = internet.serve("/hang", (_, response) => {
        reached.resolve()
        response.on("close", () => closed.resolve())
      })
      const fiber = yield* Effect.forkChild(egress.request(get(url)))
      yield* Effect.promise(() => reached.promise)
      yield* Fiber.interrupt(fiber)
      yield* Effect.promise(() => closed.promise)
    })
  )

  it.effect("names a broken response, a refused certificate and a closed port", () =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const broken = internet.serve("/broken", (request) => request.socket.end("not http\r\n\r\n"))
      const cutShort = internet.serve("/short", (_, response) => {
        response.writeHead(200, { "content-length": "100" }).write("x")
        setTimeout(() => response.destroy(), 20)
      })
      assert.strictEqual((yield* failure(get(broken))).kind, "protocol")
      assert.strictEqual((yield* failure(get(cutShort))).kind, "aborted")
      assert.strictEqual((yield* failure(get("https://other.example.com/"))).kind, "tls")
    })
  )
})

const receiving = (answer: Handler) =>
  Effect.acquireRelease(
    Effect.callback<{ url: string; sockets: Set<unknown>; close: () => void }>((resume) => {
      const sockets = new Set<unknown>()
      const server = createServer((request, response) => {
        sockets.add(request.socket)
        request.resume().on("end", () => answer(request, response))
      })
      const close = () => {
        server.close()
        server.closeAllConnections()
      }
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed({ url: `http://localhost:${port}/`, sockets, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const receiver = receiving((_, response) => response.end("ok"))

layer(layerDirect({ outboundAllowPrivate: true }), realClock)("Egress with OUTBOUND_ALLOW_PRIVATE", (it) => {
  it.effect("reaches http on loopback, and reuses its connections", () =>
    Effect.gen(function* () {
      const egress = yield* Egress
      const { url, sockets } = yield* receiver
      yield* Effect.forEach(
        Array(200),
        () => egress.request(get(url, { method: "POST", body: Buffer.from("{}") })),
        {
          concurrency: 4,
          discard: true
        }
      )
      assert.isAtMost(sockets.size, 8)
    })
  )

  it.effect("calls again on a new connection if a kept one turns out closed", () =>
    Effect.gen(function* () {
      const egress = yield* Egress
      const served = new WeakSet<object>()
      const { url, sockets } = yield* receiving((request, response) => {
        if (served.has(request.socket)) return request.socket.resetAndDestroy()
        served.add(request.socket)
        return response.end("ok")
      })
      for (let round = 0; round < 3; round++) {
        assert.strictEqual((yield* egress.request(get(url))).status, 200)
        yield* Effect.sleep("5 millis")
      }
      assert.strictEqual(sockets.size, 3)
    })
  )

  it.effect("calls only once if a new connection is closed without an answer", () =>
    Effect.gen(function* () {
      const { url, sockets } = yield* receiving((request) => request.socket.resetAndDestroy())
      assert.strictEqual((yield* failure(get(url))).kind, "aborted")
      assert.strictEqual(sockets.size, 1)
    })
  )

  it.effect("gives up on a host that never finishes the handshake", () =>
    Effect.gen(function* () {
      const silent = yield* Effect.acquireRelease(
        Effect.callback<Server>((resume) => {
          const server = createSilent((socket) => void socket.on("error", () => {}))
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const { port } = silent.address() as AddressInfo
      const refused = yield* failure(get(`https://127.0.0.1:${port}/`, { connectTimeout: "100 millis" }))
      assert.strictEqual(refused.kind, "connect")
      assert.match(refused.message, /did not accept the connection in time/u)
    })
  )

  it.effect("still refuses every other address", () =>
    Effect.gen(function* () {
      const { attempts } = yield* watchSockets
      for (const url of [
        "http://10.0.0.1/",
        "http://169.254.169.254/",
        "https://[fd00::1]/",
        "http://0.0.0.0/"
      ]) {
        assert.strictEqual((yield* failure(get(url))).kind, "refused", url)
      }
      assert.deepStrictEqual(attempts, [])
    })
  )

  it.effect("checks the certificate of an IP address against the address", () =>
    Effect.gen(function* () {
      const egress = yield* Egress
      const { port, serve } = yield* Internet
      serve("/ip", (_, response) => response.end("ok"))
      assert.strictEqual((yield* egress.request(get(`https://127.0.0.1:${port}/ip`))).status, 200)
      assert.strictEqual((yield* failure(get(`https://localhost:${port}/ip`))).kind, "tls")
    })
  )

  it.effect("says that a closed port did not accept the connection", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* failure(get("http://127.0.0.1:1/"))).kind, "connect")
    })
  )
})

describe("Egress without a proxy", () => {
  it.live("ignores a proxy named by the environment", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver
      const { attempts } = yield* watchSockets
      process.env["HTTP_PROXY"] = "http://127.0.0.1:1"
      process.env["NODE_USE_ENV_PROXY"] = "1"
      const egress = yield* Egress
      assert.strictEqual((yield* egress.request(get(url))).status, 200)
      assert.deepStrictEqual([...new Set(attempts)], ["127.0.0.1"])
    }).pipe(
      Effect.provide(layerDirect({ outboundAllowPrivate: true })),
      Effect.ensuring(
        Effect.sync(() => {
          delete process.env["HTTP_PROXY"]
          delete process.env["NODE_USE_ENV_PROXY"]
        })
      )
    )
  )
})
