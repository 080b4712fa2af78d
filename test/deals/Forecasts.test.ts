import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

const furnished = Effect.gen(function* () {
  const api = yield* workspace()
  const stages = yield* ok(api.get(`/v1/boards/${api.board.id}/stages`))
  const stage = (region: string): string => stages.find((one: any) => one.region === region).id
  const create = (name: string, fields: object = {}) =>
    created(api.post("/v1/deals", { boardId: api.board.id, name, ...fields }))
  const move = (id: string, region: string, fields: object = {}) =>
    api.post(`/v1/deals/${id}/move`, { toStageId: stage(region), ...fields })
  const activity = (id: string) =>
    Effect.map(ok(api.get(`/v1/deals/${id}/activity`)), ({ data }): ReadonlyArray<any> => data)
  return { ...api, stage, create, move, activity }
})

contract("the forecast of a deal", (it) => {
  it.effect("follows the stage until it is set, and again once it is emptied", () =>
    Effect.gen(function* () {
      const { create, get, move, patch, stage } = yield* furnished
      const { forecastCategory, id } = yield* create("a")
      assert.strictEqual(forecastCategory, "pipeline")
      const steps = [
        [move(id, "late"), "best_case"],
        [patch(`/v1/deals/${id}`, { forecastCategory: "committed" }), "committed"],
        [move(id, "early"), "committed"],
        [patch(`/v1/deals/${id}`, { forecastCategory: null }), "pipeline"],
        [patch(`/v1/deals/${id}`, { stageId: stage("late") }), "best_case"]
      ] as const
      for (const [step, expected] of steps) {
        assert.strictEqual((yield* ok(step)).forecastCategory, expected)
        assert.strictEqual((yield* ok(get(`/v1/deals/${id}`))).forecastCategory, expected)
        assert.strictEqual((yield* ok(get("/v1/deals"))).data[0].forecastCategory, expected)
      }
      const late = yield* create("b", { stageId: stage("late") })
      assert.strictEqual(late.forecastCategory, "best_case")
      for (const bad of [
        { forecastCategory: "sure" },
        { expectedCloseAt: "soon" },
        { lostReason: "x".repeat(501) }
      ])
        yield* refused(patch(`/v1/deals/${id}`, bad), 400, "invalid_body")
    })
  )

  it.effect("is changed in bulk, with the day and the reason", () =>
    Effect.gen(function* () {
      const { create, get, post } = yield* furnished
      const { id } = yield* create("a")
      const change = { expectedCloseAt: "2026-06-30", forecastCategory: "committed", lostReason: "Price" }
      yield* ok(post("/v1/deals/bulk-update", { ids: [id], ...change }))
      const expected = { ...change, expectedCloseAt: "2026-06-30T23:59:59.999Z" }
      assert.deepInclude(yield* ok(get(`/v1/deals/${id}`)), expected)
    })
  )

  it.effect("filters by days of the workspace's zone", () =>
    Effect.gen(function* () {
      const { create, get } = yield* furnished
      yield* create("day", { nextStepAt: "2026-05-08", expectedCloseAt: "2026-05-08" })
      const time = "2026-05-08T23:59:59Z"
      yield* create("time", { nextStepAt: time, expectedCloseAt: time })
      yield* create("never")
      const names = (query: string) =>
        Effect.map(ok(get(`/v1/deals?sort=created&${query}`)), ({ data }) => data.map((one: any) => one.name))
      for (const field of ["nextStep", "expectedClose"]) {
        assert.deepStrictEqual(yield* names(`${field}Before=2026-05-09`), ["day", "time"])
        assert.deepStrictEqual(yield* names(`${field}Before=2026-05-08`), [])
        assert.deepStrictEqual(yield* names(`${field}After=2026-05-08`), ["day", "time"])
        assert.deepStrictEqual(yield* names(`${field}After=2026-05-09`), [])
        yield* refused(
          get(`/v1/deals?${field}After=2026-05-09&${field}Before=2026-05-09`),
          400,
          "invalid_query"
        )
      }
    })
  )

  for (const [zone, before, after] of [
    ["Pacific/Kiritimati", ["day"], ["time"]],
    ["Etc/GMT+12", ["day", "time"], []]
  ] as const)
    it.effect(`counts a day until it ends in ${zone}`, () =>
      Effect.gen(function* () {
        const { board, get, post, workspace: mine } = yield* workspace()
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE workspaces SET time_zone = ${zone} WHERE id = ${mine.id}`
        for (const [name, expectedCloseAt] of [
          ["day", "2026-05-08"],
          ["time", "2026-05-08T20:00:00Z"]
        ])
          yield* created(post("/v1/deals", { boardId: board.id, name, expectedCloseAt }))
        const names = (query: string) =>
          Effect.map(ok(get(`/v1/deals?sort=created&${query}`)), ({ data }) =>
            data.map((one: any) => one.name)
          )
        assert.deepStrictEqual(yield* names("expectedCloseBefore=2026-05-09"), before)
        assert.deepStrictEqual(yield* names("expectedCloseAfter=2026-05-09"), after)
      })
    )
})

contract("the reason why a deal was lost", (it) => {
  it.effect("comes with the move, stands in the activity, and goes when the deal is reopened", () =>
    Effect.gen(function* () {
      const { activity, create, move } = yield* furnished
      const { id } = yield* create("a")
      const lost = yield* move(id, "dead", { lostReason: "Too expensive" })
      assert.strictEqual(lost.body.lostReason, "Too expensive")
      assert.isNull(lost.headers.get("service-warning"))
      assert.isNull((yield* ok(move(id, "early"))).lostReason)
      const told = (yield* activity(id)).find((one: any) => one.systemEventType === "deal_dead")
      assert.strictEqual(told.systemEventData.lostReason, "Too expensive")
    })
  )

  it.effect("is asked for, can be added by a move to the same stage, and belongs to no other stage", () =>
    Effect.gen(function* () {
      const { activity, create, get, move, post, stage } = yield* furnished
      const { id } = yield* create("a")
      const lost = yield* move(id, "dead")
      assert.strictEqual(lost.status, 200)
      assert.include(lost.headers.get("service-warning"), "pass lostReason to move_deal or update_deal")
      const added = yield* move(id, "dead", { lostReason: "No budget", note: "Asked." })
      assert.deepInclude(added.body, { lostReason: "No budget", deadAt: lost.body.deadAt })
      assert.deepStrictEqual(
        (yield* activity(id)).slice(0, 2).map((one: any) => one.systemEventType),
        [null, "deal_updated"]
      )
      const { id: other } = yield* create("b")
      const error = yield* refused(move(other, "won", { lostReason: "?" }), 400, "invalid_body")
      assert.include(error.message, "lostReason")
      const bulk = { ids: [other], toStageId: stage("dead") }
      assert.include((yield* ok(post("/v1/deals/bulk-move", bulk))).hint, "lostReason")
      assert.isNull((yield* ok(get(`/v1/deals/${other}`))).lostReason)
    })
  )
})
