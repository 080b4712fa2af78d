import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { agentOf, asked } from "../support/approvals/Agents.ts"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

const approve = (id: string) => `/v1/approvals/${id}/approve`

contract("a write that has to be asked for", (it) => {
  it.effect("waits with what it would do, and is done once it is approved", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const agent = yield* agentOf(mine, { operations: { "deals.move": "ask" } })
      const deal = yield* created(agent.post("/v1/deals", { boardId: mine.board.id, name: "Fleet" }))
      const stages: ReadonlyArray<any> = yield* ok(mine.get(`/v1/boards/${mine.board.id}/stages`))
      const won = stages.find(({ region }) => region === "won")
      const move = (key: string) =>
        agent.post(`/v1/deals/${deal.id}/move`, { toStageId: won.id }, { "idempotency-key": key })
      const approval = yield* asked(move("one"))
      assert.strictEqual(approval.status, "pending")
      assert.strictEqual(approval.operation, "deals.move")
      assert.strictEqual(approval.credential, agent.key)
      assert.include(
        approval.summary,
        `Move a deal: Deal “Fleet” changed (stage: “${stages[0].name}” → “Won”`
      )
      assert.strictEqual((yield* ok(agent.get(`/v1/deals/${deal.id}`))).stage.id, deal.stage.id)
      assert.deepStrictEqual(yield* asked(move("one")), approval)
      assert.deepStrictEqual(yield* ok(agent.get(`/v1/approvals/${approval.id}`)), approval)

      const { approval: done } = yield* ok(mine.post(approve(approval.id)))
      assert.deepStrictEqual([done.status, done.answer], ["done", { status: 200, body: null }])
      assert.strictEqual((yield* ok(mine.get(`/v1/deals/${deal.id}`))).stage.id, won.id)
      const told = yield* ok(agent.get(`/v1/approvals/${approval.id}`))
      assert.strictEqual(told.answer.body.id, deal.id)
      assert.strictEqual(told.decidedBy.userName, "Owner")
      const replay = yield* move("one")
      assert.deepStrictEqual([replay.status, replay.headers.get("idempotent-replayed")], [200, "true"])
      assert.deepStrictEqual(replay.body, told.answer.body)
      yield* refused(mine.post(approve(approval.id)), 409, "approval_decided")
      const other = yield* asked(move("two"))
      assert.notStrictEqual(other.id, approval.id)

      const { data: log } = yield* ok(mine.get(`/v1/audit?target=${deal.id}&operation=deals.move`))
      assert.deepStrictEqual(
        log.map((one: any) => [one.outcome, one.actor.id, one.approvedBy?.userName]),
        [
          ["asked", agent.key, undefined],
          ["ok", agent.key, "Owner"],
          ["asked", agent.key, undefined]
        ]
      )
      assert.strictEqual(log[1].requestId, told.doneRequestId)
    })
  )

  it.effect("is declined with a reason, and never done", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const agent = yield* agentOf(mine, { default: "ask" })
      const body = { boardId: mine.board.id, name: "Fleet" }
      const key = { "idempotency-key": "k" }
      const approval = yield* asked(agent.post("/v1/deals", body, key))
      const { approval: declined } = yield* ok(
        mine.post(`/v1/approvals/${approval.id}/decline`, { reason: "Ask Ada." })
      )
      assert.deepStrictEqual([declined.status, declined.reason], ["declined", "Ask Ada."])
      yield* refused(agent.post("/v1/deals", body, key), 403, "approval_declined")
      assert.lengthOf((yield* ok(mine.get("/v1/deals"))).data, 0)
      const { data: changes } = yield* ok(agent.get("/v1/events"))
      assert.deepStrictEqual(
        changes.map((one: any) => [one.type, one.approvalId]),
        [
          ["approval.pending", approval.id],
          ["approval.declined", approval.id]
        ]
      )
    })
  )

  it.effect("is refused as ever if it would be refused, and denied where a rule denies it", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const agent = yield* agentOf(mine, { default: "ask", operations: { "deals.delete": "deny" } })
      yield* refused(agent.patch("/v1/deals/01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01", {}), 404, "deal_not_found")
      const deal = yield* created(mine.post("/v1/deals", { boardId: mine.board.id, name: "Fleet" }))
      const error = yield* refused(agent.delete(`/v1/deals/${deal.id}`), 403, "denied_by_rule")
      assert.include(error.message, "Only an admin")
      assert.lengthOf((yield* ok(mine.get("/v1/approvals"))).data, 0)
    })
  )
})
