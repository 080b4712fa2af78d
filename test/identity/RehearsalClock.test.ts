import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { fork } from "../support/samples/Rehearsals.ts"
import { run as admin } from "../support/server/Admin.ts"
import { as, contract, created, ok, workspace } from "../support/server/Contract.ts"

const day = 86_400_000

const site = Effect.gen(function* () {
  const source = yield* workspace()
  const copy = yield* fork(source.workspace.id)
  const clock = (flags: Readonly<Record<string, string>>) =>
    admin("workspace clock", { workspace: copy.workspace.id, ...flags })
  return { source, copy, clock }
})

/** How many days the time is from now. */
const daysOff = (at: string) => Math.round((Date.parse(at) - Date.now()) / day)

/** The time in a UUIDv7. */
const timeIn = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)

contract("the clock of a rehearsal", (it) => {
  it.effect("is what its deals, reports and jobs go by, and nobody else's", () =>
    Effect.gen(function* () {
      const { clock, copy, source } = yield* site
      const lead = yield* created(copy.post("/v1/leads", { firstName: "Bo" }))
      const at = yield* clock({ forward: "20 days" })
      assert.strictEqual(daysOff(at.now), 20)
      assert.strictEqual(daysOff((yield* ok(copy.get("/v1/me"))).workspace.rehearsal.now), 20)
      const body = { boardId: source.board.id, name: "A" }
      const deal = yield* created(copy.post("/v1/deals", body, { "idempotency-key": "one" }))
      assert.strictEqual(daysOff(deal.createdAt), 20)
      const stages = yield* ok(copy.get(`/v1/boards/${source.board.id}/stages`))
      const toStageId = stages.find(({ region }: any) => region === "won").id
      const won = yield* ok(copy.post(`/v1/deals/${deal.id}/move`, { toStageId }))
      assert.strictEqual(daysOff(won.wonAt), 20)
      const month = `/v1/reports/this-month?board_id=${source.board.id}`
      const wonThere = Effect.map(
        ok(copy.get(month)),
        ({ metrics }) => metrics.find(({ key }: any) => key === "deals_won").current
      )
      assert.strictEqual(yield* wonThere, 1)
      yield* clock({ forward: "40 days" })
      assert.strictEqual(yield* wonThere, 0)
      yield* admin("totals verify", { workspace: copy.workspace.id })
      // A job of today finds the lead old there, and the same lead of the workspace young.
      const own = yield* created(source.post("/v1/leads", { firstName: "Ada" }))
      yield* admin("job run stale-leads")
      assert.strictEqual((yield* ok(copy.get(`/v1/leads/${lead.id}`))).triageStatus, "stale")
      assert.strictEqual((yield* ok(source.get(`/v1/leads/${own.id}`))).triageStatus, "new")
      const mine = yield* created(source.post("/v1/deals", body))
      assert.strictEqual(daysOff(mine.createdAt), 0)
      assert.isBelow(Math.abs(timeIn(mine.id) - Date.now()), day)
      // It is set to a time, and back, too.
      assert.strictEqual((yield* clock({ at: "2030-05-01T00:00:00Z" })).now.slice(0, 16), "2030-05-01T00:00")
      assert.strictEqual(daysOff((yield* clock({ reset: "true" })).now), 0)
      assert.strictEqual(
        (yield* Effect.flip(clock({ forward: "9 weeks", reset: "true" }))).code,
        "invalid_clock"
      )
      assert.strictEqual((yield* Effect.flip(clock({ at: "2199-01-01" }))).code, "invalid_clock")
      const ordinary = admin("workspace clock", { workspace: source.workspace.id, reset: "true" })
      assert.strictEqual((yield* Effect.flip(ordinary)).code, "not_a_rehearsal")
    })
  )

  it.effect("is not that of keys, idempotency keys, ids and the audit log", () =>
    Effect.gen(function* () {
      const { clock, copy, source } = yield* site
      const { workspace } = copy
      const created30 = { workspace: workspace.id, user: source.user.id, name: "Short", expires: "30d" }
      const { apiKey } = yield* admin("key create", created30)
      const body = { boardId: source.board.id, name: "A" }
      const first = yield* created(copy.post("/v1/deals", body, { "idempotency-key": "same" }))
      yield* clock({ forward: "400 days" })
      yield* ok((yield* as(apiKey.token)).get("/v1/me"))
      // Within the real 24 hours it is the same call.
      const again = yield* created(copy.post("/v1/deals", body, { "idempotency-key": "same" }))
      assert.strictEqual(again.id, first.id)
      const later = yield* created(copy.post("/v1/deals", { ...body, name: "B" }))
      assert.strictEqual(daysOff(later.createdAt), 400)
      assert.isBelow(Math.abs(timeIn(later.id) - Date.now()), day)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ at: string }>`SELECT at FROM audit WHERE workspace_id = ${workspace.id}`
      assert.deepStrictEqual([...new Set(rows.map(({ at }) => daysOff(at)))], [0])
      yield* admin("audit verify", { workspace: workspace.id })
    })
  )
})
