import { assert, layer } from "@effect/vitest"
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Effect } from "effect"
import { ClientMemory } from "../support/mcp/ClientMemory.ts"
import type { FormBrowser } from "../support/pages/FormBrowser.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

const makeTransport = (base: string, memory: ClientMemory, query = "") =>
  new StreamableHTTPClientTransport(new URL(`${base}/mcp${query}`), {
    authProvider: memory as OAuthClientProvider
  })

const connect = async (base: string, memory: ClientMemory, query = "") => {
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(makeTransport(base, memory, query))
  return client
}

const listed = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

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

  it.effect("gets suggestions of what its consent lets it read, and is asked for no more", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const suggested = async (scope: Array<string> | undefined) => {
          const memory = new ClientMemory()
          await connect(base, memory).catch(() => undefined)
          await consent(browser, base, memory, scope)
          const client = await connect(base, memory)
          if (scope === undefined)
            await client.callTool({ name: "create_deal", arguments: { name: "Trailers" } })
          const ref = { type: "ref/resource", uri: "pipeline://deals/{deal}" } as const
          const { completion } = await client.complete({ ref, argument: { name: "deal", value: "trail" } })
          await client.close()
          return completion.values
        }
        assert.deepStrictEqual(await suggested(undefined), ["Trailers"])
        assert.deepStrictEqual(await suggested(["leads:read"]), [])
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

  it.effect("sees what its consent allows, and may ask for the rest with request_access", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const memory = new ClientMemory()
        await connect(base, memory).catch(() => undefined)
        await consent(browser, base, memory, ["deals:read"])
        const client = await connect(base, memory)
        const names = await listed(client)
        assert.includeMembers(names, ["list_deals", "get_deal", "request_access"])
        assert.notIncludeMembers(names, ["create_deal", "list_leads", "get_pipeline_summary"])
        const ask = { name: "request_access", arguments: { scopes: ["leads:read"] } }
        assert.instanceOf(await client.callTool(ask).catch((error: Error) => error), Error)
        assert.strictEqual(memory.asked!.searchParams.get("scope")?.includes("leads:read"), true)
        await consent(browser, base, memory)
        const again = await connect(base, memory)
        assert.includeMembers(await listed(again), ["list_deals", "list_leads", "request_access"])
        assert.notInclude(await listed(again), "create_deal")
        const granted: any = await again.callTool(ask)
        assert.include(granted.content[0].text, "Granted: leads:read")
        const wrong: any = await again.callTool({ ...ask, arguments: { scopes: "leads:read" } })
        assert.isTrue(wrong.isError)
        await client.close()
        await again.close()
      })
    })
  )

  it.effect("works alike at a narrowed address, whose tokens are for the same resource", () =>
    Effect.gen(function* () {
      const { as, base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const memory = new ClientMemory()
        const query = "?toolset=deals&readonly=true"
        await connect(base, memory, query).catch(() => undefined)
        assert.strictEqual(memory.asked!.searchParams.get("resource"), `${base}/mcp`)
        await consent(browser, base, memory, ["deals:read"])
        const claims = JSON.parse(
          Buffer.from(memory.saved.access_token.split(".")[1], "base64url").toString()
        )
        assert.strictEqual(claims.aud, `${base}/mcp`)
        const client = await connect(base, memory, query)
        const names = await listed(client)
        assert.include(names, "get_deal")
        assert.notInclude(names, "create_deal")
        const create = { name: "create_deal", arguments: { name: "No" } }
        const refused: any = await client.callTool(create).catch((error: Error) => error)
        assert.strictEqual(refused.code, -32602)
        assert.include(refused.message, "because it writes")
        // No consent is asked for where the address would refuse the call all the same.
        const { status } = await as(memory.saved.access_token)("POST", `/mcp${query}`, rpc("create_deal", {}))
        assert.strictEqual(status, 200)
        await client.close()
      })
    })
  )

  it.effect("is asked for the scopes of a lead only where a tool names one", () =>
    Effect.gen(function* () {
      const { as, base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const scopes = ["deals:read", "deals:write"]
        const { access_token } = await app.connect(browser, {}, { scope: scopes })
        const headers = { accept: "application/json, text/event-stream" }
        const lead = "00000000-0000-7000-8000-000000000001"
        const use = { id: "Follow-up" }
        for (const [name, args, wanted] of [
          ["log_template_use", { ...use, leadId: lead }, "deals:read deals:write leads:write"],
          ["render_template", { ...use, leadId: lead }, "deals:read deals:write leads:read"],
          ["promote_lead", { id: lead }, "deals:read deals:write leads:write"],
          ["match_contact", { email: "a@b.example" }, "deals:read deals:write leads:read"],
          ["create_webhook", { events: ["lead.created"] }, "deals:read deals:write leads:read"],
          ["log_template_use", { ...use, leadId: "" }, undefined],
          ["log_template_use", { ...use, leadId: null }, undefined],
          ["render_template", use, undefined],
          ["list_members", {}, undefined],
          ["list_templates", {}, undefined],
          ["set_board_goals", { deals_won: 1 }, undefined]
        ] as const) {
          const { body, ...answer } = await as(access_token)("POST", "/mcp", rpc(name, args), headers)
          const challenge = answer.headers.get("www-authenticate") ?? undefined
          if (wanted === undefined) {
            assert.deepStrictEqual([answer.status, challenge], [200, undefined], name)
            assert.isNotTrue(body.result.isError, JSON.stringify(body))
            continue
          }
          assert.strictEqual(answer.status, 403, name)
          assert.include(challenge, `error="insufficient_scope", scope="${wanted}"`, name)
          assert.strictEqual(body.error.meta.lacking, "consent")
        }
      })
    })
  )

  it.effect("is not asked for more scopes for what only admins may do, if the person is none", () =>
    Effect.gen(function* () {
      const { as, base, workspace } = yield* SignedIn.make()
      const member = yield* (yield* TestService).member(workspace.id, "member")
      const theirs = yield* SignedIn.browserOf(member.id)
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const { access_token } = await app.connect(theirs, {}, { scope: ["deals:read"] })
        const hook = { url: "https://hooks.slack.com/services/T0/B0/x", events: ["deal.won", "lead.created"] }
        const headers = { accept: "application/json, text/event-stream" }
        const answer = await as(access_token)("POST", "/mcp", rpc("create_webhook", hook), headers)
        assert.strictEqual(answer.status, 200)
        assert.strictEqual(answer.body.result.structuredContent.error.code, "admin_required")
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
