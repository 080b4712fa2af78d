/** Each address has one spelling, so that a guard, a limit or a proxy's rule for it can't be passed by another. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import { TestService } from "../../support/server/TestService.ts"

/** Sends a request line as it is, and resolves to the status. */
const send = (
  url: string,
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  body = ""
) =>
  Effect.promise(
    () =>
      new Promise<number>((done, fail) => {
        const { host, hostname, port } = new URL(url)
        const socket = connect({ host: hostname, port: Number(port) })
        const lines = Object.entries({
          host,
          "content-length": String(body.length),
          connection: "close",
          ...headers
        })
        const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")
        let answer = ""
        socket.on("data", (chunk) => (answer += chunk.toString()))
        socket.on("error", fail)
        socket.on("close", () => done(Number(answer.split(" ")[1])))
        socket.write(`${method} ${target} HTTP/1.1\r\n${head}\r\n${body}`)
      })
  )

const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })

layer(TestService.layer())("an address", (it) => {
  it.effect("spelt otherwise is not there", () =>
    Effect.gen(function* () {
      const { url, workspace } = yield* TestService
      const { apiKey } = yield* workspace()
      const authorization = `Bearer ${apiKey.token}`
      for (const target of [
        ...["/metrics/", "/metrics;x", "/metrics;", "/%6detrics", "//metrics", "/./metrics", "/Metrics"],
        ...[
          "/healthz/",
          "/v1/me/",
          "/v1/me;a=b",
          "/v1/%6de",
          "/v1//me",
          "/%761/me",
          "/v1/deals/",
          "/openapi.json/"
        ],
        ...["/v1/deals/01997f2e-6b1c-7d7a-9d0c-6c7d8e9f0a1b;x"]
      ])
        assert.strictEqual(yield* send(url, "GET", target, { authorization }), 404, target)
      for (const target of ["/v1/deals/%62ulk-move", "/v1/deals/bulk%2Dmove", "/v1/%64eals"])
        assert.strictEqual(yield* send(url, "POST", target, { authorization }, "{}"), 404, target)
      assert.strictEqual(yield* send(url, "GET", "/v1/me", { authorization }), 200)
      assert.strictEqual(yield* send(url, "GET", "/v1/me", { authorization, host: "" }), 400)
    })
  )

  it.effect("of /mcp is guarded from other origins however it is spelt", () =>
    Effect.gen(function* () {
      const { url, workspace } = yield* TestService
      const { apiKey } = yield* workspace()
      const headers = {
        authorization: `Bearer ${apiKey.token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream"
      }
      const foreign = [{ origin: "https://evil.example" }, { host: "evil.example" }]
      const spellings = [
        "/mcp",
        "/mcp/",
        "/%6dcp",
        "/m%63p",
        "/mcp;x",
        "/mcp;",
        "//mcp",
        "/./mcp",
        "/MCP",
        "/mcp%2f"
      ]
      for (const [target, some] of [
        ...spellings.map((path) => [path, foreign] as const),
        // A target in absolute form names the host itself.
        ...spellings.map((path) => [`${url}${path}`, foreign.slice(0, 1)] as const)
      ]) {
        for (const other of some) {
          const status = yield* send(url, "POST", target, { ...headers, ...other }, list)
          assert.include([403, 404], status, `${target} ${JSON.stringify(other)}`)
        }
      }
      assert.strictEqual(yield* send(url, "POST", "/mcp", headers, list), 200)
    })
  )
})
