import { assert, describe, it as test, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { EncodedJson } from "../../../src/invocation/EncodedJson.ts"
import * as FastToolCall from "../../../src/surfaces/mcp/FastToolCall.ts"
import { result, structured } from "../../../src/surfaces/mcp/results/Present.ts"
import { bearer, inModern, legacy, send } from "../../support/mcp/McpMessages.ts"
import { hostile } from "../../support/samples/Hostile.ts"
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
    assert.isTrue(FastToolCall.callIn(headers, modern.body)?.isModern)
    for (const version of ["2025-06-18", "2025-03-26", "2024-11-05"]) {
      const sent = { ...json, "mcp-protocol-version": version }
      assert.isFalse(FastToolCall.callIn(sent, legacy("tools/call", call))?.isModern)
    }
    assert.isFalse(FastToolCall.callIn(json, legacy("tools/call", call))?.isModern)
    assert.isDefined(FastToolCall.callIn(headers, withMeta("traceparent", "00-0-0-00")))
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
      assert.isUndefined(FastToolCall.callIn(sent, message))
    })
  }
})

describe("the message of an answer", () => {
  const answers = [false, true].flatMap((isModern) => ["7", 7].map((id) => ({ id, isModern })))
  const plain = (of: (typeof answers)[number], result: object) => {
    const whole = JSON.parse(FastToolCall.answer(of, result as never))
    const { _meta, resultType, ...rest } = whole.result
    assert.deepStrictEqual(Object.keys(whole), ["jsonrpc", "id", "result"])
    assert.strictEqual(whole.id, of.id)
    assert.strictEqual(resultType, of.isModern ? "complete" : undefined)
    return { ...rest, _meta }
  }

  test("is the same by the text of its content as by its value, whatever it holds", () => {
    const record = fc.dictionary(hostile, fc.oneof(hostile, fc.double(), fc.jsonValue()))
    const beside = fc.record(
      { _meta: fc.dictionary(hostile, hostile), isError: fc.boolean() },
      { requiredKeys: [] }
    )
    fc.assert(
      fc.property(record, beside, (value, more) => {
        const encoded = EncodedJson.ofText(JSON.stringify(value))
        const spliced = { ...result(encoded), ...more }
        const { [structured]: text, ...copied } = spliced
        assert.strictEqual(text, encoded.text)
        for (const of of answers) {
          assert.strictEqual(FastToolCall.answer(of, spliced), FastToolCall.answer(of, copied))
          const shown = plain(of, spliced)
          assert.strictEqual(JSON.stringify(shown.structuredContent), encoded.text)
          assert.strictEqual(shown.content[0].text, encoded.text)
        }
      })
    )
  })
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
