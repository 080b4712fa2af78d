import { assert, layer } from "@effect/vitest"
import * as modern from "@modelcontextprotocol/client"
import { Context, Effect, Layer, Logger } from "effect"
import { readFileSync } from "node:fs"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as tls from "node:tls"
import { ClientMemory } from "../support/mcp/ClientMemory.ts"
import { callback, OAuthApp } from "../support/mcp/OAuthApp.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const pem = (name: string) => readFileSync(new URL(`../support/tls/${name}.pem`, import.meta.url), "utf8")

/** A website that hosts metadata documents, each at its own path. */
class Website extends Context.Service<
  Website,
  {
    readonly seen: Array<string>
    readonly host: (path: string, handler: (id: string) => Handler) => string
  }
>()("test/oauth/Website") {
  static readonly layer = Layer.effect(
    Website,
    Effect.gen(function* () {
      tls.setDefaultCACertificates([...tls.rootCertificates, pem("certificate")])
      const handlers = new Map<string, Handler>()
      const seen: Array<string> = []
      const server = createServer({ cert: pem("certificate"), key: pem("key") }, (request, response) => {
        seen.push(request.url ?? "")
        const handler = handlers.get(request.url ?? "")
        if (handler === undefined) response.writeHead(404).end()
        else handler(request, response)
      })
      yield* Effect.acquireRelease(
        Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
        () => Effect.sync(() => server.close().closeAllConnections())
      )
      const { port } = server.address() as AddressInfo
      return Website.of({
        seen,
        host: (path, handler) => {
          const id = `https://127.0.0.1:${port}${path}`
          handlers.set(path, handler(id))
          return id
        }
      })
    })
  )
}

const json =
  (make: (id: string) => unknown) =>
  (id: string): Handler =>
  (_request, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(make(id)))

const document = (id: string) => ({
  client_id: id,
  client_name: "Documented app",
  redirect_uris: [callback],
  grant_types: ["authorization_code", "refresh_token"]
})

const loopback = TestService.layer({ OUTBOUND_ALLOW_PRIVATE: "true" })

layer(Layer.merge(loopback, Website.layer), { excludeTestServices: true })(
  "a client's own document",
  (it) => {
    it.effect("stands for a registration with the 2.x client", () =>
      Effect.gen(function* () {
        const { as, base, browser } = yield* SignedIn.make()
        const id = (yield* Website).host("/client.json", json(document))
        const memory = new ClientMemory({ name: "Not this", metadataUrl: id })
        const provider = memory as modern.OAuthClientProvider
        const serverUrl = `${base}/mcp`
        yield* Effect.promise(async () => {
          await modern.auth(provider, { serverUrl })
          const page = await browser.open(memory.asked!.href)
          assert.include(page.text, "Documented app")
          assert.include(page.text, id)
          const back = new URL((await browser.submit(page, { decision: "allow" })).url).searchParams
          await modern.auth(provider, {
            serverUrl,
            authorizationCode: back.get("code")!,
            iss: back.get("iss")!
          })
          const me = await as(memory.saved.access_token)("GET", "/v1/me")
          assert.strictEqual(me.body.auth.client.id, id)
          await modern.auth(provider, { serverUrl })
          assert.strictEqual((await as(memory.saved.access_token)("GET", "/v1/me")).status, 200)
        })
      })
    )

    for (const [name, handler] of [
      ["that names another client", json(() => ({ ...document("https://app.example/client.json") }))],
      ["with a secret", json((id) => ({ ...document(id), client_secret: "x" }))],
      ["with a script for a redirect", json((id) => ({ ...document(id), redirect_uris: ["javascript:x"] }))],
      ["too large to read", json((id) => ({ ...document(id), policy: "x".repeat(70_000) }))],
      [
        "that is elsewhere",
        () => (_, response) => void response.writeHead(302, { location: "/client.json" }).end()
      ],
      ["that is not JSON", () => (_, response) => void response.end("<html>")],
      ["that is gone", () => (_, response) => void response.writeHead(410).end()]
    ] as ReadonlyArray<readonly [string, (id: string) => Handler]>) {
      it.effect(`is refused ${name}`, () =>
        Effect.gen(function* () {
          const { base, browser } = yield* SignedIn.make()
          const id = (yield* Website).host(`/${name.replaceAll(" ", "-")}`, handler)
          const page = yield* Effect.promise(() => browser.open(new OAuthApp(base, id).authorizeUrl()))
          assert.strictEqual(page.status, 400)
          assert.isTrue(page.url.startsWith(base))
          assert.notInclude(page.text, "Allow")
        })
      )
    }
  }
)

/** The service's logs. */
const lines: Array<string> = []
const heard = Logger.layer([
  Logger.make(({ message }) => void lines.push([message].flat().map(String).join(" ")))
])

/** Whether the service would try to fetch a document from this URL. */
const isDocument = (id: string) => id.startsWith("https:") && !id.includes("@")

layer(Layer.merge(TestService.layer({}, { logs: heard }), Website.layer), { excludeTestServices: true })(
  "under the rules for outbound requests",
  (it) => {
    for (const id of [
      "https://127.0.0.1/client.json",
      "https://localhost/client.json",
      "https://[::1]/client.json",
      "https://169.254.169.254/latest/meta-data",
      "https://10.0.0.1/client.json",
      "https://0x7f.1/client.json",
      "http://93.184.216.34/client.json",
      "https://user:pass@93.184.216.34/client.json"
    ]) {
      it.effect(`does not fetch ${id}`, () =>
        Effect.gen(function* () {
          const { base, browser } = yield* SignedIn.make()
          const page = yield* Effect.promise(() => browser.open(new OAuthApp(base, id).authorizeUrl()))
          assert.strictEqual(page.status, 400)
          assert.include(page.text, "invalid_client")
          if (isDocument(id)) {
            assert.include(page.text, `could not be fetched from ${new URL(id).host}`)
            assert.isTrue(
              lines.some((line) => line.includes(`could not be fetched from ${new URL(id).host}`))
            )
          }
        })
      )
    }

    it.effect("does not even connect to a server on this machine", () =>
      Effect.gen(function* () {
        const { base, browser } = yield* SignedIn.make()
        const website = yield* Website
        const id = website.host("/client.json", json(document))
        const page = yield* Effect.promise(() => browser.open(new OAuthApp(base, id).authorizeUrl()))
        assert.strictEqual(page.status, 400)
        assert.deepStrictEqual(website.seen, [])
      })
    )
  }
)

layer(
  Layer.merge(
    TestService.layer({ OUTBOUND_ALLOW_PRIVATE: "true", OAUTH_CLIENT_DOCUMENTS: "false" }),
    Website.layer
  ),
  { excludeTestServices: true }
)("switched off", (it) => {
  it.effect("are neither offered nor fetched, and a client registers instead", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      const website = yield* Website
      const id = website.host("/client.json", json(document))
      yield* Effect.promise(async () => {
        const response = await fetch(`${base}/.well-known/oauth-authorization-server`)
        const described = (await response.json()) as Record<string, unknown>
        assert.isFalse(described["client_id_metadata_document_supported"])
        const page = await browser.open(new OAuthApp(base, id).authorizeUrl())
        assert.strictEqual(page.status, 400)
        assert.deepStrictEqual(website.seen, [])
        const memory = new ClientMemory({ name: "Registers", metadataUrl: id })
        await modern.auth(memory as modern.OAuthClientProvider, { serverUrl: `${base}/mcp` })
        assert.notInclude(memory.asked!.href, encodeURIComponent(id))
        assert.include((await browser.open(memory.asked!.href)).text, "Registers")
      })
    })
  )
})
