import { assert, layer } from "@effect/vitest"
import * as modern from "@modelcontextprotocol/client"
import * as legacy from "@modelcontextprotocol/sdk/client/auth.js"
import { Effect } from "effect"
import { ClientMemory } from "../support/mcp/ClientMemory.ts"
import { FormBrowser } from "../support/pages/FormBrowser.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

type Authorize = (
  memory: ClientMemory,
  options: { serverUrl: string; authorizationCode?: string; iss?: string }
) => Promise<string>

const kinds: ReadonlyArray<readonly [string, Authorize]> = [
  ["the 2.x client", (memory, options) => modern.auth(memory as modern.OAuthClientProvider, options)],
  [
    "the 1.x client",
    (memory, { iss: _, ...options }) => legacy.auth(memory as legacy.OAuthClientProvider, options)
  ]
]

const consent = async (browser: FormBrowser, url: URL) => {
  const page = await browser.open(url.href)
  assert.include(page.text, "SDK client")
  return new URL((await browser.submit(page, { decision: "allow" })).url)
}

layer(TestService.layer(), { excludeTestServices: true })("the official MCP SDKs", (it) => {
  for (const [name, authorize, host] of kinds.flatMap(([name, authorize]) =>
    ["127.0.0.1", "localhost"].map((host) => [`${name}, of ${host},`, authorize, host] as const)
  )) {
    it.effect(`${name} discovers, registers, gets consent, exchanges the code and calls`, () =>
      Effect.gen(function* () {
        const { as, base, browser, user, workspace } = yield* SignedIn.make()
        const memory = new ClientMemory()
        const serverUrl = `${base.replace("127.0.0.1", host)}/mcp`
        yield* Effect.promise(async () => {
          assert.strictEqual(await authorize(memory, { serverUrl }), "REDIRECT")
          const back = await consent(browser, memory.asked!)
          assert.strictEqual(back.searchParams.get("state"), "sdk-state")
          const authorizationCode = back.searchParams.get("code")!
          const iss = back.searchParams.get("iss")!
          assert.strictEqual(await authorize(memory, { serverUrl, authorizationCode, iss }), "AUTHORIZED")
          const me = await as(memory.saved.access_token)("GET", "/v1/me")
          assert.strictEqual(me.status, 200)
          assert.strictEqual(me.body.user.id, user.id)
          assert.strictEqual(me.body.workspace.id, workspace.id)
          assert.strictEqual(me.body.apiKey, null)
          assert.deepStrictEqual(me.body.auth, {
            kind: "oauth",
            scopes: ["deals:read", "deals:write", "leads:read", "leads:write", "pipeline:read"],
            client: { id: memory.client.client_id }
          })
        })
      })
    )

    it.effect(`${name} refreshes without asking again`, () =>
      Effect.gen(function* () {
        const { as, base, browser } = yield* SignedIn.make()
        const memory = new ClientMemory()
        const serverUrl = `${base.replace("127.0.0.1", host)}/mcp`
        yield* Effect.promise(async () => {
          await authorize(memory, { serverUrl })
          const back = await consent(browser, memory.asked!)
          await authorize(memory, {
            serverUrl,
            authorizationCode: back.searchParams.get("code")!,
            iss: back.searchParams.get("iss")!
          })
          const first = memory.saved
          assert.strictEqual(await authorize(memory, { serverUrl }), "AUTHORIZED")
          assert.notStrictEqual(memory.saved.refresh_token, first.refresh_token)
          assert.strictEqual((await as(memory.saved.access_token)("GET", "/v1/me")).status, 200)
        })
      })
    )
  }
})
