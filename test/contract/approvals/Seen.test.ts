import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { agentOf, asked } from "../../support/approvals/Agents.ts"
import { contract, ok, workspace } from "../../support/server/Contract.ts"

contract("what an admin sees of a write before it is approved", (it) => {
  it.effect("says where a webhook sends to, and keeps the rest of its URL", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const agent = yield* agentOf(mine, { default: "ask" }, "admin")
      const url = "https://collect.example:8443/hooks/very-secret"
      const { id, summary } = yield* asked(
        agent.post("/v1/webhooks", { boardId: mine.board.id, url, events: ["deal.won"] })
      )
      assert.include(summary, "sends to: “https://collect.example:8443”")
      const { details } = yield* ok(mine.get(`/v1/approvals/${id}`))
      assert.include(details[0].lines, "sends to: “https://collect.example:8443”")
      assert.notInclude(JSON.stringify(details), "very-sec")
    })
  )

  it.effect("keeps the answer from a request that gave up reading what it holds", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const agent = yield* agentOf(mine, { default: "ask" })
      const { id } = yield* asked(agent.post("/v1/deals", { boardId: mine.board.id, name: "Fleet" }))
      yield* ok(mine.post(`/v1/approvals/${id}/approve`))
      const path = `/v1/approvals/${id}`
      assert.strictEqual((yield* ok(agent.get(path))).answer.body.name, "Fleet")
      const told = yield* ok(agent.get(path, { scope: "pipeline:read" }))
      assert.deepStrictEqual([told.details, told.answer], [[], { status: 201, body: null }])
    })
  )
})
