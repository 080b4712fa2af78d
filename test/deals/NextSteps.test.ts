import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as TimeZone from "../../src/shared/time/TimeZone.ts"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

const furnishedIn = Effect.fnUntraced(function* (zone: string | null) {
  const api = yield* workspace()
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE workspaces SET time_zone = ${zone} WHERE id = ${api.workspace.id}`
  const create = (name: string, fields: object = {}) =>
    created(api.post("/v1/deals", { boardId: api.board.id, name, ...fields }))
  const names = (query: string) =>
    Effect.map(ok(api.get(`/v1/deals?${query}`)), ({ data }) => data.map((deal: any) => deal.name).join(" "))
  return { ...api, create, names }
})

const furnished = furnishedIn(null)

contract("the next step of a deal", (it) => {
  it.effect("is set, read, changed and emptied; a day lasts until its end", () =>
    Effect.gen(function* () {
      const { create, get, patch } = yield* furnished
      const deal = yield* create("a", { nextStep: "Call Mia", nextStepAt: "2026-05-08" })
      assert.deepInclude(deal, { nextStep: "Call Mia", nextStepAt: "2026-05-08T23:59:59.999Z" })
      const path = `/v1/deals/${deal.id}`
      yield* ok(patch(path, { nextStepAt: "2026-05-08T11:30:00+02:00" }))
      const read = yield* ok(get(path))
      assert.deepInclude(read, { nextStep: "Call Mia", nextStepAt: "2026-05-08T09:30:00.000Z" })
      const again = yield* ok(patch(path, { nextStepAt: "2026-05-08T09:30:00Z" }))
      assert.strictEqual(again.updatedAt, read.updatedAt)
      const emptied = yield* ok(patch(path, { nextStep: null, nextStepAt: null }))
      assert.deepInclude(emptied, { nextStep: null, nextStepAt: null })
      const { activity } = yield* ok(get(`${path}?include=activity`))
      const texts = JSON.stringify(activity.data)
      for (const told of ["Call Mia", "2026-05-08T09:30:00.000Z"]) assert.include(texts, told)
    })
  )

  it.effect("is refused if it is too long, or no day or time, and changes nothing", () =>
    Effect.gen(function* () {
      const { create, get, patch } = yield* furnished
      const { id } = yield* create("a", { nextStep: "Call" })
      for (const bad of [
        { nextStep: "x".repeat(501) },
        { nextStep: 7 },
        { nextStepAt: "tomorrow" },
        { nextStepAt: "2026-02-30" },
        { nextStepAt: "2026-05-08T09:30" },
        { nextStepAt: "" }
      ])
        yield* refused(patch(`/v1/deals/${id}`, bad), 400, "invalid_body")
      assert.deepInclude(yield* ok(get(`/v1/deals/${id}`)), { nextStep: "Call", nextStepAt: null })
    })
  )

  it.effect("is overdue once its time is past, while the deal is open", () =>
    Effect.gen(function* () {
      const { board, create, get, names, patch, post } = yield* furnished
      const late = yield* create("late", { nextStepAt: day(-1) })
      yield* create("later", { nextStepAt: new Date(Date.now() - 60_000).toISOString() })
      yield* create("today", { nextStepAt: day(0) })
      yield* create("none")
      assert.strictEqual(yield* names("overdue=true&sort=nextStep"), "late later")
      assert.strictEqual(yield* names("overdue=false&sort=nextStep"), "late later today none")
      assert.strictEqual(yield* names("overdue=true&status=all"), "later late")
      assert.strictEqual(yield* names("overdue=true&status=won"), "")
      const stages = yield* ok(get(`/v1/boards/${board.id}/stages`))
      const won = stages.find(({ region }: any) => region === "won")
      yield* ok(post(`/v1/deals/${late.id}/move`, { toStageId: won.id }))
      assert.strictEqual(yield* names("overdue=true"), "later")
      yield* ok(patch(`/v1/deals/${late.id}`, { nextStepAt: null }))
      yield* refused(get("/v1/deals?overdue=yes"), 400, "invalid_query")
    })
  )

  for (const zone of ["Pacific/Kiritimati", "Etc/GMT+12"])
    it.effect(`is overdue once its day has ended in the workspace's zone: ${zone}`, () =>
      Effect.gen(function* () {
        const { create, names } = yield* furnishedIn(zone)
        const today = TimeZone.dayIn(zone)(new Date().toISOString())
        const dayFrom = (days: number) =>
          new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
        yield* create("yesterday", { nextStepAt: dayFrom(-1) })
        yield* create("today", { nextStepAt: today })
        yield* create("tomorrow", { nextStepAt: dayFrom(1) })
        yield* create("earlier", { nextStepAt: new Date(Date.now() - 60_000).toISOString() })
        yield* create("soon", { nextStepAt: new Date(Date.now() + 3_600_000).toISOString() })
        const overdue = yield* names("overdue=true")
        assert.deepStrictEqual(overdue.split(" ").sort(), ["earlier", "yesterday"])
      })
    )
})
