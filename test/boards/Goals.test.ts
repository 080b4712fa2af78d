import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Members } from "../../layers/identity/Members.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { UserId } from "../../schema/Id.ts"
import { contract, member, ok, refused, workspace } from "../support/server/Contract.ts"
import { done, undone } from "../support/audit/UndoSamples.ts"

const none = { proposals: null, deals_won: null, deal_value: null }

const withValue = (deal_value: number, more: object = {}) => ({ ...none, deal_value, ...more })

contract("goals of quarters and owners", (it) => {
  it.effect("stand beside the monthly ones, and count in the forecast", () =>
    Effect.gen(function* () {
      const { board, get, put, user } = yield* workspace()
      const path = `/v1/boards/${board.id}/goals`
      const goalsOf = (query: string) =>
        Effect.map(ok(get(`/v1/reports/forecast?${query}`)), ({ rows }) => rows.map(({ goal }: any) => goal))
      yield* ok(put(path, withValue(1_000)))
      assert.deepStrictEqual(yield* goalsOf("by=quarter"), [3_000, 3_000])
      yield* ok(put(path, withValue(9_000, { period: "quarter" })))
      assert.deepStrictEqual(yield* goalsOf("by=quarter"), [9_000, 9_000])
      assert.deepStrictEqual(yield* goalsOf("by=month"), [1_000, 1_000])
      assert.deepStrictEqual(yield* goalsOf("ownerId=me"), [null, null])
      const own = withValue(400, { ownerId: user.id })
      const all = yield* ok(put(path, own))
      const others = [
        { period: "month", ...own },
        { period: "quarter", ownerId: null, ...withValue(9_000) }
      ]
      assert.deepStrictEqual(all, { ...withValue(1_000), others })
      assert.deepStrictEqual(yield* ok(get(path)), all)
      assert.deepStrictEqual(yield* goalsOf("ownerId=me"), [400, 400])
      assert.deepStrictEqual(yield* goalsOf("ownerId=me&by=quarter"), [1_200, 1_200])
      assert.deepStrictEqual(yield* goalsOf(`boardId=${board.id}&by=quarter`), [9_000, 9_000])
      yield* ok(put(path, { ...own, deal_value: null }))
      assert.deepStrictEqual(yield* ok(put(path, { ...none, period: "quarter" })), withValue(1_000))
      assert.deepStrictEqual(yield* goalsOf("by=quarter"), [3_000, 3_000])
    })
  )

  it.effect("refuse other periods, and owners who are no members", () =>
    Effect.gen(function* () {
      const { board, get, put } = yield* workspace()
      const stranger = (yield* workspace()).user
      const path = `/v1/boards/${board.id}/goals`
      yield* refused(put(path, withValue(1, { period: "week" })), 400, "invalid_body")
      yield* refused(put(path, withValue(1, { period: null })), 400, "invalid_body")
      yield* refused(put(path, withValue(1, { ownerId: "me" })), 400, "invalid_body")
      yield* refused(put(path, withValue(-1, { period: "quarter" })), 400, "invalid_body")
      const owner = yield* refused(put(path, withValue(1, { ownerId: stranger.id })), 400, "invalid_owner")
      assert.include(owner.message, "GET /v1/members")
      assert.deepStrictEqual(yield* ok(get(path)), none)
    })
  )

  it.effect("are undone one by one, and carry an ETag", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const { get, put, user } = mine
      const path = `/v1/boards/${mine.board.id}/goals`
      const quarter = yield* done(put(path, withValue(5, { period: "quarter" })))
      yield* ok(put(path, withValue(7, { ownerId: user.id })))
      yield* undone(mine, { requestId: quarter.requestId }, 1)
      const own = { period: "month", ownerId: user.id, ...withValue(7) }
      assert.deepStrictEqual(yield* ok(get(path)), { ...none, others: [own] })
      const etag = (yield* get(path)).headers.get("etag")!
      const again = withValue(8, { period: "quarter", ownerId: user.id })
      yield* ok(put(path, again, { "if-match": etag }))
      yield* refused(put(path, again, { "if-match": etag }), 412, "precondition_failed")
    })
  )

  it.effect("go with the member who leaves", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const path = `/v1/boards/${mine.board.id}/goals`
      const leaving = yield* member(mine.workspace.id, "member")
      for (const period of ["month", "quarter"])
        yield* ok(mine.put(path, withValue(7, { period, ownerId: leaving.id })))
      yield* ok(mine.put(path, withValue(5, { period: "quarter" })))
      const remove = (yield* Members).remove(UserId.make(leaving.id))
      yield* Effect.provideService(remove, Tenant, { workspaceId: mine.workspace.id })
      const quarter = { period: "quarter", ownerId: null, ...withValue(5) }
      assert.deepStrictEqual(yield* ok(mine.get(path)), { ...none, others: [quarter] })
    })
  )
})
