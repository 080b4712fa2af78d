import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { request } from "node:http"
import type * as App from "../../../src/App.ts"
import * as Edge from "../../../src/surfaces/http/Edge.ts"
import * as Mcp from "../../../src/surfaces/Mcp.ts"
import { extension } from "../../support/mcp/McpFixtures.ts"
import { inModern, legacy } from "../../support/mcp/McpMessages.ts"
import { OAuthApp } from "../../support/mcp/OAuthApp.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { alike, watched } from "../../support/server/BothWays.ts"
import { TestService } from "../../support/server/TestService.ts"

interface Message {
  readonly body: unknown
  readonly headers?: Record<string, string>
}

/** A message in each revision. */
const inAll = (method: string, params: Record<string, unknown> = {}): ReadonlyArray<Message> => [
  { body: legacy(method, params) },
  ...["2025-06-18", "2025-11-25"].map((version) => ({
    body: legacy(method, params),
    headers: { "mcp-protocol-version": version }
  })),
  inModern(method, params)
]

const caller = Effect.map(
  Effect.flatMap(TestService, (service) => Effect.map(service.workspace(), (made) => ({ ...made, service }))),
  ({ apiKey, service, ...made }) => {
    const send = service.as(apiKey.token)
    const same = ({ body, headers }: Message, more: Record<string, string> = {}, isTaken = true) =>
      alike(
        (way) => send("POST", "/mcp", body, { ...headers, ...more, ...way }),
        JSON.stringify(body).slice(0, 200),
        isTaken
      )
    return { ...made, apiKey, send, same, service }
  }
)

const initialize = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" }
}

layer(TestService.layer({}, { overrides: watched }), { excludeTestServices: true })(
  "the straight way of a message",
  (it) => {
    it.effect("answers tools as the router does, in all revisions", () =>
      Effect.gen(function* () {
        const { board, same, send } = yield* caller
        const deal = { boardId: board.id, name: "Räder & <b>", amountCents: 5 }
        const made = yield* Effect.promise(() => send("POST", "/v1/deals", deal))
        const calls = [
          { name: "get_deal", arguments: { id: made.body.id } },
          { name: "get_deal", arguments: { id: "Räder & <b>" } },
          { name: "get_deal", arguments: { id: "nope" } },
          { name: "get_deal", arguments: '{"id":1}' },
          { name: "get_deal", arguments: "[" },
          { name: "get_deal" },
          { name: "get_deel", arguments: {} },
          { name: "list_deals", arguments: {} },
          { name: "list_boards" },
          { name: "create_deal", arguments: { ...deal, dryRun: "yes" } }
        ]
        for (const call of calls) {
          for (const message of inAll("tools/call", call)) {
            const plain = yield* same(message)
            assert.strictEqual(plain.status, 200, plain.text)
            yield* same(message, { "accept-encoding": "br" })
            yield* same(message, { origin: "http://localhost:1", "accept-encoding": "gzip" })
          }
        }
      })
    )

    it.effect("answers what the SDK answers", () =>
      Effect.gen(function* () {
        const { same } = yield* caller
        const methods: ReadonlyArray<readonly [string, Record<string, unknown>?]> = [
          ["initialize", initialize],
          ["ping"],
          ["tools/list"],
          ["resources/list"],
          ["resources/read", { uri: "pipeline://guide" }],
          ["prompts/list"],
          ["server/discover"],
          ["nothing/there"]
        ]
        for (const [method, params] of methods)
          for (const message of inAll(method, params)) yield* same(message)
        const notice = { jsonrpc: "2.0", method: "notifications/initialized" }
        const heard = yield* same({ body: notice })
        assert.deepStrictEqual([heard.status, heard.text], [202, ""])
        const [plain] = inAll("ping")
        yield* same(plain!, { "mcp-protocol-version": "2024-10-07" })
        yield* same({ body: [plain!.body] })
      })
    )

    it.effect("refuses what the router refuses, in the same words", () =>
      Effect.gen(function* () {
        const { same, service } = yield* caller
        const call = legacy("tools/call", { name: "list_deals", arguments: {} })
        const bodies = [
          "{",
          "",
          "[".repeat(300),
          new Uint8Array([0x7b, 0xff, 0x7d]),
          JSON.stringify(call).replace('"id":1', '"id":12345678901234567890'),
          '{"jsonrpc":"2.0","id":1,"method":"ping","n":12345678901234567890}'
        ]
        for (const body of bodies) yield* same({ body })
        yield* same({ body: call }, { "content-type": "text/plain" })
        yield* same({ body: call }, { scope: "everything" })
        yield* same({ body: call }, { scope: "leads:read" })
        const foreign = yield* same({ body: call }, { origin: "https://evil.example" }, false)
        assert.deepStrictEqual([foreign.status, foreign.body.error.code], [403, "origin_not_allowed"])
        assert.isFalse(foreign.headers.has("access-control-allow-origin"))
        const large = yield* same({ body: { ...call, more: "a".repeat(1_100_000) } }, {}, false)
        assert.strictEqual(large.body.error.code, "body_too_large")
        for (const token of [undefined, "svc_live_no"]) {
          const headers = { ...(token && { authorization: `Bearer ${token}` }) }
          const sent = (way: Record<string, string>) =>
            service.send("POST", "/mcp", call, { ...headers, ...way })
          const { headers: told, status } = yield* alike(sent, String(token))
          assert.strictEqual(status, 401)
          assert.include(told.get("www-authenticate")!, "resource_metadata=")
        }
      })
    )

    it.effect("narrows what its address asks to be narrowed", () =>
      Effect.gen(function* () {
        const { send } = yield* caller
        const { body } = inAll("tools/call", { name: "list_leads" })[0]!
        for (const query of ["?toolset=deals", "?readonly=true", "?toolset=made-up", "?", "?x=%41"]) {
          yield* alike((way) => send("POST", `/mcp${query}`, body, way), query)
        }
      })
    )

    it.effect("asks for a scope that the consent lacks", () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const { base, browser } = yield* SignedIn.make()
        const app = yield* Effect.promise(() => OAuthApp.make(base))
        const tokens = yield* Effect.promise(() =>
          app.connect(browser, { scope: "deals:read" }, { scope: ["deals:read"] })
        )
        const message = inModern("tools/call", { name: "create_deal", arguments: { name: "No" } })
        const send = service.as(tokens.access_token)
        const refused = yield* alike(
          (way) => send("POST", "/mcp", message.body, { ...message.headers, ...way }),
          "a step up"
        )
        assert.strictEqual(refused.status, 403)
        assert.include(refused.headers.get("www-authenticate")!, `error="insufficient_scope"`)
      })
    )

    it.effect("leaves other methods to the router", () =>
      Effect.gen(function* () {
        const { send } = yield* caller
        for (const method of ["GET", "DELETE", "OPTIONS"])
          yield* alike((way) => send(method, "/mcp", undefined, way), method, false)
      })
    )
  }
)

/** Hangs up once a whole event was heard. */
const firstEvent = (url: string, headers: Record<string, string>, body: unknown) =>
  new Promise<{ status: number; headers: Headers; text: string }>((done, fail) => {
    const outgoing = request(`${url}/mcp`, { method: "POST", headers }, (response) => {
      let text = ""
      response.on("data", (chunk) => {
        text += String(chunk)
        if (!text.includes("\n\n")) return
        done({ status: response.statusCode!, headers: new Headers(response.headers as never), text })
        response.destroy()
      })
    })
    outgoing.on("error", fail)
    outgoing.end(JSON.stringify(body))
  })

const streaming = HttpRouter.serve(
  Layer.merge(Mcp.make(extension), Edge.layer(Mcp.routes.map((route) => ({ ...route, surface: "mcp" })))),
  { disableLogger: true, disableListenLog: true }
) as unknown as typeof App.serving

layer(TestService.layer({}, { overrides: watched, serving: streaming }), { excludeTestServices: true })(
  "the straight way of a stream",
  (it) => {
    it.effect("sends it as it comes, as the router does", () =>
      Effect.gen(function* () {
        const { same } = yield* caller
        for (const name of ["test_tool_with_progress", "test_tool_with_logging"]) {
          const params = { name, arguments: {}, _meta: { progressToken: 1 } }
          const { headers, status, text } = yield* same({ body: legacy("tools/call", params) })
          assert.deepStrictEqual([status, headers.get("content-type")], [200, "text/event-stream"])
          assert.isAbove(text.split("event: message").length, 2, text)
        }
      })
    )

    it.effect("ends it with its client", () =>
      Effect.gen(function* () {
        const { apiKey, send, service } = yield* caller
        const headers = { authorization: `Bearer ${apiKey.token}`, "content-type": "application/json" }
        const params = { name: "test_tool_with_progress", arguments: {}, _meta: { progressToken: 1 } }
        const heard = yield* alike(
          (way) => firstEvent(service.url, { ...headers, ...way }, legacy("tools/call", params)),
          "a client that hangs up"
        )
        assert.strictEqual(heard.headers.get("content-type"), "text/event-stream")
        const still = yield* Effect.promise(() => send("POST", "/mcp", legacy("ping")))
        assert.strictEqual(still.status, 200)
      })
    )
  }
)
