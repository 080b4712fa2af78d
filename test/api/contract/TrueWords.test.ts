import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, created, refused, workspace } from "../../support/server/Contract.ts"

contract("a refusal", (it) => {
  it.effect("says the real bound of a number that is too large", () =>
    Effect.gen(function* () {
      const { board, get, post } = yield* workspace()
      const most = "must be at most 9007199254740991"
      for (const amountCents of [2 ** 53, 1e300]) {
        const body = { boardId: board.id, name: "D", amountCents }
        const { message, meta } = yield* refused(post("/v1/deals", body), 400, "invalid_body")
        assert.strictEqual(message, `amountCents ${most}.`)
        assert.deepStrictEqual(meta.issues, [{ path: "amountCents", message: most }])
      }
      const low = { boardId: board.id, name: "D", amountCents: -1e300 }
      const negative = yield* refused(post("/v1/deals", low), 400, "invalid_body")
      assert.match(negative.message, /^amountCents must be an integer .*0 or more/u)
      const query = yield* refused(get("/v1/deals?amountMin=9007199254740993"), 400, "invalid_query")
      assert.strictEqual(query.message, `amountMin ${most}.`)
      const limit = yield* refused(get("/v1/deals?limit=9007199254740993"), 400, "invalid_query")
      assert.strictEqual(limit.message, "limit must be an integer from 1 to 100.")
    })
  )

  it.effect("says that a list has one order", () =>
    Effect.gen(function* () {
      const { get } = yield* workspace()
      const { message } = yield* refused(get("/v1/deals?sort=-created,amount"), 400, "invalid_query")
      assert.include(message, "sort takes one value, not several")
      assert.notInclude(message, "did you mean")
    })
  )

  it.effect("of very many parameters does not say how many it did not look at", () =>
    Effect.gen(function* () {
      const { get } = yield* workspace()
      const query = Array.from({ length: 150 }, (_, n) => `x${n}=1`).join("&")
      const { message } = yield* refused(get(`/v1/deals?${query}`), 400, "invalid_query")
      assert.include(message, "Further issues are not listed.")
      assert.notInclude(message, "more issues")
    })
  )

  it.effect("meets a blank note with a move", () =>
    Effect.gen(function* () {
      const { board, post } = yield* workspace()
      const deal = yield* created(post("/v1/deals", { boardId: board.id, name: "D" }))
      const toStageId = deal.stage.id
      const ids = [deal.id]
      for (const note of ["", " \n"]) {
        yield* refused(post(`/v1/deals/${deal.id}/move`, { toStageId, note }), 400, "invalid_body")
        const body = { ids, toStageId, note }
        const { message } = yield* refused(post("/v1/deals/bulk-move", body), 400, "invalid_body")
        assert.include(message, "must not be blank")
      }
    })
  )
})
