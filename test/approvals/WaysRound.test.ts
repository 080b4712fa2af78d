import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { RpcClient } from "effect/rpc"
import { group } from "../../src/contract/Rpc.ts"
import { serialization } from "../../src/contract/RpcWire.ts"
import { agentOf, asked } from "../support/approvals/Agents.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import { bearer, legacy, send } from "../support/mcp/McpMessages.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { api, as, contract, created, ok, refused, workspace } from "../support/server/Contract.ts"
import { TestService } from "../support/server/TestService.ts"

const protocol = (url: string, token: string) =>
  RpcClient.layerProtocolHttp({
    url: `${url}/rpc`,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(token))
  }).pipe(Layer.provide([FetchHttpClient.layer, serialization]))

/** Calls of tools with a token. */
const tools = (url: string, token: string) => (name: string, args: object) =>
  Effect.map(
    Effect.promise(() => send(url, "POST", bearer(token), legacy("tools/call", { name, arguments: args }))),
    ({ body }) => body.result
  )

contract("a rule", (it) => {
  it.effect("holds on every surface, for forms of the operation, for many at once, and with any key", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const { url } = yield* TestService
      const rules = { operations: { "deals.move": "ask", "leads.update": "ask" } }
      const agent = yield* agentOf(mine, rules, "admin")
      const deal = yield* created(mine.post("/v1/deals", { boardId: mine.board.id, name: "Fleet" }))
      const lead = yield* created(
        mine.post("/v1/leads", {
          boardId: mine.board.id,
          firstName: "Mia",
          workEmail: "mia@acme.example",
          message: "Hi"
        })
      )
      const stages: ReadonlyArray<any> = yield* ok(mine.get(`/v1/boards/${mine.board.id}/stages`))
      const [, next] = stages
      const toStageId = next.id
      const path = `/v1/deals/${deal.id}/move`
      const all = [
        yield* asked(agent.post(path, { toStageId })),
        yield* asked(agent.post(path, { toStageId }, { "idempotency-key": "a" })),
        yield* asked(agent.post(path, { toStageId }, { "idempotency-key": "b" })),
        yield* asked(agent.post("/v1/deals/bulk-move", { ids: [deal.id], toStageId })),
        yield* asked(agent.patch(`/v1/deals/${deal.id}`, { stageId: toStageId })),
        yield* asked(agent.patch(`/v1/leads/${lead.id}`, { triageStatus: "junk" })),
        yield* asked(agent.post("/v1/leads/bulk-triage", { ids: [lead.id], triageStatus: "junk" }))
      ]
      const call = tools(url, agent.token)
      for (const [name, args] of [
        ["move_deal", { id: "Fleet", toStageId: next.name }],
        ["bulk_move_deals", { ids: [deal.id], toStageId: next.name }],
        ["triage_lead", { id: lead.id, triageStatus: "junk" }],
        ["patch_lead_enrichment", { id: lead.id, enrichment: { verdict: "Fit" } }]
      ] as const) {
        const { isError, structuredContent } = yield* call(name, args)
        assert.isUndefined(isError, name)
        assert.strictEqual(structuredContent.approval.status, "pending", name)
        all.push(structuredContent.approval)
      }
      const failed: any = yield* Effect.gen(function* () {
        const client = yield* RpcClient.make(group)
        return yield* Effect.flip(client["deals.move"]({ id: deal.id, toStageId }))
      }).pipe(Effect.scoped, Effect.provide(protocol(url, agent.token)))
      all.push(failed.approval)
      assert.strictEqual(new Set(all.map(({ id }) => id)).size, all.length)
      assert.strictEqual((yield* ok(mine.get(`/v1/deals/${deal.id}`))).stage.id, deal.stage.id)
      assert.strictEqual((yield* ok(mine.get(`/v1/leads/${lead.id}`))).triageStatus, "new")
      // The same call without a key is the same request.
      assert.strictEqual((yield* asked(agent.post(path, { toStageId }))).id, all[0].id)
      // A tool's call is carried out as the tool's, with names for ids.
      const tool = all.find(
        ({ operation, requestId }) => operation === "deals.move" && requestId === all[7].requestId
      )
      const { approval } = yield* ok(mine.post(`/v1/approvals/${tool.id}/approve`))
      assert.strictEqual(approval.status, "done", JSON.stringify(approval.answer))
      assert.strictEqual((yield* ok(mine.get(`/v1/deals/${deal.id}`))).stage.id, toStageId)
      // Neither an upload's address nor a secret is given out before an approval.
      yield* ok(mine.put(`/v1/rules/${agent.key}`, { default: "ask" }))
      const hook = { boardId: mine.board.id, url: "https://93.184.215.14/hook", events: ["deal.created"] }
      yield* asked(agent.post("/v1/webhooks", hook))
      const upload = yield* call("create_image_upload", {})
      assert.strictEqual(upload.structuredContent.approval.status, "pending")
      assert.notInclude(JSON.stringify(upload), "/uploads/")
    })
  )

  it.effect("holds an app with every token, whoever it acts for", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const service = yield* TestService
      const mine = api(owner.send)
      const other = yield* service.member(owner.workspace.id, "member")
      const browser = yield* SignedIn.browserOf(other.id)
      const [app, first, second, theirs] = yield* Effect.promise(async () => {
        const app = await OAuthApp.make(owner.base)
        const all = [
          await app.connect(owner.browser),
          await app.connect(owner.browser),
          await app.connect(browser)
        ] as const
        return [app, ...all.map(({ access_token }) => access_token)] as const
      })
      yield* ok(mine.put(`/v1/rules/${app.clientId}`, { default: "ask" }))
      const body = { boardId: owner.board.id, name: "Fleet" }
      const approvals = yield* Effect.forEach([first!, second!, theirs!], (token) =>
        Effect.flatMap(as(token), (client) => asked(client.post("/v1/deals", body)))
      )
      assert.deepStrictEqual(
        approvals.map(({ credential }) => credential),
        Array(3).fill(app.clientId)
      )
      const decide = (token: string) =>
        Effect.flatMap(as(token), (client) => client.post(`/v1/approvals/${approvals[2].id}/approve`))
      yield* refused(decide(first!), 403, "credential_has_rules")
      const { approval } = yield* ok(mine.post(`/v1/approvals/${approvals[2].id}/approve`))
      assert.strictEqual(approval.status, "done", JSON.stringify(approval.answer))
      const { data } = yield* ok(mine.get("/v1/audit?operation=deals.create&outcome=ok"))
      assert.deepInclude(data[0].actor, { type: "oauth", id: app.clientId, userId: other.id })
    })
  )
})
