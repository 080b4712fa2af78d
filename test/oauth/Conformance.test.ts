import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import * as McpConformance from "../support/mcp/McpConformance.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

/** A port that was free a moment ago: the suite must be told its port. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

layer(TestService.layer(), { excludeTestServices: true })("the official conformance suite", (it) => {
  it.effect(
    "passes every scenario for authorization servers",
    () =>
      Effect.gen(function* () {
        const { base, browser } = yield* SignedIn.make()
        yield* Effect.promise(async () => {
          const port = await freePort()
          const app = await OAuthApp.make(base, { redirect_uris: [`http://127.0.0.1:${port}/callback`] })
          const scenarios = await McpConformance.runAuthorization(
            ["--url", base, "--client-id", app.clientId, "--resource", `${base}/mcp`, "--port", String(port)],
            async (url) => {
              const { url: back } = await browser.submit(await browser.open(url), { decision: "allow" })
              await fetch(back)
            }
          )
          assert.deepStrictEqual(McpConformance.failures(scenarios), {})
          const passed = Object.values(scenarios).flatMap((checks) =>
            checks.filter(({ status }) => status === "SUCCESS").map(({ id }) => id)
          )
          assert.strictEqual(passed.length, 3)
          assert.include(passed, "authorization-code-grant")
        })
      }),
    240_000
  )
})
