import { assert, layer } from "@effect/vitest"
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Effect } from "effect"
import { ClientMemory } from "../support/mcp/ClientMemory.ts"
import type { FormBrowser } from "../support/pages/FormBrowser.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

const makeTransport = (base: string, memory: ClientMemory) =>
  new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { authProvider: memory as OAuthClientProvider })

const connect = async (base: string, memory: ClientMemory) => {
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(makeTransport(base, memory))
  return client
}

/** Acts as a person: opens the address that the client asks for, and consents to some scopes. */
const consent = async (browser: FormBrowser, base: string, memory: ClientMemory, scope?: Array<string>) => {
  const page = await browser.open(memory.asked!.href)
  const { url } = await browser.submit(page, {
    decision: "allow",
    ...(scope === undefined ? {} : { scope })
  })
  await makeTransport(base, memory).finishAuth(new URL(url).searchParams)
}

const rpc = (name: string, args: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args }
})

layer(TestService.layer(), { excludeTestServices: true })("an agent at /mcp", (it) => {
  it.effect("is sent to ask for consent, and then works", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const memory = new ClientMemory()
        const refused = await connect(base, memory).catch((error: Error) => error.name)
        assert.strictEqual(refused, "UnauthorizedError")
        await consent(browser, base, memory)
        const client = await connect(base, memory)
        const made = await client.callTool({ name: "create_deal", arguments: { name: "By an agent" } })
        assert.notStrictEqual(made.isError, true)
        await client.close()
      })
    })
  )

  it.effect("is told which scope to ask for, gets it by consent, and continues", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const memory = new ClientMemory()
        await connect(base, memory).catch(() => undefined)
        await consent(browser, base, memory, ["deals:read"])
        const client = await connect(base, memory)
        const create = () => client.callTool({ name: "create_deal", arguments: { name: "Stepped up" } })
        const narrow = memory.saved.access_token
        const refused = await create().catch((error: Error) => error)
        assert.instanceOf(refused, Error)
        assert.strictEqual(memory.asked!.searchParams.get("scope")?.includes("deals:write"), true)
        await consent(browser, base, memory)
        assert.notStrictEqual(memory.saved.access_token, narrow)
        const again = await connect(base, memory)
        const made = await again.callTool({ name: "create_deal", arguments: { name: "Stepped up" } })
        assert.notStrictEqual(made.isError, true)
        await client.close()
        await again.close()
      })
    })
  )

  it.effect("gets challenges that name the scope to ask for, and where", () =>
    Effect.gen(function* () {
      const { as, base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const { access_token } = await app.connect(browser, {}, { scope: ["deals:read"] })
        const headers = { accept: "application/json, text/event-stream" }
        const answer = await as(access_token)("POST", "/mcp", rpc("create_deal", { name: "No" }), headers)
        assert.strictEqual(answer.status, 403)
        const challenge = answer.headers.get("www-authenticate") ?? ""
        assert.include(challenge, `error="insufficient_scope"`)
        assert.include(challenge, `scope="deals:read deals:write"`)
        assert.include(challenge, `resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`)
        const anonymous = await as("no.such.token")("POST", "/mcp", rpc("list_deals", {}), headers)
        assert.strictEqual(anonymous.status, 401)
        assert.include(anonymous.headers.get("www-authenticate"), "resource_metadata=")
      })
    })
  )
})
