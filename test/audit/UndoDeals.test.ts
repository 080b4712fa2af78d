import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contract, created, ok, refused } from "../support/server/Contract.ts"
import { done, setUp, snapshot, undo, undone } from "../support/audit/UndoSamples.ts"

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

  it.effect("sets the stall clock back, by what is left of notes and changes", () =>
    Effect.gen(function* () {
      const mine = yield* setUp()
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE deals SET created_at = now() - interval '40 days', updated_at = now() - interval '30 days',
          active_on = current_date - 30
        WHERE workspace_id = ${mine.workspace.id}`
      const quiet = (days: number) =>
        Effect.map(ok(mine.get(`/v1/deals?quietDays=${days}`)), ({ data }) => data.length as number)
      assert.deepStrictEqual([yield* quiet(29), yield* quiet(31)], [1, 0])
      const path = `/v1/deals/${mine.deal.id}`
      const note = yield* done(mine.post(`${path}/notes`, { contentText: "Called" }), 201)
      assert.strictEqual(yield* quiet(1), 0)
      yield* undone(mine, { requestId: note.requestId }, 1)
      assert.deepStrictEqual([yield* quiet(29), yield* quiet(31)], [1, 0])
      const move = yield* done(mine.post(`${path}/move`, { toStageId: mine.anchor.id }))
      yield* undone(mine, { requestId: move.requestId }, 1)
      assert.deepStrictEqual([yield* quiet(29), yield* quiet(31)], [1, 0])
    })
  )

  it.effect("undoes a bulk change deal by deal, and tells the feed", () =>
    Effect.gen(function* () {
      const mine = yield* setUp()
      const other = yield* created(mine.post("/v1/deals", { boardId: mine.board.id, name: "Other" }))
      const ids = [mine.deal.id, other.id]
      const bulk = yield* done(
        mine.post("/v1/deals/bulk-move", { ids, toStageId: mine.won.id, note: "Both" })
      )
      yield* ok(mine.post(`/v1/deals/${other.id}/move`, { toStageId: mine.dead.id }))
      const { body } = yield* undo(mine, { requestId: bulk.requestId })
      const told = (all: ReadonlyArray<any>) => all.map(({ id, resource }) => [resource, id])
      const undoneDeals = told(body.undone[0].changes).filter(([resource]: any) => resource === "deal")
      assert.deepStrictEqual(undoneDeals, [["deal", mine.deal.id]])
      assert.deepStrictEqual(told(body.notUndone), [["deal", other.id]])
      const { data } = yield* ok(mine.get("/v1/events?limit=100"))
      const last = data
        .filter((one: any) => one.dealId === mine.deal.id && one.type.startsWith("deal."))
        .at(-1)
      assert.deepInclude(last, { type: "deal.reopened" })
      assert.strictEqual(last.data.to.id, mine.deal.stage.id)
      const won = data.find((one: any) => one.dealId === mine.deal.id && one.type === "deal.won")
      assert.strictEqual(won.data.to.id, mine.won.id)
    })
  )
})
