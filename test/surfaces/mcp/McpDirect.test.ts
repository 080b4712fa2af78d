import { assert, describe, it as test, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Direct from "../../../src/surfaces/mcp/Direct.ts"
import { bearer, inModern, legacy, send } from "../../support/mcp/McpMessages.ts"
import { TestService } from "../../support/server/TestService.ts"

const json = { "content-type": "application/json" }

const call = { name: "list_deals", arguments: { limit: 3 } }

describe("a plain call", () => {
  const modern = inModern("tools/call", call)
  const headers = { ...json, ...modern.headers }
  const withMeta = (key: string, value: unknown) => {
    const { _meta, ...params } = modern.body.params
    return { ...modern.body, params: { ...params, _meta: { ..._meta, [key]: value } } }
  }

  test("is one as clients send it", () => {
    assert.isTrue(Direct.callIn(headers, modern.body)?.isModern)
    for (const version of ["2025-06-18", "2025-03-26", "2024-11-05"]) {
      const sent = { ...json, "mcp-protocol-version": version }
      assert.isFalse(Direct.callIn(sent, legacy("tools/call", call))?.isModern)
    }
    assert.isFalse(Direct.callIn(json, legacy("tools/call", call))?.isModern)
    assert.isDefined(Direct.callIn(headers, withMeta("traceparent", "00-0-0-00")))
  })

  const others: Record<string, readonly [Record<string, string | undefined>, unknown]> = {
    "a body that is not JSON": [{ ...headers, "content-type": "text/plain" }, modern.body],
    "another method": [json, legacy("tools/list")],
    "a notification": [json, { jsonrpc: "2.0", method: "tools/call", params: call }],
    "an id that is none": [json, { ...legacy("tools/call", call), id: 1.5 }],
    "an unknown tool": [json, legacy("tools/call", { ...call, name: "list_deels" })],
    "a name every object has": [json, legacy("tools/call", { ...call, name: "constructor" })],
    "arguments that are no object": [json, legacy("tools/call", { ...call, arguments: [] })],
    "a further parameter": [json, legacy("tools/call", { ...call, task: {} })],
    "a revision not served": [{ ...json, "mcp-protocol-version": "2024-10-07" }, legacy("tools/call", call)],
    "an old header over a new envelope": [{ ...headers, "mcp-protocol-version": "2025-11-25" }, modern.body],
    "a new header without an envelope": [headers, legacy("tools/call", call)],
    "no header for the method": [{ ...headers, "mcp-method": undefined }, modern.body],
    "another name in the header": [{ ...headers, "mcp-name": "get_deal" }, modern.body],
    "another revision in the envelope": [
      headers,
      withMeta("io.modelcontextprotocol/protocolVersion", "2027-01-01")
    ],
    "no capabilities": [headers, withMeta("io.modelcontextprotocol/clientCapabilities", undefined)],
    "a capability that is none": [
      headers,
      withMeta("io.modelcontextprotocol/clientCapabilities", { sampling: true })
    ],
    "a client without a name": [headers, withMeta("io.modelcontextprotocol/clientInfo", { version: "1" })],
    "a wish for progress": [headers, withMeta("progressToken", 1)],
    "a wish for logs": [headers, withMeta("io.modelcontextprotocol/logLevel", "info")]
  }
  for (const [what, [sent, message]] of Object.entries(others)) {
    test(`is not one with ${what}`, () => {
      assert.isUndefined(Direct.callIn(sent, message))
    })
  }
})

layer(TestService.layer())("a call answered directly", (it) => {
  const calls = {
    "a result": { name: "list_deals", arguments: {} },
    "a failure": { name: "get_deal", arguments: { id: "nope" } },
    "a card": { name: "show_this_month", arguments: {} },
    "a picture": { name: "export_report_image", arguments: { report: "this_month" } }
  }
  for (const [what, params] of Object.entries(calls)) {
    it.effect(`answers ${what} as the SDK does, in both revisions`, () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const { apiKey } = yield* service.workspace()
        const asked = (body: unknown, headers: Record<string, string> = {}) =>
          Effect.map(
            Effect.promise(() => send(service.url, "POST", { ...bearer(apiKey.token), ...headers }, body)),
            (answer) =>
              JSON.parse(JSON.stringify(answer.body).replaceAll(/req_[0-9a-f]+|\d\d:\d\d:[\d.]+Z/gu, ""))
          )
        const plain = legacy("tools/call", params)
        // A progress token is harmless, and hands the call to the SDK.
        const fancy = legacy("tools/call", { ...params, _meta: { progressToken: 1 } })
        assert.deepStrictEqual(yield* asked(plain), yield* asked(fancy))

        const { body, headers } = inModern("tools/call", params)
        const meta = { ...body.params._meta, progressToken: 1 }
        const direct = yield* asked(body, headers)
        const served = yield* asked({ ...body, params: { ...body.params, _meta: meta } }, headers)
        assert.deepStrictEqual(direct, served)
      })
    )
  }
})
