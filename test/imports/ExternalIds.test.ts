import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

contract("external ids", (it) => {
  it.effect("are of one record of a kind in a workspace, and find it", () =>
    Effect.gen(function* () {
      const { board, get, patch, post } = yield* workspace()
      const other = yield* workspace()
      const sent = { boardId: board.id, name: "A", externalId: "HS 1" }
      const deal = yield* created(post("/v1/deals", sent))
      const lead = yield* created(post("/v1/leads", { firstName: "A", externalId: "HS 1" }))
      assert.strictEqual(deal.externalId, "HS 1")
      yield* created(other.post("/v1/deals", { ...sent, boardId: other.board.id }))
      const error = yield* refused(post("/v1/deals", sent), 409, "external_id_taken")
      assert.deepStrictEqual(error.meta, { id: deal.id, externalId: "HS 1" })
      yield* refused(post("/v1/leads", { firstName: "B", externalId: "HS 1" }), 409, "external_id_taken")
      const second = yield* created(post("/v1/deals", { boardId: board.id, name: "B" }))
      yield* refused(patch(`/v1/deals/${second.id}`, { externalId: "HS 1" }), 409, "external_id_taken")
      const list = (kind: string) => Effect.map(ok(get(`/v1/${kind}?externalId=HS+1`)), ({ data }) => data)
      assert.deepStrictEqual(yield* list("deals"), [deal])
      assert.deepStrictEqual(yield* list("leads"), [lead])
    })
  )

  it.effect("can be given, changed and taken away", () =>
    Effect.gen(function* () {
      const { board, patch, post } = yield* workspace()
      const deal = yield* created(post("/v1/deals", { boardId: board.id, name: "A", externalId: "1" }))
      const lead = yield* created(post("/v1/leads", { firstName: "A" }))
      for (const externalId of ["2", "2", null]) {
        for (const path of [`/v1/deals/${deal.id}`, `/v1/leads/${lead.id}`]) {
          const changed = yield* ok(patch(path, { externalId }))
          assert.strictEqual(changed.externalId, externalId)
        }
      }
      yield* created(post("/v1/deals", { boardId: board.id, name: "B", externalId: "1" }))
    })
  )

  it.effect("of a deleted deal are free for another, which then hinders its return", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const { board, post } = mine
      const sent = { boardId: board.id, name: "A", externalId: "1" }
      const deal = yield* created(post("/v1/deals", sent))
      const deletion = yield* mine.delete(`/v1/deals/${deal.id}`)
      const next = yield* created(post("/v1/deals", sent))
      const error = yield* refused(post(`/v1/deals/${deal.id}/restore`), 409, "external_id_taken")
      assert.strictEqual(error.meta.id, next.id)
      const undone = yield* ok(post("/v1/undo", { requestId: deletion.headers.get("service-request-id") }))
      assert.deepStrictEqual(
        undone.notUndone.map(({ code }: { code: string }) => code),
        ["changed_since"]
      )
      yield* ok(mine.delete(`/v1/deals/${next.id}`))
      yield* ok(post(`/v1/deals/${deal.id}/restore`))
    })
  )

  it.effect("that two requests give at once go to one of them", () =>
    Effect.gen(function* () {
      const { board, get, post } = yield* workspace()
      const sent = { boardId: board.id, name: "A", externalId: "1" }
      const answers = yield* Effect.all(
        Array.from({ length: 6 }, () => post("/v1/deals", sent)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409])
      assert.strictEqual((yield* ok(get("/v1/deals"))).data.length, 1)
    })
  )
})
