import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { all } from "../../schema/Scope.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import {
  type Api,
  as,
  contract,
  created,
  member,
  ok,
  refused,
  workspace
} from "../support/server/Contract.ts"
import { TestService } from "../support/server/TestService.ts"

const only = (...scopes: ReadonlyArray<string>) => ({ scope: scopes.join(" ") })

const scopesOf = (caller: Api, headers: Record<string, string>) =>
  Effect.map(ok(caller.get("/v1/me", headers)), (me) => me.auth.scopes as ReadonlyArray<string>)

const gaveUp = (scope: string) => ({ scope, lacking: "request" })

/** One RPC call; what came of it. */
const rpc = (tag: string, payload: object, sent: object, own: ReadonlyArray<[string, string]> = []) =>
  Effect.gen(function* () {
    const service = yield* TestService
    const { token, ...headers } = sent as Record<string, string>
    const message = { _tag: "Request", id: "1", tag, payload, headers: own }
    return yield* Effect.promise(async () => {
      const response = await fetch(`${service.url}/rpc`, {
        method: "POST",
        headers: { ...headers, authorization: `Bearer ${token}`, "content-type": "application/ndjson" },
        body: `${JSON.stringify(message)}\n`
      })
      return { status: response.status, text: await response.text() }
    })
  })

contract("a request with a Scope header", (it) => {
  it.effect("has what the credential, the role and the header all allow, and never more", () =>
    Effect.gen(function* () {
      const owner = yield* workspace()
      const viewer = yield* member(owner.workspace.id, "viewer")
      assert.deepStrictEqual(yield* scopesOf(owner, only("leads:read", "deals:read")), [
        "deals:read",
        "leads:read"
      ])
      assert.deepStrictEqual(yield* scopesOf(owner, { scope: "  deals:read   deals:read " }), ["deals:read"])
      assert.deepStrictEqual(yield* scopesOf(owner, only(...all)), [...all])
      assert.deepStrictEqual(yield* scopesOf(viewer, only("deals:write", "deals:read")), ["deals:read"])
      assert.deepStrictEqual(yield* scopesOf(viewer, only("deals:write")), [])
    })
  )

  it.effect("is told that it gave up the scope itself, or that the role lacks it", () =>
    Effect.gen(function* () {
      const owner = yield* workspace()
      const viewer = yield* member(owner.workspace.id, "viewer")
      const write = (caller: Api, ...scopes: ReadonlyArray<string>) =>
        refused(caller.post("/v1/deals", { name: "No" }, only(...scopes)), 403, "insufficient_scope")
      const own = yield* write(owner, "deals:read")
      assert.deepStrictEqual(own.meta, gaveUp("deals:write"))
      assert.include(own.message, "its header Scope asks for deals:read only")
      assert.deepStrictEqual((yield* write(viewer, "deals:read")).meta.lacking, "role")
      assert.deepStrictEqual((yield* write(viewer, "deals:write")).meta.lacking, "role")
      const lead = yield* created(
        owner.post("/v1/leads", { workEmail: "ada@lovelace.example", message: "Hi", boardId: owner.board.id })
      )
      const both = `/v1/leads/${lead.id}?include=deal`
      yield* ok(owner.get(both, only("leads:read", "deals:read")))
      const further = yield* refused(owner.get(both, only("leads:read")), 403, "insufficient_scope")
      assert.deepStrictEqual(further.meta, gaveUp("deals:read"))
      yield* refused(owner.get("/v1/audit", only("deals:read")), 403, "insufficient_scope")
      yield* refused(owner.post("/v1/boards", { name: "B" }, only("deals:read")), 403, "insufficient_scope")
    })
  )

  it.effect("is put down to what it gave up before what the consent lacks", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      const token = yield* Effect.promise(async () => {
        const made = await OAuthApp.make(base)
        const tokens = await made.connect(browser, { scope: "leads:read" }, { scope: ["leads:read"] })
        return tokens.access_token
      })
      const app = yield* as(token)
      const match = (headers?: Record<string, string>) =>
        Effect.map(
          refused(app.get("/v1/match?email=a@b.example", headers), 403, "insufficient_scope"),
          ({ meta }) => meta
        )
      assert.deepStrictEqual(yield* match(), { scope: "deals:read", lacking: "consent" })
      assert.deepStrictEqual(yield* match(only("leads:read")), gaveUp("deals:read"))
      assert.deepStrictEqual(yield* match(only("pipeline:read", "deals:read")), gaveUp("leads:read"))
      assert.deepStrictEqual(yield* scopesOf(app, only("leads:read", "deals:read")), ["leads:read"])
    })
  )

  it.effect("is refused if it names something else, and told the scopes", () =>
    Effect.gen(function* () {
      const { get } = yield* workspace()
      for (const scope of ["deals:reed", "deals:read,leads:read", "", "  ", "*", "DEALS:READ", "openid"]) {
        const error = yield* refused(get("/v1/me", { scope }), 400, "invalid_scope")
        assert.deepStrictEqual(error.meta, { scopes: [...all] })
        for (const one of all) assert.include(error.message, one)
      }
      const error = yield* refused(get("/v1/me", { scope: "deals:reed" }), 400, "invalid_scope")
      assert.include(error.message, "did you mean deals:read?")
    })
  )

  it.effect("is not told what a request with more was told under the same idempotency key", () =>
    Effect.gen(function* () {
      const owner = yield* workspace()
      const sql = yield* SqlClient.SqlClient
      const post = (key: string, headers: Record<string, string> = {}) =>
        owner.post(
          "/v1/deals",
          { boardId: owner.board.id, name: key },
          { "idempotency-key": key, ...headers }
        )
      const deal = yield* created(post("deal"))
      yield* refused(post("deal", only("deals:read")), 403, "insufficient_scope")
      yield* refused(post("deal", only("deals:write")), 409, "idempotency_key_reused")
      assert.strictEqual((yield* created(post("deal"))).id, deal.id)
      const narrow = yield* created(post("narrow", only("deals:write", "deals:read")))
      const again = yield* post("narrow", only("deals:read", "deals:write"))
      assert.deepStrictEqual([again.body.id, again.headers.get("idempotent-replayed")], [narrow.id, "true"])
      const token = (headers: Record<string, string>) =>
        owner.post("/v1/embed-token", {}, { "idempotency-key": "panel", ...headers })
      yield* ok(token({}))
      yield* refused(token(only("deals:read")), 409, "idempotency_key_reused")
      yield* ok(owner.post("/v1/embed-token", {}, only("deals:read", "deals:write")))
      const rows = yield* sql<{ granted: ReadonlyArray<string> }>`SELECT granted FROM embed_grants
        WHERE workspace_id = ${owner.workspace.id} ORDER BY cardinality(granted)`
      assert.deepStrictEqual(
        rows.map(({ granted }) => granted),
        [["deals:read", "deals:write"], [...all]]
      )
    })
  )

  it.effect("is written to the audit log if it is refused", () =>
    Effect.gen(function* () {
      const owner = yield* workspace()
      yield* refused(owner.post("/v1/deals", { name: "No" }, only("deals:read")), 403, "insufficient_scope")
      const entry = ok(owner.get("/v1/audit?outcome=insufficient_scope")).pipe(
        Effect.repeat({ until: ({ data }) => data.length > 0, times: 300 })
      )
      assert.strictEqual((yield* entry).data[0].operation, "deals.create")
    })
  )

  it.effect("is the same over RPC, and a message can't take back what its request gave up", () =>
    Effect.gen(function* () {
      const { apiKey, board } = yield* workspace()
      const deal = { boardId: board.id, name: "By RPC" }
      const { token } = apiKey
      const narrow = yield* rpc("deals.create", deal, { token, scope: "deals:read" })
      assert.include(narrow.text, "insufficient_scope")
      const own = yield* rpc("deals.create", deal, { token }, [["Scope", "deals:read"]])
      assert.include(own.text, "insufficient_scope")
      assert.include((yield* rpc("deals.create", deal, { token, scope: "x" })).text, "invalid_scope")
      const both = yield* rpc("deals.create", deal, { token, scope: "deals:read" }, [
        ["scope", "deals:write"]
      ])
      assert.strictEqual(both.status, 400)
      assert.include(both.text, "invalid_body")
      const enough = yield* rpc("deals.create", deal, { token, scope: "deals:write" })
      assert.include(enough.text, "By RPC")
    })
  )

  it.effect("is allowed from other origins", () =>
    Effect.gen(function* () {
      const { request } = yield* workspace()
      const { headers } = yield* request("OPTIONS", "/v1/deals")
      assert.include(String(headers.get("access-control-allow-headers")).split(", "), "scope")
    })
  )
})
