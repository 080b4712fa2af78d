import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, created, ok, refused } from "../../support/server/Contract.ts"
import { done, setUp, snapshot, undo, undone } from "../../support/audit/Undoing.ts"

contract("undoing changes of deals", (it) => {
  it.effect("puts a move back: stage, stamps, totals, activity; and its undo is undone", () =>
    Effect.gen(function* () {
      const mine = yield* setUp()
      const before = yield* snapshot(mine)
      const move = yield* done(
        mine.post(`/v1/deals/${mine.deal.id}/move`, { toStageId: mine.won.id, note: "Signed." })
      )
      const moved = yield* snapshot(mine)
      assert.notDeepEqual(moved, before)
      const first = yield* undo(mine, { requestId: move.requestId })
      assert.deepInclude(first.body.undone[0].changes, {
        resource: "deal",
        id: mine.deal.id,
        fields: ["stageId", "updatedAt", "stageEnteredAt", "wonAt"]
      })
      assert.deepStrictEqual(yield* snapshot(mine), before)
      yield* undone(mine, { requestId: first.requestId }, 1)
      assert.deepStrictEqual(yield* snapshot(mine), moved)
    })
  )

  it.effect("puts only those fields back that nobody has changed since", () =>
    Effect.gen(function* () {
      const mine = yield* setUp()
      const path = `/v1/deals/${mine.deal.id}`
      const edit = yield* done(mine.patch(path, { amountCents: 700, company: "Acme" }))
      yield* ok(mine.patch(path, { name: "Later" }))
      yield* undone(mine, { requestId: edit.requestId }, 1)
      assert.deepInclude(yield* ok(mine.get(path)), { name: "Later", amountCents: 100, company: null })
      const raise = yield* done(mine.patch(path, { amountCents: 900, company: "Acme" }))
      const next = yield* done(mine.patch(path, { amountCents: 1000 }))
      const { body } = yield* undo(mine, { requestId: raise.requestId })
      assert.deepStrictEqual(body.undone, [])
      const [{ code, message, resource }] = body.notUndone
      assert.deepStrictEqual([code, resource], ["changed_since", "deal"])
      assert.match(message, new RegExp(`amountCents.*deals\\.update, request ${next.requestId}`, "u"))
      assert.deepInclude(yield* ok(mine.get(path)), { amountCents: 1000, company: "Acme" })
    })
  )

  it.effect("undoes a creation by deletion, and a deletion by restoring", () =>
    Effect.gen(function* () {
      const mine = yield* setUp()
      const before = yield* snapshot(mine)
      const make = yield* done(
        mine.post("/v1/deals", { boardId: mine.board.id, name: "New", amountCents: 5 }),
        201
      )
      const after = yield* snapshot(mine)
      const back = yield* undo(mine, { requestId: make.requestId })
      assert.deepStrictEqual(yield* snapshot(mine), before)
      yield* refused(mine.get(`/v1/deals/${make.body.id}`), 404, "deal_not_found")
      yield* undone(mine, { requestId: back.requestId }, 1)
      assert.deepStrictEqual(yield* snapshot(mine), after)
      const remove = yield* done(mine.delete(`/v1/deals/${make.body.id}`))
      yield* undone(mine, { requestId: remove.requestId }, 1)
      assert.deepStrictEqual(yield* snapshot(mine), after)
      yield* created(mine.post(`/v1/deals/${make.body.id}/notes`, { contentText: "Built upon" }))
      const refusal = yield* undo(mine, { requestId: make.requestId })
      assert.deepInclude(refusal.body.notUndone[0], { code: "built_upon", id: make.body.id })
    })
  )
})
