import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Scope } from "../../schema/Scope.ts"
import { scopesOf } from "../../src/contract/Operation.ts"
import { routed } from "../../src/contract/Api.ts"
import { document } from "../support/mcp/Conformance.ts"
import { as, contract, created, ok, refused } from "../support/server/Contract.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

const hook = "https://192.0.43.8/hooks"

/** A workspace, its owner's key, and apps with some scopes. */
const site = Effect.gen(function* () {
  const mine = yield* SignedIn.make()
  const owner = yield* as(mine.apiKey.token)
  const app = (...scopes: ReadonlyArray<Scope>) =>
    Effect.flatMap(
      Effect.promise(async () => {
        const made = await OAuthApp.make(mine.base)
        return made.connect(mine.browser, { scope: scopes.join(" ") }, { scope: scopes as Array<string> })
      }),
      ({ access_token }) => as(access_token)
    )
  const subscribe = (events: ReadonlyArray<string>) =>
    created(owner.post("/v1/webhooks", { boardId: mine.board.id, url: hook, events }))
  const lead = created(
    owner.post("/v1/leads", {
      workEmail: "ada@lovelace.example",
      message: "Call me on 555",
      boardId: mine.board.id
    })
  )
  return { ...mine, owner, app, subscribe, lead }
})

const lacks = (scope: Scope) => ({ scope, lacking: "consent" })

contract("data about a lead", (it) => {
  it.effect("is not in the audit log for an app that may read reports alone", () =>
    Effect.gen(function* () {
      const { app, lead, owner } = yield* site
      const { id } = yield* lead
      const reports = yield* app("pipeline:read")
      for (const path of [`/v1/audit?target=${id}`, `/v1/audit/export?target=${id}`]) {
        const { text } = yield* reports.get(path)
        assert.include(text, '"lacks":"leads:read"')
        assert.notInclude(text, "Call me on 555")
        assert.include((yield* owner.get(path)).text, "Call me on 555")
      }
    })
  )

  it.effect("can be subscribed to only by those who may read leads", () =>
    Effect.gen(function* () {
      const { app, board, owner, subscribe } = yield* site
      const writer = yield* app("deals:read", "deals:write")
      const wanted = { boardId: board.id, url: hook, events: ["deal.won", "lead.created"] }
      const error = yield* refused(writer.post("/v1/webhooks", wanted), 403, "insufficient_scope")
      assert.deepStrictEqual(error.meta, lacks("leads:read"))
      const own = yield* created(writer.post("/v1/webhooks", { ...wanted, events: ["deal.won"] }))
      const path = `/v1/webhooks/${own.id}`
      yield* refused(writer.patch(path, { events: ["lead.created"] }), 403, "insufficient_scope")
      assert.deepStrictEqual((yield* ok(owner.get(path))).events, ["deal.won"])
      const { id } = yield* subscribe(["lead.created"])
      for (const [method, rest, body] of [
        ["PATCH", "", { active: true }],
        ["POST", "/test", undefined],
        ["POST", "/rotate-secret", undefined]
      ] as const) {
        const call = writer.request(method, `/v1/webhooks/${id}${rest}`, body)
        assert.deepStrictEqual((yield* refused(call, 403, "insufficient_scope")).meta, lacks("leads:read"))
      }
      const both = yield* app("deals:write", "leads:read")
      yield* created(both.post("/v1/webhooks", wanted))
      yield* ok(writer.delete(`/v1/webhooks/${id}`))
    })
  )

  it.effect("is in no delivery that a token without leads:read can see, resend, or page past", () =>
    Effect.gen(function* () {
      const { app, board, lead, owner, subscribe } = yield* site
      const { id } = yield* subscribe(["lead.created", "deal.created"])
      yield* lead
      yield* created(owner.post("/v1/deals", { boardId: board.id, name: "A" }))
      const path = `/v1/webhooks/${id}/deliveries`
      const all: Array<any> = (yield* ok(owner.get(path))).data
      assert.sameMembers(
        all.map(({ event }) => event),
        ["deal.created", "lead.created"]
      )
      const leads = all.find(({ event }) => event === "lead.created")
      const reader = yield* app("deals:read", "deals:write")
      const seen = yield* ok(reader.get(`${path}?limit=1`))
      assert.deepStrictEqual(
        [seen.data.map(({ event }: any) => event), seen.hasMore],
        [["deal.created"], false]
      )
      for (const call of [reader.get(`${path}/${leads.id}`), reader.post(`${path}/${leads.id}/redeliver`)]) {
        assert.deepStrictEqual((yield* refused(call, 403, "insufficient_scope")).meta, lacks("leads:read"))
      }
      const both = yield* app("deals:read", "leads:read")
      assert.include((yield* ok(both.get(`${path}/${leads.id}`))).body, "ada@lovelace.example")
    })
  )

  it.effect("is neither triaged nor rendered with a template without the lead's scope", () =>
    Effect.gen(function* () {
      const { app, lead, owner } = yield* site
      const { id } = yield* lead
      const writer = yield* app("deals:read", "deals:write", "leads:read")
      const [template] = (yield* ok(owner.get("/v1/templates"))).data
      const path = `/v1/templates/${template.id}`
      const error = yield* refused(writer.post(`${path}/use`, { lead_id: id }), 403, "insufficient_scope")
      assert.deepStrictEqual(error.meta, lacks("leads:write"))
      assert.strictEqual((yield* ok(owner.get(`/v1/leads/${id}`))).triageStatus, "new")
      yield* ok(writer.post(`${path}/use`, { lead_id: null }))
      yield* ok(writer.get(`${path}/render?lead_id=${id}`))
      const blind = yield* app("deals:read")
      const unread = yield* refused(blind.get(`${path}/render?lead_id=${id}`), 403, "insufficient_scope")
      assert.deepStrictEqual(unread.meta, lacks("leads:read"))
    })
  )

  it.effect("is matched only for those who may read deals and leads", () =>
    Effect.gen(function* () {
      const { app } = yield* site
      const reader = yield* app("deals:read", "deals:write", "pipeline:read")
      const error = yield* refused(reader.get("/v1/match?email=a@b.example"), 403, "insufficient_scope")
      assert.deepStrictEqual(error.meta, lacks("leads:read"))
    })
  )
})

contract("the parts of a deal and a lead", (it) => {
  it.effect("need the scope of what is included", () =>
    Effect.gen(function* () {
      const { app, board, lead, owner } = yield* site
      const { id } = yield* lead
      const deal = yield* created(owner.post("/v1/deals", { boardId: board.id, name: "D" }))
      const ofDeals = yield* app("deals:read")
      const ofLeads = yield* app("leads:read")
      yield* ok(ofDeals.get(`/v1/deals/${deal.id}?include=notes,activity`))
      yield* ok(ofLeads.get(`/v1/leads/${id}?include=activity,enrichment`))
      const noLead = yield* refused(
        ofDeals.get(`/v1/deals/${deal.id}?include=lead`),
        403,
        "insufficient_scope"
      )
      assert.deepStrictEqual(noLead.meta, lacks("leads:read"))
      const noDeal = yield* refused(ofLeads.get(`/v1/leads/${id}?include=deal`), 403, "insufficient_scope")
      assert.deepStrictEqual(noDeal.meta, lacks("deals:read"))
    })
  )
})

contract("the scopes in the API description", (it) => {
  it.effect("are those of its oauth2 scheme, whose URLs answer", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const { flows } = document.components.securitySchemes.oauth2
      const { authorizationUrl, scopes, tokenUrl } = flows.authorizationCode
      const discovered = yield* Effect.promise(async (): Promise<any> =>
        (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()
      )
      const pathOf = (address: string) => new URL(address).pathname
      assert.strictEqual(pathOf(authorizationUrl), pathOf(discovered.authorization_endpoint))
      assert.strictEqual(pathOf(tokenUrl), pathOf(discovered.token_endpoint))
      for (const operation of routed) {
        const path = `/v1${operation.http.path.replace(/:([^/]+)/gu, "{$1}")}`
        const { description, security } = document.paths[path][operation.http.method.toLowerCase()]
        assert.deepStrictEqual(security, [{ bearer: [] }, { oauth2: scopesOf(operation) }], operation.id)
        for (const scope of scopesOf(operation)) assert.isString(scopes[scope])
        for (const { scope, where } of operation.also ?? [])
          assert.include(description, `Also \`${scope}\` ${where}.`)
      }
    })
  )
})
