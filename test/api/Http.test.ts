import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { gzipSync } from "node:zlib"
import { Deadline } from "../../src/surfaces/http/Deadline.ts"
import * as Conformance from "../support/mcp/Conformance.ts"
import { anonymous, contract, created, ok, refused, workspace } from "../support/server/Contract.ts"
import { head, raw } from "../support/hostile/RawHttp.ts"
import { type Answer, TestService } from "../support/server/TestService.ts"

const limit = 1_048_576

/** Answers on a raw socket must be in the envelope too. */
const refusedRaw = <E, R>(answer: Effect.Effect<Answer, E, R>, status: number, code: string) =>
  Effect.map(answer, (given) => {
    assert.deepStrictEqual([given.status, given.body?.error?.code], [status, code], given.text)
    assert.strictEqual(given.body.error.type, "invalid_request_error")
    Conformance.check("RAW", "", given)
  })

contract("HTTP itself", (it) => {
  const garbage: Record<string, string> = {
    "a line that is no request": "nonsense\r\n\r\n",
    "an unknown method": head("BREW /v1/deals"),
    "a header without a name": head("GET /v1/deals", ": x"),
    "a length that is no number": head("POST /v1/deals", "Content-Length: ten"),
    "two lengths that differ": head("POST /v1/deals", "Content-Length: 1", "Content-Length: 2"),
    "a length beside chunks": head("POST /v1/deals", "Content-Length: 1", "Transfer-Encoding: chunked"),
    "a second host": head("GET /healthz", "Host: evil.example"),
    "no host": "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n"
  }
  for (const [what, bytes] of Object.entries(garbage)) {
    it.effect(`answers 400 in the envelope to ${what}`, () =>
      Effect.gen(function* () {
        const { url } = yield* TestService
        yield* refusedRaw(raw(url, bytes), 400, "invalid_request")
      })
    )
  }

  it.effect("answers 400 in the envelope to a chunk without a size in the middle of a body", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const { apiKey } = yield* workspace()
      const authorization = `Authorization: Bearer ${apiKey.token}`
      const type = "Content-Type: application/json"
      const bytes = head("POST /v1/deals", authorization, type, "Transfer-Encoding: chunked")
      yield* refusedRaw(raw(url, `${bytes}1\r\n{\r\nzz\r\n`), 400, "invalid_request")
    })
  )

  it.effect("answers 431 in the envelope to headers that are too large", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const bytes = head("GET /v1/deals", `X-Large: ${"x".repeat(20_000)}`)
      yield* refusedRaw(raw(url, bytes), 431, "invalid_request")
    })
  )

  it.effect("ignores unknown expectations and upgrades, and serves HTTP/1.0 without a host", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const strange = ["Expect: the-moon", "Upgrade: websocket\r\nSec-WebSocket-Key: x"]
      for (const header of strange) {
        assert.strictEqual((yield* raw(url, head("GET /healthz", header))).status, 200, header)
      }
      const upgrade = head("GET /healthz", "Connection: upgrade, close", "Upgrade: h2c")
      assert.strictEqual((yield* raw(url, upgrade)).status, 200)
      assert.strictEqual((yield* raw(url, "GET /healthz HTTP/1.0\r\n\r\n")).status, 200)
    })
  )

  it.effect("uses the host of an absolute-form request instead of the Host header", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const { apiKey } = yield* workspace()
      const call = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
      const sent = (target: string) =>
        raw(
          url,
          `POST ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${apiKey.token}\r\nContent-Type: application/json\r\nContent-Length: ${call.length}\r\n\r\n${call}`
        )
      assert.strictEqual((yield* sent("http://localhost/mcp")).status, 200)
      const refused = yield* sent("http://evil.example/mcp")
      assert.strictEqual(refused.status, 403, refused.text)
      assert.include(refused.text, "The Host evil.example may not call")
    })
  )

  it.effect("accepts a request in absolute form, and a body announced by Expect", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const { apiKey, board } = yield* workspace()
      assert.strictEqual((yield* raw(url, head("GET http://test/healthz"))).status, 200)
      const body = JSON.stringify({ boardId: board.id, name: "Expected" })
      const answer = yield* raw(
        url,
        head(
          "POST /v1/deals",
          `Authorization: Bearer ${apiKey.token}`,
          "Content-Type: application/json",
          `Content-Length: ${body.length}`,
          "Expect: 100-continue"
        ),
        body
      )
      assert.strictEqual(answer.status, 201, answer.text)
    })
  )

  it.effect("answers HEAD wherever GET exists, with the same headers and no body", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const deal = yield* created(api.post("/v1/deals", { boardId: api.board.id, name: "D" }))
      for (const path of ["/v1/me", "/v1/deals", `/v1/deals/${deal.id}`, "/healthz", "/openapi.json"]) {
        const [get, headed] = [yield* api.get(path), yield* api.request("HEAD", path)]
        assert.deepStrictEqual([headed.status, headed.text], [200, ""], path)
        assert.strictEqual(headed.headers.get("content-type"), get.headers.get("content-type"))
        assert.strictEqual(headed.headers.get("content-length"), get.headers.get("content-length"))
      }
      assert.strictEqual((yield* api.request("HEAD", "/v1/deals/nothing")).status, 404)
      assert.strictEqual((yield* api.request("HEAD", `/v1/deals/${deal.id}/move`)).status, 405)
    })
  )

  it.effect("answers OPTIONS without a credential: 204, Allow and CORS", () =>
    Effect.gen(function* () {
      const nobody = yield* anonymous
      const answer = yield* nobody.request("OPTIONS", "/v1/deals/anything", undefined, {
        origin: "https://app.example",
        "access-control-request-method": "PATCH"
      })
      assert.deepStrictEqual([answer.status, answer.text], [204, ""])
      const header = (name: string) => (answer.headers.get(name) ?? "").toLowerCase().split(/,\s*/u)
      assert.sameMembers(header("allow"), ["get", "patch", "delete", "head", "options"])
      assert.includeMembers(header("access-control-allow-methods"), ["get", "post", "patch", "put", "delete"])
      const sent = ["authorization", "content-type", "idempotency-key", "mcp-protocol-version"]
      assert.includeMembers(header("access-control-allow-headers"), sent)
      const shown = ["service-request-id", "ratelimit", "ratelimit-policy", "retry-after"]
      assert.includeMembers(header("access-control-expose-headers"), shown)
      assert.isNull(answer.headers.get("access-control-allow-credentials"))
      const lost = yield* nobody.request("OPTIONS", "/v1/nothing")
      assert.strictEqual(lost.status, 404)
    })
  )

  it.effect("answers 405 with Allow before it asks for a credential, at every path", () =>
    Effect.gen(function* () {
      const nobody = yield* anonymous
      const methods = ["get", "post", "patch", "put", "delete"]
      for (const [template, known] of Object.entries<object>(Conformance.document.paths)) {
        const path = template.replaceAll(/\{[^}]+\}/gu, "x")
        for (const method of methods.filter((one) => !(one in known))) {
          const answer = yield* nobody.request(method.toUpperCase(), path)
          assert.deepStrictEqual([answer.status, answer.body.error.type], [405, "method_not_allowed"], path)
          const allowed = (answer.headers.get("allow") ?? "").toLowerCase().split(", ")
          assert.sameMembers(allowed, [...Object.keys(known), "options", ...("get" in known ? ["head"] : [])])
        }
      }
      yield* refused(nobody.request("PROPFIND", "/v1/deals"), 405, "method_not_allowed")
    })
  )

  it.effect("answers 404 to an unknown path before it asks for a credential", () =>
    Effect.gen(function* () {
      const nobody = yield* anonymous
      for (const path of ["/v1", "/v1/nothing", "/V1/deals", "/v1//deals", "/v1/deals/x/y/z", "/%zz"]) {
        yield* refused(nobody.get(path), 404, "route_not_found")
      }
    })
  )

  it.effect("accepts a body of 1 MiB and refuses one byte more, with or without Content-Length", () =>
    Effect.gen(function* () {
      const { apiKey, board, post } = yield* workspace()
      const { url } = yield* TestService
      const of = (size: number) => JSON.stringify({ boardId: board.id, name: "Large" }).padEnd(size)
      yield* created(post("/v1/deals", of(limit)))
      yield* refused(post("/v1/deals", of(limit + 1)), 413, "body_too_large")
      const chunked = (size: number) =>
        raw(
          url,
          head(
            "POST /v1/deals",
            `Authorization: Bearer ${apiKey.token}`,
            "Content-Type: application/json",
            "Transfer-Encoding: chunked"
          ),
          ...Array.from({ length: 8 }, (_, index) => {
            const part = of(size).slice((index * size) / 8, ((index + 1) * size) / 8)
            return `${part.length.toString(16)}\r\n${part}\r\n`
          }),
          "0\r\n\r\n"
        )
      assert.strictEqual((yield* chunked(limit)).status, 201)
      yield* refusedRaw(chunked(limit + 8), 413, "body_too_large")
    })
  )

  it.effect("answers 413 to an endless body while it is still being sent", () =>
    Effect.gen(function* () {
      const { apiKey } = yield* workspace()
      const { url } = yield* TestService
      const part = "x".repeat(65_536)
      const endless = raw(
        url,
        head(
          "POST /v1/deals",
          `Authorization: Bearer ${apiKey.token}`,
          "Content-Type: application/json",
          "Transfer-Encoding: chunked"
        ),
        ...Array.from({ length: 40 }, () => `${part.length.toString(16)}\r\n${part}\r\n`)
      )
      yield* refusedRaw(endless, 413, "body_too_large")
    })
  )

  it.effect("accepts only JSON, with any parameters, and needs no type without a body", () =>
    Effect.gen(function* () {
      const { board, post, request } = yield* workspace()
      const body = JSON.stringify({ boardId: board.id, name: "Typed" })
      for (const type of ["application/json; charset=utf-8", "APPLICATION/JSON", "application/json ;x=y"]) {
        yield* created(post("/v1/deals", body, { "content-type": type }))
      }
      for (const type of ["text/plain", "application/jsonp", "application/x-www-form-urlencoded", "x", ""]) {
        yield* refused(post("/v1/deals", body, { "content-type": type }), 415, "unsupported_media_type")
      }
      const gzip = yield* refused(
        post("/v1/deals", new Uint8Array(gzipSync(body)), { "content-encoding": "gzip" }),
        415,
        "unsupported_media_type"
      )
      assert.include(gzip.message, "Content-Encoding")
      yield* created(post("/v1/deals", `\ufeff${body}`, { "content-encoding": "identity" }))
      const deal = yield* created(post("/v1/deals", body))
      const plain = { "content-type": "text/plain" }
      yield* refused(request("POST", "/v1/deals", undefined, plain), 400, "invalid_body")
      yield* ok(request("DELETE", `/v1/deals/${deal.id}`, undefined, plain))
    })
  )
})

contract(
  "a request that never ends",
  (it) => {
    it.effect("is answered 503 by the deadline", () =>
      Effect.gen(function* () {
        const { apiKey } = yield* workspace()
        const { url } = yield* TestService
        const begun = head(
          "POST /v1/deals",
          `Authorization: Bearer ${apiKey.token}`,
          "Content-Type: application/json",
          "Content-Length: 100"
        )
        const answer = yield* raw(url, begun, '{"name":')
        assert.deepStrictEqual([answer.status, answer.body?.error.code], [503, "unavailable"])
      })
    )
  },
  {},
  { overrides: Layer.succeed(Deadline, { usual: 300, long: 300 }) }
)
