import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { all } from "../../../schema/Scope.ts"
import { bearer, inModern, legacy, send } from "../../support/mcp/McpMessages.ts"
import { TestService } from "../../support/server/TestService.ts"

const settings = {
  ALLOWED_ORIGINS: "https://app.example, https://other.example",
  BASE_URL: "http://crm.example"
}

const ready = Effect.gen(function* () {
  const service = yield* TestService
  const { apiKey } = yield* service.workspace()
  return { url: service.url, headers: { ...bearer(apiKey.token), host: "crm.example" } }
})

const list = legacy("tools/list")

layer(TestService.layer(settings))("the gate of /mcp", (it) => {
  const cases: ReadonlyArray<readonly [string, Record<string, string>, number]> = [
    ["the service's own host", { host: "crm.example" }, 200],
    ["its host with a port", { host: "crm.example:8443" }, 200],
    ["a loopback host", { host: "localhost:3000" }, 200],
    ["the host of a listed origin", { host: "app.example" }, 200],
    ["a foreign host", { host: "evil.example" }, 403],
    ["a host that ends like ours", { host: "crm.example.evil.example" }, 403],
    ["its own origin", { origin: "http://crm.example" }, 200],
    ["a listed origin", { origin: "https://other.example" }, 200],
    ["a listed origin in plain http", { origin: "http://other.example" }, 403],
    ["a foreign origin", { origin: "https://evil.example" }, 403],
    ["a loopback origin, since the service is not on loopback", { origin: "http://localhost:3000" }, 403],
    ["an opaque origin", { origin: "null" }, 403]
  ]
  for (const [what, headers, status] of cases) {
    it.effect(`answers ${status} to ${what}`, () =>
      Effect.gen(function* () {
        const to = yield* ready
        const answer = yield* Effect.promise(() => send(to.url, "POST", { ...to.headers, ...headers }, list))
        assert.strictEqual(answer.status, status)
        if (status === 403) assert.strictEqual(answer.body.error.code, "origin_not_allowed")
        const allowed = answer.headers["access-control-allow-origin"]
        assert.strictEqual(allowed, status === 200 ? headers["origin"] : undefined)
      })
    )
  }

  it.effect("answers the preflight of a listed origin, and of no other", () =>
    Effect.gen(function* () {
      const { url } = yield* ready
      const ask = (origin: string) =>
        Effect.promise(() => send(url, "OPTIONS", { origin, host: "crm.example" }))
      const listed = yield* ask("https://app.example")
      assert.strictEqual(listed.status, 204)
      assert.strictEqual(listed.headers["access-control-allow-origin"], "https://app.example")
      assert.strictEqual((yield* ask("https://evil.example")).status, 403)
    })
  )

  for (const [what, headers] of [
    ["no credential", {}],
    ["a wrong credential", { authorization: "Bearer svc_live_nothing" }]
  ] as const) {
    it.effect(`answers ${what} with the address to get one`, () =>
      Effect.gen(function* () {
        const { url } = yield* ready
        const answer = yield* Effect.promise(() =>
          send(url, "POST", { "content-type": "application/json", host: "crm.example", ...headers }, list)
        )
        assert.strictEqual(answer.status, 401)
        assert.strictEqual(answer.body.error.type, "authentication_error")
        assert.strictEqual(answer.body.error.request_id, answer.headers["service-request-id"])
        const challenge = String(answer.headers["www-authenticate"])
        assert.include(
          challenge,
          `resource_metadata="http://crm.example/.well-known/oauth-protected-resource/mcp"`
        )
        assert.include(challenge, `scope="${all.join(" ")}"`)
        assert.strictEqual(challenge.includes("invalid_token"), "authorization" in headers)
      })
    )
  }

  for (const method of ["GET", "DELETE", "PUT"]) {
    it.effect(`answers ${method} with 405 in the envelope`, () =>
      Effect.gen(function* () {
        const { headers, url } = yield* ready
        const answer = yield* Effect.promise(() => send(url, method, headers))
        assert.strictEqual(answer.status, 405)
        assert.strictEqual(answer.headers["allow"], "POST, OPTIONS")
        assert.strictEqual(answer.body.error.code, "method_not_allowed")
      })
    )
  }

  it.effect("answers a body over 1 MiB with 413 in the envelope", () =>
    Effect.gen(function* () {
      const { headers, url } = yield* ready
      const body = legacy("tools/call", {
        name: "add_note",
        arguments: { contentText: "x".repeat(1_048_576) }
      })
      const answer = yield* Effect.promise(() => send(url, "POST", headers, body))
      assert.strictEqual(answer.status, 413)
      assert.strictEqual(answer.body.error.code, "body_too_large")
    })
  )

  for (const [what, body, code] of [
    ["a batch", [list, list], -32600],
    ["what is not JSON", "{", -32700],
    ["an unknown tool", legacy("tools/call", { name: "get_deel", arguments: {} }), -32602],
    ["an unknown method", legacy("tools/made_up"), -32601]
  ] as const) {
    it.effect(`answers ${what} with the JSON-RPC error ${code}`, () =>
      Effect.gen(function* () {
        const { headers, url } = yield* ready
        const answer = yield* Effect.promise(() => send(url, "POST", headers, body))
        assert.strictEqual(answer.body.error.code, code)
        if (code === -32602) assert.include(answer.body.error.message, "did you mean get_deal")
      })
    )
  }

  it.effect("says what is wrong with refused JSON, under the id of the request", () =>
    Effect.gen(function* () {
      const { headers, url } = yield* ready
      const deep = `${"[".repeat(200)}${"]".repeat(200)}`
      const wide = `[${"1,".repeat(50_000)}1]`
      const cases = [
        [
          "9007199254740993",
          /^(?:enrichment\.)?hs_object_id holds 9007199254740993, .+ at most 15 digits, or text/u
        ],
        [deep, /nested more than 200 levels deep/u],
        [wide, /holds more than 50000 values/u],
        [wide.replace("1", "9007199254740993"), /holds more than 50000 values/u]
      ] as const
      for (const [value, says] of cases) {
        const call = inModern("tools/call", {
          name: "patch_lead_enrichment",
          arguments: { id: "x", enrichment: { hs_object_id: "VALUE" } }
        })
        const text = (body: object) => JSON.stringify({ ...body, id: "a7" }).replace('"VALUE"', value)
        for (const more of [{}, call.headers]) {
          const answer = yield* Effect.promise(() =>
            send(url, "POST", { ...headers, ...more }, text(call.body))
          )
          assert.strictEqual(answer.status, 200)
          assert.strictEqual(answer.body.id, "a7")
          const { content, isError, resultType, structuredContent } = answer.body.result
          assert.isTrue(isError)
          assert.strictEqual(resultType, "mcp-method" in more ? "complete" : undefined)
          assert.deepStrictEqual(JSON.parse(content[0].text), structuredContent)
          assert.strictEqual(structuredContent.error.code, "invalid_body")
          assert.match(structuredContent.error.message, says)
          assert.isNotEmpty(structuredContent.error.request_id)
        }
        const other = yield* Effect.promise(() =>
          send(url, "POST", headers, text(legacy("tools/list", { hs_object_id: "VALUE" })))
        )
        assert.deepInclude(other.body, { jsonrpc: "2.0", id: "a7" })
        assert.match(other.body.error.message, says)
      }
      const torn = yield* Effect.promise(() => send(url, "POST", headers, '{"id":1,}'))
      assert.strictEqual(torn.status, 400)
      assert.deepInclude(torn.body, { id: null })
      assert.match(torn.body.error.message, /^Parse error: The body is not JSON: .+ at position 8/u)
      const long = yield* Effect.promise(() => send(url, "POST", headers, `{"id":9007199254740993}`))
      assert.deepInclude(long.body, { id: null })
      assert.match(long.body.error.message, /^id holds 9007199254740993/u)
    })
  )

  it.effect("names every revision it serves if it does not serve the one asked for", () =>
    Effect.gen(function* () {
      const { headers, url } = yield* ready
      const sent = { ...headers, "mcp-protocol-version": "2024-10-07" }
      const { body, status } = yield* Effect.promise(() => send(url, "POST", sent, list))
      assert.strictEqual(status, 400)
      for (const version of ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
        assert.include(body.error.message, version)
      }
    })
  )

  it.effect("repeats no long name, URI or id in its answer", () =>
    Effect.gen(function* () {
      const to = yield* ready
      const long = "x".repeat(900_000)
      const message = (method: string, params: object, id: unknown = 1) =>
        JSON.stringify({ jsonrpc: "2.0", id, method, params })
      for (const body of [
        message("tools/call", { name: long, arguments: {} }),
        message("prompts/get", { name: long }),
        message("resources/read", { uri: `pipeline://${long}` }),
        message(long, {}),
        message("tools/call", { name: "get_pipeline_summary", arguments: {} }, long),
        message("tools/call", { name: "get_pipeline_summary", arguments: { [long]: 1 } }),
        message("ping", {}, long)
      ]) {
        const answer = yield* Effect.promise(() => send(to.url, "POST", to.headers, body))
        assert.isBelow(JSON.stringify(answer.body).length, 10_000, body.slice(0, 100))
        assert.isBelow(answer.status, 500)
      }
    })
  )

  it.effect("answers with one JSON body in both revisions, whatever the client accepts", () =>
    Effect.gen(function* () {
      const { headers, url } = yield* ready
      const old = yield* Effect.promise(() => send(url, "POST", headers, list))
      const { body, headers: extra } = inModern("tools/list")
      const now = yield* Effect.promise(() =>
        send(url, "POST", { ...headers, ...extra, accept: "*/*" }, body)
      )
      assert.strictEqual(old.headers["content-type"], "application/json")
      assert.strictEqual(now.headers["content-type"], "application/json")
      assert.deepStrictEqual(old.body.result.tools, now.body.result.tools)
      assert.strictEqual(now.body.result.cacheScope, "private")
      assert.isAbove(now.body.result.ttlMs, 0)
    })
  )
})

layer(TestService.layer({ RATE_LIMIT_PER_KEY: "5" }))("the rate limit of /mcp", (it) => {
  it.effect("counts calls together with REST requests, and answers 429 in the envelope", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey, send: rest } = yield* service.workspace()
      for (let n = 0; n < 3; n++) yield* Effect.promise(() => rest("GET", "/v1/me"))
      const call = Effect.promise(() => send(service.url, "POST", bearer(apiKey.token), list))
      assert.strictEqual((yield* call).status, 200)
      assert.strictEqual((yield* call).status, 200)
      const refused = yield* call
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.body.error.code, "rate_limited_key")
      assert.isAtLeast(Number(refused.headers["retry-after"]), 1)
    })
  )
})
