import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestService } from "../../../support/server/TestService.ts"

const open = Effect.gen(function* () {
  const { url, workspace } = yield* TestService
  const { apiKey, board, send } = yield* workspace()
  const post = (message: object) =>
    Effect.promise(async () => {
      const response = await fetch(`${url}/mcp`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey.token}`, "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message })
      })
      return (await response.json()) as any
    })
  const call = (name: string, args: unknown) =>
    Effect.map(
      post({ method: "tools/call", params: { name, arguments: args } }),
      ({ result }) => result.structuredContent
    )
  const create = (path: string, sent: object) =>
    Effect.map(
      Effect.promise(() => send("POST", path, { boardId: board.id, ...sent })),
      ({ body }) => body
    )
  return { board, call, create, post }
})

layer(TestService.layer())("Arguments of tools that a client sent as text", (it) => {
  it.effect("are read where that is unambiguous", () =>
    Effect.gen(function* () {
      const { board, call, create } = yield* open
      const deals = yield* Effect.forEach([1, 2, 3, 4], (n) => create("/v1/deals", { name: `Deal ${n}` }))
      const lead = yield* create("/v1/leads", { firstName: "Mia" })
      const id = deals[0].id
      assert.strictEqual((yield* call("list_deals", { limit: "3" })).data.length, 3)
      const labelled = yield* call("update_deal", { id, labels: '["hot","vip"]', detail: "full" })
      assert.deepStrictEqual(labelled.labels, ["hot", "vip"])
      const made = yield* call("create_deal", {
        boardId: board.id,
        name: "12",
        amountCents: "125000",
        detail: "full"
      })
      assert.deepStrictEqual([made.name, made.amountCents], ["12", 125_000])
      assert.property(yield* call("update_deal", { id, company: "X", dryRun: "true" }), "dryRun")
      assert.strictEqual((yield* call("get_deal", { id })).company, null)
      const enriched = yield* call("patch_lead_enrichment", {
        id: lead.id,
        enrichment: '{"score": "55"}',
        detail: "full"
      })
      assert.strictEqual(enriched.enrichment.score, 55)
      const triaged = yield* call("bulk_triage_leads", {
        ids: JSON.stringify([lead.id]),
        triageStatus: "contacted"
      })
      assert.isUndefined(triaged.error)
      assert.strictEqual((yield* call("get_lead", { id: lead.id })).triageStatus, "contacted")
      const renamed = yield* call("update_deal", { id, labels: "hot", clear: "company", detail: "full" })
      assert.deepStrictEqual(renamed.labels, ["hot"])
      assert.isUndefined((yield* call("query_pipeline", { measure: "count", groupBy: "owner" })).error)
      assert.isUndefined((yield* call("list_leads", { fields: "email" })).error)
      const found = yield* call("bulk_update_deals", { ids: "Deal 3", addLabels: "hot" })
      assert.deepStrictEqual(found, { updated: 1, unchanged: 0 })
      for (const several of ["hot,vip", "[hot]"]) {
        const { error } = yield* call("update_deal", { id, labels: several })
        assert.include(error.message, "labels must be an array")
      }
      for (const limit of ["three", "3.0", "1e1", " 3 "]) {
        const { error } = yield* call("list_deals", { limit })
        assert.strictEqual(error.message, "limit must be an integer from 1 to 100.", limit)
      }
    })
  )

  it.effect(
    "a number that can't be kept is refused with its path, also where all arguments came as text",
    () =>
      Effect.gen(function* () {
        const { post } = yield* open
        const text = '{"boardId": "b", "name": "n", "amountCents": 12345678901234567890}'
        const answer = yield* post({ method: "tools/call", params: { name: "create_deal", arguments: text } })
        assert.include(JSON.stringify(answer), "amountCents ")
      })
  )

  it.effect("null members of messages count as absent", () =>
    Effect.gen(function* () {
      const { post } = yield* open
      for (const method of ["tools/list", "prompts/list", "resources/list", "ping"]) {
        assert.property(yield* post({ method, params: null }), "result", method)
        assert.property(yield* post({ method, params: { _meta: null, cursor: null } }), "result", method)
      }
      const called = yield* post({
        method: "tools/call",
        params: { name: "list_deals", arguments: null, _meta: null }
      })
      assert.property(called.result.structuredContent, "data")
      const prompted = yield* post({
        method: "prompts/get",
        params: { name: "monthly-review", arguments: { board: null, month: null } }
      })
      assert.include(prompted.result.messages[0].content.text, "Review this month.")
      const initialized = yield* post({
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: null, clientInfo: { name: "a", version: "1" } }
      })
      assert.property(initialized.result, "serverInfo")
      for (const month of ["May", "0000-05", "2026-13", "2026-5"]) {
        const { error } = yield* post({
          method: "prompts/get",
          params: { name: "monthly-review", arguments: { month } }
        })
        assert.include(error.message, "month must be a calendar month such as 2026-05", month)
      }
    })
  )
})
