import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Members } from "../../layers/identity/Members.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import * as Replay from "../support/audit/Replay.ts"
import { done, snapshot, undo, undone } from "../support/audit/UndoSamples.ts"
import { type Api, contract, created, member, ok, refused, workspace } from "../support/server/Contract.ts"

/** A board, its stages and its goals. */
const boardOf = Effect.fnUntraced(function* (api: Api, id: string) {
  const get = (path: string) => ok(api.get(`/v1/boards/${id}${path}`))
  return { board: yield* get(""), stages: yield* get("/stages"), goals: yield* get("/goals") }
})

const editable = (stages: ReadonlyArray<any>) =>
  stages
    .filter(({ region }) => !["won", "dead"].includes(region))
    .map(({ id, name, probability, region }) => ({ id, name, probability, region }))

const codes = (answer: any) => answer.body.notUndone.map(({ code, resource }: any) => [resource, code])

contract("undoing changes of boards", (it) => {
  it.effect("puts name, currency, default and goals back, unless changed since, and does them again", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const path = `/v1/boards/${mine.board.id}`
      const before = yield* boardOf(mine, mine.board.id)
      const edit = yield* done(
        mine.patch(path, { name: "Big", currency: "EUR", defaultDealAmountCents: 900 })
      )
      const goals = yield* done(mine.put(`${path}/goals`, { proposals: 5, deals_won: 3, deal_value: null }))
      const after = yield* boardOf(mine, mine.board.id)
      const back = yield* undo(mine, { requestId: edit.requestId })
      yield* undone(mine, { requestId: goals.requestId }, 1)
      assert.deepStrictEqual(yield* boardOf(mine, mine.board.id), before)
      yield* undone(mine, { requestId: back.requestId }, 1)
      assert.deepStrictEqual((yield* boardOf(mine, mine.board.id)).board, after.board)
      yield* ok(mine.patch(path, { name: "Other" }))
      assert.deepStrictEqual(codes(yield* undo(mine, { requestId: edit.requestId })), [
        ["board", "changed_since"]
      ])
      yield* Replay.check(mine.workspace.id)
    })
  )

  it.effect("removes a board that nobody built upon, and brings it back", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const make = yield* done(mine.post("/v1/boards", { name: "New", currency: "GBP" }), 201)
      const { id } = make.body
      const before = yield* boardOf(mine, id)
      const first = yield* undo(mine, { requestId: make.requestId })
      assert.deepStrictEqual(first.body.notUndone, [])
      yield* refused(mine.get(`/v1/boards/${id}`), 404, "board_not_found")
      yield* Replay.check(mine.workspace.id)
      yield* undone(mine, { requestId: first.requestId }, 1)
      assert.deepStrictEqual(yield* boardOf(mine, id), before)
      const deal = yield* created(mine.post("/v1/deals", { boardId: id, name: "Built upon" }))
      assert.include(JSON.stringify(codes(yield* undo(mine, { requestId: make.requestId }))), "built_upon")
      yield* ok(mine.delete(`/v1/deals/${deal.id}`))
      assert.include(JSON.stringify(codes(yield* undo(mine, { requestId: make.requestId }))), "built_upon")
      assert.deepStrictEqual(yield* boardOf(mine, id), before)
      yield* Replay.check(mine.workspace.id)
    })
  )

  it.effect("brings the old stages back with the deals that were in them, and undoes that too", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const { id } = mine.board
      const path = `/v1/boards/${id}/stages`
      const { stages } = yield* boardOf(mine, id)
      const [first, ...rest] = editable(stages)
      const ids: Array<string> = []
      for (const name of ["a", "b", "c"]) {
        ids.push((yield* created(mine.post("/v1/deals", { boardId: id, name, stageId: first!.id }))).id)
      }
      const before = [yield* boardOf(mine, id), yield* snapshot(mine)]
      const body = {
        stages: [
          { name: "Fresh", region: "early" },
          ...rest.map((one) => ({ ...one, name: `${one.name}!` }))
        ],
        moveDealsTo: { [first!.id]: rest.at(-1)!.id }
      }
      const replace = yield* done(mine.put(path, body))
      const after = [yield* boardOf(mine, id), yield* snapshot(mine)]
      const back = yield* undo(mine, { requestId: replace.requestId })
      assert.deepStrictEqual(back.body.notUndone, [])
      assert.deepStrictEqual([yield* boardOf(mine, id), yield* snapshot(mine)], before)
      for (const one of ids) {
        assert.strictEqual((yield* ok(mine.get(`/v1/deals/${one}`))).stage.id, first!.id)
      }
      yield* Replay.check(mine.workspace.id)
      const again = yield* undo(mine, { requestId: back.requestId })
      assert.deepStrictEqual(again.body.notUndone, [])
      assert.deepStrictEqual([yield* boardOf(mine, id), yield* snapshot(mine)], after)
      yield* Replay.check(mine.workspace.id)
      // A deal that went on keeps all stages as they are.
      yield* ok(mine.post(`/v1/deals/${ids[0]}/move`, { toStageId: rest[0]!.id }))
      const refusal = yield* undo(mine, { requestId: again.requestId })
      assert.deepStrictEqual(refusal.body.undone, [])
      assert.include(JSON.stringify(codes(refusal)), "changed_since")
      assert.deepStrictEqual(yield* boardOf(mine, id), after[0])
    })
  )

  it.effect("keeps a new stage that holds deals, and an order that was changed since", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const { id } = mine.board
      const path = `/v1/boards/${id}/stages`
      const old = editable((yield* boardOf(mine, id)).stages)
      const add = yield* done(mine.put(path, { stages: [{ name: "Fresh", region: "early" }, ...old] }))
      const fresh = add.body[0]
      const deal = yield* created(mine.post("/v1/deals", { boardId: id, name: "In it", stageId: fresh.id }))
      assert.include(JSON.stringify(codes(yield* undo(mine, { requestId: add.requestId }))), "built_upon")
      yield* ok(mine.post(`/v1/deals/${deal.id}/move`, { toStageId: old[0]!.id }))
      const more = yield* done(
        mine.put(path, { stages: [{ name: "Last", region: "early" }, ...editable(add.body)] })
      )
      assert.include(JSON.stringify(codes(yield* undo(mine, { requestId: add.requestId }))), "changed_since")
      yield* undone(mine, { requestId: more.requestId }, 1)
      // The undo of the move would put the deal back into the stage that the other undo removes.
      const dry = yield* ok(mine.post("/v1/undo", { requestId: add.requestId }, { "dry-run": "true" }))
      assert.strictEqual(dry.dryRun.answer.undone.length, 1)
      yield* undone(mine, { requestId: add.requestId }, 1)
      assert.deepStrictEqual(editable((yield* boardOf(mine, id)).stages), old)
      const all = yield* undo(mine, { actor: mine.apiKey.id, since: "2020-01-01" })
      assert.include(JSON.stringify(codes(all)), "gone")
      yield* Replay.check(mine.workspace.id)
    })
  )

  it.effect("is for admins, also of what they did themselves", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const other = yield* member(mine.workspace.id, "admin")
      const edit = yield* done(other.patch(`/v1/boards/${mine.board.id}`, { name: "Mine" }))
      const demote = (yield* Members).setRole(other.id as never, "member")
      yield* Effect.provideService(demote, Tenant, { workspaceId: mine.workspace.id })
      const attempt = Effect.repeat(other.post("/v1/undo", { requestId: edit.requestId }), {
        while: ({ status }) => status === 200,
        times: 20
      })
      yield* refused(attempt, 403, "admin_required")
    })
  )
})
