import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { agentOf, asked } from "../support/approvals/Agents.ts"
import { contract, created, ok, workspace } from "../support/server/Contract.ts"

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

  it.effect("tells all records, and values to their ends, without signs that hide or turn others", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const agent = yield* agentOf(mine, { operations: { "deals.update": "ask" } })
      const ids: Array<string> = []
      for (let n = 0; n < 40; n += 1) {
        ids.push((yield* created(mine.post("/v1/deals", { boardId: mine.board.id, name: `Deal ${n}.` }))).id)
      }
      const bulk = yield* asked(agent.post("/v1/deals/bulk-update", { ids, addLabels: ["north"] }))
      assert.lengthOf(bulk.details, 21)
      const { details } = yield* ok(mine.get(`/v1/approvals/${bulk.id}`))
      assert.deepStrictEqual(
        details.map(({ title }: any) => title).toSorted(),
        ids.map((_, n) => `Deal “Deal ${n}.” changed`).toSorted()
      )
      const body = {
        keyTerms: `${"Net 60. ".repeat(90)}and a discount of 90 %`,
        company: "A\u202Ecme\u200B” → “C"
      }
      const long = yield* asked(agent.patch(`/v1/deals/${ids[0]!}`, body))
      assert.notInclude(JSON.stringify(long.details), "90 %")
      const [{ lines }] = (yield* ok(mine.get(`/v1/approvals/${long.id}`))).details
      assert.include(lines, `key terms: nothing → “${body.keyTerms}”`)
      assert.include(lines, 'company: nothing → “A[U+202E]cme[U+200B]" → "C”')
    })
  )
})
