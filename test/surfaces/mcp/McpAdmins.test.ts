import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { open } from "../../support/mcp/McpCaller.ts"
import { TestService } from "../../support/server/TestService.ts"

layer(TestService.layer())("admins' tools", (it) => {
  const slack = { url: "https://hooks.slack.com/services/T0/B0/abcd", events: ["deal.won"] }

  it.effect("post won deals to Slack in one call", () =>
    Effect.gen(function* () {
      const { call, client } = yield* open
      const made = yield* call("create_webhook", slack)
      assert.deepStrictEqual(
        [made.boardId, made.provider, made.signingSecret],
        [client.board.id, "slack", null]
      )
      const hook = { url: "https://192.0.43.8/h", events: ["deal.stage_changed"] }
      const own = yield* call("create_webhook", { ...hook, stageFilter: ["proposal", "Won"] })
      assert.match(own.signingSecret, /^whsec_/u)
      assert.strictEqual(own.stageFilter.length, 2)
      const { data } = yield* call("list_webhooks", { boardId: client.board.id })
      assert.deepStrictEqual(
        data.map((row: any) => row.id),
        [own.id, made.id]
      )
      assert.notProperty(data[0], "maker")
      const stage = yield* call("create_webhook", { ...hook, stageFilter: ["Nowhere"] })
      assert.deepStrictEqual([stage.error.code, stage.error.meta.stages.length], ["invalid_stage", 7])
      const url = yield* call("create_webhook", { ...hook, url: "http://10.0.0.1/" })
      assert.strictEqual(url.error.code, "invalid_url")
      assert.deepStrictEqual(yield* call("delete_webhook", { id: own.id }), { id: own.id, deleted: true })
      assert.strictEqual((yield* call("delete_webhook", { id: own.id })).error.code, "webhook_not_found")
    })
  )

  it.effect("set only the goals sent, which the month is then held against", () =>
    Effect.gen(function* () {
      const { call, client, rest } = yield* open
      yield* call("set_board_goals", { boardId: client.board.id, proposals: 8, deals_won: 2 })
      const after = yield* call("set_board_goals", { deals_won: 3, deal_value: null, clear: ["proposals"] })
      const goals = { proposals: null, deals_won: 3, deal_value: null }
      assert.deepStrictEqual(after, { ...goals, currency: "USD" })
      assert.deepStrictEqual(yield* rest("GET", `/v1/boards/${client.board.id}/goals`), goals)
      const month = yield* call("show_this_month", {})
      assert.deepInclude(
        month.metrics.find((one: any) => one.key === "deals_won"),
        { current: 0, goal: 3 }
      )
      const { error } = yield* call("set_board_goals", { boardId: "Nowhere", deals_won: 1 })
      assert.strictEqual(error.meta.boards.length, 1)
    })
  )

  it.effect("refuse others, and say whom to ask", () =>
    Effect.gen(function* () {
      const { call, colleague } = yield* open
      const { id } = yield* call("create_webhook", slack)
      const member = yield* colleague("member")
      const viewer = yield* colleague("viewer")
      for (const [name, args] of [
        ["create_webhook", slack],
        ["delete_webhook", { id }],
        ["set_board_goals", { deals_won: 1 }]
      ] as const) {
        const { error } = yield* member(name, args)
        assert.strictEqual(error.code, "admin_required", name)
        assert.include(error.message, "ask one")
        assert.strictEqual((yield* viewer(name, args)).error.code, "insufficient_scope")
      }
      assert.strictEqual((yield* viewer("list_webhooks", {})).data.length, 1)
      assert.strictEqual((yield* viewer("list_members", {})).data.length, 3)
      assert.strictEqual((yield* viewer("list_templates", {})).data.length, 5)
      const { error } = yield* viewer("log_template_use", { id: "Follow-up" })
      assert.deepStrictEqual(error.meta, { scope: "deals:write", lacking: "role" })
    })
  )

  it.effect("say what to do where promotion is switched off", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      const { id } = yield* call("create_lead", { firstName: "Mia" })
      const { error } = yield* call("promote_lead", { id })
      assert.strictEqual(error.code, "promote_disabled")
      assert.include(error.message, "PROMOTION_ENABLED=true")
      assert.include(error.message, "create_deal")
    })
  )
})
