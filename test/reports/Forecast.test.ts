import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Period from "../../src/reports/rules/Period.ts"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

const thisMonth = () => new Date().toISOString().slice(0, 7)

contract("the forecast", (it) => {
  it.effect("sums open deals by period and category, with what is won and the goal", () =>
    Effect.gen(function* () {
      const { board, get, post, put } = yield* workspace()
      const stages = yield* ok(get(`/v1/boards/${board.id}/stages`))
      const stage = (region: string) => stages.find((one: any) => one.region === region)
      const next = Period.monthAfter(thisMonth(), 1)
      const create = (amountCents: number, fields: object = {}) =>
        created(post("/v1/deals", { boardId: board.id, name: "D", amountCents, ...fields }))
      yield* create(100, { expectedCloseAt: `${next}-01`, forecastCategory: "committed" })
      yield* create(200, { expectedCloseAt: `${next}-28`, stageId: stage("late").id })
      yield* create(400, { expectedCloseAt: "2026-01-01" })
      yield* create(800)
      const { id } = yield* create(1_600, { expectedCloseAt: `${next}-02` })
      yield* ok(post(`/v1/deals/${id}/move`, { toStageId: stage("won").id }))
      yield* ok(put(`/v1/boards/${board.id}/goals`, { proposals: null, deals_won: null, deal_value: 5_000 }))
      const [early, late] = [stages[0].probability, stage("late").probability]
      const none = { currency: "USD", count: 0, committed: 0, bestCase: 0, pipeline: 0, weighted: 0, won: 0 }
      const weighted = (cents: number) => Math.floor((cents + 50) / 100)
      const overdue = { ...none, count: 1, pipeline: 400, weighted: weighted(400 * early), goal: null }
      const undated = { ...none, count: 1, pipeline: 800, weighted: weighted(800 * early), goal: null }
      const nextRow = { ...none, count: 2, committed: 100, bestCase: 200, goal: 5_000 }
      const expected = [
        { period: "overdue", ...overdue },
        { period: thisMonth(), ...none, won: 1_600, goal: 5_000 },
        { period: next, ...nextRow, weighted: weighted(100 * early + 200 * late) },
        { period: "none", ...undated }
      ]
      const { body } = yield* get("/v1/reports/forecast")
      assert.deepStrictEqual(body, { by: "month", timeZone: "UTC", rows: expected })
      assert.deepStrictEqual(yield* ok(get(`/v1/reports/forecast?boardId=${board.id}`)), body)
      const mine = yield* ok(get("/v1/reports/forecast?ownerId=me&by=quarter"))
      assert.isNull(mine.rows[1].goal)
      assert.match(mine.rows[1].period, /^\d{4}-Q[1-4]$/u)
      const elsewhere = "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40"
      yield* refused(get(`/v1/reports/forecast?boardId=${elsewhere}`), 404, "board_not_found")
      yield* refused(get("/v1/reports/forecast?by=week"), 400, "invalid_query")
    })
  )
})
