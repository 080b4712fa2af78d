/** Results that are sent as they come. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { request } from "node:http"
import type * as App from "../../../src/service/App.ts"
import * as Middleware from "../../../src/surfaces/http/Middleware.ts"
import * as Mcp from "../../../src/surfaces/Mcp.ts"
import { extension } from "../../support/mcp/McpFixtures.ts"
import { legacy } from "../../support/mcp/McpMessages.ts"
import { TestService } from "../../support/server/TestService.ts"

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
  Layer.merge(
    Mcp.make(extension),
    Middleware.layer(Mcp.routes.map((route) => ({ ...route, surface: "mcp" })))
  ),
  { disableLogger: true, disableListenLog: true }
) as unknown as typeof App.serving

layer(TestService.layer({}, { serving: streaming }), { excludeTestServices: true })("a stream", (it) => {
  const progress = legacy("tools/call", {
    name: "test_tool_with_progress",
    arguments: {},
    _meta: { progressToken: 1 }
  })

  it.effect("is sent as it comes", () =>
    Effect.gen(function* () {
      const { send } = yield* (yield* TestService).workspace()
      for (const name of ["test_tool_with_progress", "test_tool_with_logging"]) {
        const params = { name, arguments: {}, _meta: { progressToken: 1 } }
        const { headers, status, text } = yield* Effect.promise(() =>
          send("POST", "/mcp", legacy("tools/call", params))
        )
        assert.deepStrictEqual([status, headers.get("content-type")], [200, "text/event-stream"])
        assert.isAbove(text.split("event: message").length, 2, text)
      }
    })
  )

  it.effect("ends with its client", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey, send } = yield* service.workspace()
      const headers = { authorization: `Bearer ${apiKey.token}`, "content-type": "application/json" }
      const heard = yield* Effect.promise(() => firstEvent(service.url, headers, progress))
      assert.strictEqual(heard.headers.get("content-type"), "text/event-stream")
      const still = yield* Effect.promise(() => send("POST", "/mcp", legacy("ping")))
      assert.strictEqual(still.status, 200)
    })
  )
})
