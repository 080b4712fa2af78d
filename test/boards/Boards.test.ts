import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, created, member, ok, refused, workspace } from "../support/server/Contract.ts"

const maxAmount = Number.MAX_SAFE_INTEGER

contract("boards", (it) => {
  it.effect("start as one board with the default stages in a new workspace", () =>
    Effect.gen(function* () {
      const { board, get, team } = yield* workspace()
      const { data, ...envelope } = yield* ok(get("/v1/boards"))
      assert.deepStrictEqual(envelope, { hasMore: false, nextCursor: null })
      assert.strictEqual(data.length, 1)
      assert.deepInclude(data[0], {
        id: board.id,
        teamId: team.id,
        currency: "USD",
        defaultDealAmountCents: 0
      })
      assert.deepStrictEqual(yield* ok(get(`/v1/boards/${board.id}`)), data[0])
      const stages = yield* ok(get(`/v1/boards/${board.id}/stages`))
      for (const stage of stages) assert.match(stage.id, /^stg_[0-9A-Za-z]{16}$/u)
      assert.deepStrictEqual(
        stages.map((one: any) => [one.name, one.region, one.isAnchor, one.position, one.probability]),
        [
          ["New", "early", false, 0, 10],
          ["Qualified", "early", false, 1, 25],
          ["Proposal", "anchor", true, 2, 50],
          ["Negotiation", "late", false, 3, 70],
          ["Verbal", "late", false, 4, 90],
          ["Won", "won", false, 5, 100],
          ["Dead", "dead", false, 6, 0]
        ]
      )
    })
  )

  it.effect("are created with a name and a currency, stages of their own, in the caller's team", () =>
    Effect.gen(function* () {
      const { board, get, post, team } = yield* workspace()
      const made = yield* created(post("/v1/boards", { name: "Enterprise", currency: "EUR" }))
      assert.deepStrictEqual(made, {
        id: made.id,
        teamId: team.id,
        name: "Enterprise",
        currency: "EUR",
        defaultDealAmountCents: 0,
        createdAt: made.createdAt
      })
      assert.strictEqual((yield* created(post("/v1/boards", { name: "Plain" }))).currency, "USD")
      const idsOf = (id: string) =>
        Effect.map(ok(get(`/v1/boards/${id}/stages`)), (stages) => stages.map((stage: any) => stage.id))
      const ids = [...(yield* idsOf(board.id)), ...(yield* idsOf(made.id))]
      assert.strictEqual(new Set(ids).size, 14)
      const names = (yield* ok(get("/v1/boards"))).data.map((one: any) => one.name)
      assert.deepStrictEqual(names.slice(0, 2), ["Plain", "Enterprise"])
    })
  )

  it.effect("change by PATCH only in the fields sent", () =>
    Effect.gen(function* () {
      const { board, get, patch } = yield* workspace()
      const path = `/v1/boards/${board.id}`
      const before = yield* ok(get(path))
      assert.deepStrictEqual(yield* ok(patch(path, {})), before)
      const named = yield* ok(patch(path, { name: "🙂".repeat(80) }))
      assert.deepStrictEqual(named, { ...before, name: "🙂".repeat(80) })
      const edit = { currency: "INR", defaultDealAmountCents: maxAmount }
      assert.deepStrictEqual(yield* ok(patch(path, edit)), { ...named, ...edit })
      assert.strictEqual((yield* ok(patch(path, { defaultDealAmountCents: 0 }))).defaultDealAmountCents, 0)
    })
  )

  it.effect("refuse values out of bounds", () =>
    Effect.gen(function* () {
      const { board, patch, post } = yield* workspace()
      const wrong: ReadonlyArray<object> = [
        { name: "" },
        { name: "  " },
        { name: "🙂".repeat(81) },
        { name: null },
        { currency: "usd" },
        { currency: "CHF" },
        { currency: null }
      ]
      for (const fields of wrong) {
        yield* refused(post("/v1/boards", { name: "B", ...fields }), 400, "invalid_body")
        yield* refused(patch(`/v1/boards/${board.id}`, fields), 400, "invalid_body")
      }
      for (const defaultDealAmountCents of [-1, 1.5, "1", null, maxAmount + 1]) {
        yield* refused(patch(`/v1/boards/${board.id}`, { defaultDealAmountCents }), 400, "invalid_body")
      }
      const given = yield* refused(
        post("/v1/boards", { name: "B", defaultDealAmountCents: 1 }),
        400,
        "unknown_field"
      )
      assert.include(given.message, "defaultDealAmountCents")
      yield* refused(post("/v1/boards", { currency: "USD" }), 400, "invalid_body")
    })
  )

  it.effect("take goals from an admin, and return them", () =>
    Effect.gen(function* () {
      const { board, get, put, workspace: own } = yield* workspace()
      const path = `/v1/boards/${board.id}/goals`
      const goals = { proposals: 20, deals_won: 5, deal_value: maxAmount }
      assert.deepStrictEqual(yield* ok(get(path)), { proposals: null, deals_won: null, deal_value: null })
      assert.deepStrictEqual(yield* ok(put(path, goals)), goals)
      assert.deepStrictEqual(yield* ok(get(path)), goals)
      const none = { proposals: null, deals_won: null, deal_value: null }
      assert.deepStrictEqual(yield* ok(put(path, none)), none)
      const zero = { proposals: 0, deals_won: null, deal_value: 0 }
      assert.deepStrictEqual(yield* ok(put(path, zero)), zero)
      for (const proposals of [-1, 0.5, "1", maxAmount + 1]) {
        yield* refused(put(path, { ...goals, proposals }), 400, "invalid_body")
      }
      yield* refused(put(path, { ...goals, dealsWon: 1 }), 400, "unknown_field")
      const lost = "0190a0b0-c0d0-7000-8000-00000000abcd"
      yield* refused(put(`/v1/boards/${lost}/goals`, goals), 404, "board_not_found")
      const someone = yield* member(own.id, "member")
      yield* refused(someone.put(path, goals), 403, "admin_required")
    })
  )
})
