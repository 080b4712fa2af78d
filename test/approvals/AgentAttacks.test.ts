import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Agent from "../support/approvals/Agent.ts"
import { bearer, legacy, send as post } from "../support/mcp/McpMessages.ts"
import { TestService } from "../support/server/TestService.ts"

const open = Effect.gen(function* () {
  const service = yield* TestService
  const admin = yield* service.workspace()
  const scout = yield* Agent.make(admin, {
    operations: { deals: "ask", "leads.update": "ask", "templates.delete": "deny" }
  })
  const deal = yield* Agent.deal(admin)
  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    Effect.promise(() => scout.send(method, path, body, headers))
  const asAdmin = (method: string, path: string, body?: unknown) =>
    Effect.promise(async () => (await admin.send(method, path, body)).body)
  const lead = (yield* asAdmin("POST", "/v1/leads", { firstName: "Mia", companyName: "Acme" })).id as string
  const tool = (name: string, args: object) =>
    Effect.map(
      Effect.promise(() =>
        post(service.url, "POST", bearer(scout.token), legacy("tools/call", { name, arguments: args }))
      ),
      ({ body }) => body.result
    )
  return { admin, asAdmin, deal, lead, scout, send, service, tool }
})

layer(TestService.layer({ PROMOTION_ENABLED: "true" }))("a credential's rules", (it) => {
  it.effect("hold the same write in every form: bulk, plan, promotion, templates, undo, another key", () =>
    Effect.gen(function* () {
      const { admin, asAdmin, deal, lead, send } = yield* open
      const path = `/v1/deals/${deal.id}`
      const [template] = (yield* asAdmin("GET", "/v1/templates")).data
      const stages = yield* asAdmin("GET", `/v1/boards/${admin.board.id}/stages`)
      const dry = yield* send("PATCH", path, { company: "Acme" }, { "dry-run": "true" })
      assert.strictEqual(dry.status, 200, dry.text)
      const before = yield* asAdmin("GET", path)
      for (const [method, at, body, headers] of [
        ["PATCH", path, { company: "Acme" }, {}],
        ["PATCH", path, { company: "Acme" }, { plan: dry.body.dryRun.plan }],
        ["PATCH", path, { company: "Acme" }, { "idempotency-key": "another" }],
        ["PATCH", path, { company: "Acme" }, { scope: "deals:read deals:write" }],
        ["PATCH", path, { stageId: stages[1].id }, {}],
        ["POST", `${path}/move`, { toStageId: stages[1].id }, {}],
        ["POST", "/v1/deals/bulk-update", { ids: [deal.id], amountPercent: 1 }, {}],
        ["POST", "/v1/deals/bulk-move", { ids: [deal.id], toStageId: stages[1].id }, {}],
        ["POST", "/v1/deals", { boardId: admin.board.id, name: "New" }, {}],
        ["DELETE", path, undefined, {}],
        ["PATCH", `/v1/leads/${lead}`, { triageStatus: "junk" }, {}],
        ["POST", "/v1/leads/bulk-triage", { ids: [lead], triageStatus: "junk" }, {}],
        ["POST", `/v1/leads/${lead}/promote`, {}, {}],
        ["POST", `/v1/templates/${template.id}/use`, { lead_id: lead }, {}]
      ] as const) {
        const answer = yield* send(method, at, body, headers)
        assert.strictEqual(answer.status, 202, `${method} ${at}: ${answer.text}`)
      }
      assert.deepStrictEqual(yield* asAdmin("GET", path), before)
      const { triageStatus } = yield* asAdmin("GET", `/v1/leads/${lead}`)
      assert.strictEqual(triageStatus, "new")
      const counted = yield* send("POST", `/v1/templates/${template.id}/use`, {})
      assert.isBelow(counted.status, 202, "what no rule names goes on")
    })
  )

  it.effect("hold an undo, which may come to a write that is asked for or refused", () =>
    Effect.gen(function* () {
      const { admin, asAdmin, deal, scout } = yield* open
      const moved = yield* Effect.promise(() =>
        admin.send("PATCH", `/v1/deals/${deal.id}`, { company: "Acme" })
      )
      const requestId = moved.headers.get("service-request-id")
      yield* scout.setRules({ operations: { deals: "deny" } })
      const refused = yield* Effect.promise(() => scout.send("POST", "/v1/undo", { requestId }))
      assert.strictEqual(refused.body.error.code, "denied_by_rule")
      yield* scout.setRules({ operations: { deals: "ask" } })
      const asked = yield* Effect.promise(() => scout.send("POST", "/v1/undo", { requestId }))
      assert.strictEqual(asked.status, 202, asked.text)
      assert.strictEqual((yield* asAdmin("GET", `/v1/deals/${deal.id}`)).company, "Acme")
    })
  )

  it.effect("hold tools, by name and by log, and give no page to a key", () =>
    Effect.gen(function* () {
      const { asAdmin, deal, lead, scout, service, tool } = yield* open
      const calls = [
        ["update_deal", { id: "Fleet", company: "Acme" }],
        ["bulk_update_deals", { filter: { q: "Fleet" }, amountPercent: 1 }],
        ["triage_lead", { id: lead, triageStatus: "junk" }],
        ["patch_lead_enrichment", { id: lead, enrichment: { score: 1 } }],
        ["bulk_triage_leads", { ids: [lead], triageStatus: "junk" }],
        ["promote_lead", { id: lead }]
      ] as const
      for (const [name, args] of calls) {
        const result = yield* tool(name, args)
        assert.isDefined(result.structuredContent.notDone, `${name}: ${result.content[0].text}`)
      }
      const [template] = (yield* asAdmin("GET", "/v1/templates")).data
      const logged = yield* tool("log_template_use", { id: template.id, leadId: lead })
      assert.isDefined(logged.structuredContent.notDone, logged.content[0].text)
      assert.isNull((yield* asAdmin("GET", `/v1/deals/${deal.id}`)).company)
      const page = yield* Effect.promise(() =>
        fetch(`${service.url}/approvals`, { headers: bearer(scout.token), redirect: "manual" })
      )
      assert.strictEqual(page.status, 303)
    })
  )

  it.effect("are not the agent's to change, nor its requests to decide, even for an admin's key", () =>
    Effect.gen(function* () {
      const { asAdmin, deal, scout, send, tool } = yield* open
      const { approval } = (yield* send("PATCH", `/v1/deals/${deal.id}`, { company: "Acme" })).body
      for (const [method, path, body] of [
        ["POST", `/v1/approvals/${approval.id}/approve`, {}],
        ["POST", `/v1/approvals/${approval.id}/decline`, {}],
        ["PUT", `/v1/rules/${scout.id}`, {}],
        ["PUT", `/v1/rules/${scout.id}`, { default: "allow", operations: { deals: "allow" } }]
      ] as const) {
        const answer = yield* send(method, path, body)
        assert.strictEqual(answer.status, 403, `${method} ${path}: ${answer.text}`)
      }
      const tried = yield* tool("approve", { id: approval.id })
      assert.isUndefined(tried)
      assert.strictEqual((yield* asAdmin("GET", `/v1/approvals/${approval.id}`)).status, "pending")
      assert.isNull((yield* asAdmin("GET", `/v1/deals/${deal.id}`)).company)
    })
  )
})
