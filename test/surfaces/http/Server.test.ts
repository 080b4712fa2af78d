import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { request } from "node:https"
import { fileURLToPath } from "node:url"
import type { Settings } from "../../../layers/settings/Settings.ts"
import { Encryption } from "../../../layers/encryption/Encryption.ts"
import * as Server from "../../../src/surfaces/http/server/Server.ts"
import { testSettings } from "../../support/server/TestSettings.ts"

const file = (name: string) => fileURLToPath(new URL(`../../support/tls/${name}`, import.meta.url))
const [tlsCert, tlsKey] = [file("certificate.pem"), file("key.pem")]

const hello = HttpRouter.serve(HttpRouter.add("GET", "/", HttpServerResponse.text("hello")), {
  disableLogger: true,
  disableListenLog: true
})

const serverWith = (settings: Partial<Settings["Service"]>) =>
  hello.pipe(
    Layer.provideMerge(Server.layer),
    Layer.provide(testSettings({ port: 0, ...settings })),
    Layer.provide(NodeFileSystem.layer)
  )

const refusal = (settings: Partial<Settings["Service"]>) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(serverWith(settings)))), ({ message }) => {
    assert.notInclude(message, "\n")
    return message
  })

const get = (port: number) =>
  Effect.callback<string>((resume) => {
    const sent = request({ port, host: "127.0.0.1", rejectUnauthorized: false, agent: false }, (response) => {
      let text = ""
      response.on("data", (chunk) => (text += chunk))
      response.on("end", () => resume(Effect.succeed(text)))
    })
    sent.on("error", (error) => resume(Effect.die(error)))
    sent.end()
  })

describe("the server", () => {
  it.live("answers over its own TLS, on an outside address too", () =>
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      assert.strictEqual(yield* get("port" in address ? address.port : 0), "hello")
    }).pipe(Effect.provide(serverWith({ host: "0.0.0.0", tlsCert, tlsKey })))
  )

  it.live("uses plain HTTP on loopback, and behind a declared proxy", () =>
    Effect.gen(function* () {
      for (const settings of [{ host: "127.0.0.1" }, { host: "localhost" }, { host: "::1" }]) {
        yield* Effect.scoped(Layer.build(serverWith(settings)))
      }
      yield* Effect.scoped(Layer.build(serverWith({ host: "0.0.0.0", trustProxy: 1 })))
    })
  )

  it.live("does not start with plain HTTP on an outside address, and says what to do", () =>
    Effect.gen(function* () {
      for (const host of ["0.0.0.0", "::", "192.0.2.1", "crm.example"]) {
        assert.match(yield* refusal({ host }), /^HOST .*TLS_CERT and TLS_KEY, or TRUST_PROXY=true/u)
      }
    })
  )

  it.live("does not start with half a certificate, or an unreadable or unusable one", () =>
    Effect.gen(function* () {
      assert.include(yield* refusal({ tlsCert }), "TLS_CERT and TLS_KEY go together")
      assert.include(yield* refusal({ tlsKey }), "TLS_CERT and TLS_KEY go together")
      assert.match(yield* refusal({ tlsCert, tlsKey: "/no/key.pem" }), /^TLS_KEY .*\/no\/key\.pem/u)
      assert.match(yield* refusal({ tlsCert: "/no/cert.pem", tlsKey }), /^TLS_CERT .*\/no\/cert\.pem/u)
      assert.match(
        yield* refusal({ tlsCert: tlsKey, tlsKey: tlsCert }),
        /^TLS_CERT and TLS_KEY cannot be used/u
      )
    })
  )

  it.live("does not start with an invalid encryption key", () =>
    Effect.gen(function* () {
      for (const key of ["c2hvcnQ=", "0".repeat(63), "not a key"]) {
        const encryption = Encryption.layer.pipe(
          Layer.provide(testSettings({ encryptionKey: Redacted.make(key) })),
          Layer.provide(NodeFileSystem.layer)
        )
        const { message } = yield* Effect.flip(Effect.scoped(Layer.build(encryption)))
        assert.match(message, /^ENCRYPTION_KEY must be 32 bytes/u)
        assert.notInclude(message, key)
      }
    })
  )
})
