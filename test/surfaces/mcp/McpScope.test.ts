import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { all, type Scope } from "../../../schema/Scope.ts"
import { bearer, inModern, legacy, send } from "../../support/mcp/McpMessages.ts"
import { OAuthApp } from "../../support/mcp/OAuthApp.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const create = { name: "create_deal", arguments: { name: "No" } }

/** Messages with a token and a Scope header, in both revisions. */
const caller = (url: string, token: string, scope: string) => {
  const headers = { ...bearer(token), scope }
  return {
    list: Effect.map(
      Effect.promise(() => send(url, "POST", headers, legacy("tools/list"))),
      ({ body }) => body.result.tools.map(({ name }: any) => name) as ReadonlyArray<string>
    ),
    call: (params: Record<string, unknown>) =>
      Effect.promise(() => {
        const { body, headers: modern } = inModern("tools/call", params)
        return Promise.all([
          send(url, "POST", headers, legacy("tools/call", params)),
          send(url, "POST", { ...headers, ...modern }, body)
        ])
      })
  }
}

const app = Effect.fnUntraced(function* (...scopes: ReadonlyArray<Scope>) {
  const { base, browser } = yield* SignedIn.make()
  return yield* Effect.promise(async () => {
    const made = await OAuthApp.make(base)
    const tokens = await made.connect(
      browser,
      { scope: scopes.join(" ") },
      { scope: scopes as Array<string> }
    )
    return { base, token: tokens.access_token }
  })
})

layer(TestService.layer(), { excludeTestServices: true })("a Scope header on /mcp", (it) => {
  it.effect("leaves only the tools that its scopes allow, and no way to ask for what it gave up", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey, workspace } = yield* service.workspace()
      const reading = yield* caller(service.url, apiKey.token, "deals:read").list
      assert.includeMembers([...reading], ["list_deals", "get_deal"])
      for (const name of ["create_deal", "list_leads", "undo", "request_access"]) {
        assert.notInclude(reading, name)
      }
      const leads = yield* caller(service.url, apiKey.token, "leads:read leads:write").list
      assert.includeMembers([...leads], ["list_leads"])
      assert.notInclude(leads, "list_deals")
      const whole = yield* caller(service.url, apiKey.token, all.join(" ")).list
      assert.include(whole, "undo")
      const { token } = yield* service.member(workspace.id, "viewer")
      const viewer = yield* caller(service.url, token, "deals:read deals:write").list
      assert.deepStrictEqual(viewer, reading)
    })
  )

  it.effect("refuses a call beyond it without a challenge, and says that the request gave it up", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey } = yield* service.workspace()
      for (const { body, headers, status } of yield* caller(service.url, apiKey.token, "deals:read").call(
        create
      )) {
        assert.deepStrictEqual([status, headers["www-authenticate"]], [200, undefined])
        assert.isTrue(body.result.isError)
        const { error } = body.result.structuredContent
        assert.strictEqual(error.code, "insufficient_scope")
        assert.deepStrictEqual(error.meta, { scope: "deals:write", lacking: "request" })
      }
      const access = { name: "request_access", arguments: { scopes: ["deals:write"] } }
      for (const { body } of yield* caller(service.url, apiKey.token, "deals:read").call(access)) {
        assert.isTrue(body.result.isError)
        assert.include(body.result.content[0].text, "gave up deals:write")
      }
    })
  )

  it.effect("asks for consent only for what the header asks for and the consent lacks", () =>
    Effect.gen(function* () {
      const { base, token } = yield* app("deals:read")
      const narrow = caller(base, token, "deals:read")
      assert.notInclude(yield* narrow.list, "request_access")
      for (const { headers, status } of yield* narrow.call(create)) {
        assert.deepStrictEqual([status, headers["www-authenticate"]], [200, undefined])
      }
      const asking = caller(base, token, "deals:read deals:write")
      assert.include(yield* asking.list, "request_access")
      for (const { headers, status } of yield* asking.call(create)) {
        assert.strictEqual(status, 403)
        assert.include(String(headers["www-authenticate"]), `scope="deals:read deals:write"`)
      }
    })
  )

  it.effect("is refused if it names something else", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey } = yield* service.workspace()
      for (const { body, status } of yield* caller(service.url, apiKey.token, "deals").call(create)) {
        assert.deepStrictEqual([status, body.error.code], [400, "invalid_scope"])
      }
    })
  )
})
