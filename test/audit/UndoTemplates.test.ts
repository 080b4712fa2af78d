import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Replay from "../support/audit/Replay.ts"
import { done, snapshot, undo, undone } from "../support/audit/UndoSamples.ts"
import { type Api, contract, created, ok, workspace } from "../support/server/Contract.ts"

const templates = (api: Api) =>
  Effect.map(ok(api.get("/v1/templates")), ({ data }) => data as ReadonlyArray<any>)

const sample = { name: "Hi", subject: "S", body: "B" }

const codes = (answer: any) => answer.body.notUndone.map(({ code, resource }: any) => [resource, code])

contract("undoing changes of templates", (it) => {
  it.effect("takes back creation, edits and deletion, and each undo", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const before = yield* templates(mine)
      const make = yield* done(mine.post("/v1/templates", sample), 201)
      const path = `/v1/templates/${make.body.id}`
      const made = yield* templates(mine)
      const back = yield* undo(mine, { requestId: make.requestId })
      assert.deepStrictEqual(yield* templates(mine), before)
      yield* undone(mine, { requestId: back.requestId }, 1)
      assert.deepStrictEqual(yield* templates(mine), made)
      const edit = yield* done(mine.patch(path, { subject: "T", icon: "x" }))
      yield* ok(mine.patch(path, { name: "Ho" }))
      yield* undone(mine, { requestId: edit.requestId }, 1)
      assert.deepInclude(
        (yield* templates(mine)).find(({ id }) => id === make.body.id)!,
        {
          ...make.body,
          name: "Ho"
        }
      )
      yield* ok(mine.post(`${path}/use`, {}))
      const whole = yield* templates(mine)
      const remove = yield* done(mine.delete(path))
      const restored = yield* undo(mine, { requestId: remove.requestId })
      assert.deepStrictEqual(yield* templates(mine), whole)
      yield* undone(mine, { requestId: restored.requestId }, 1)
      assert.notDeepEqual(yield* templates(mine), whole)
      yield* Replay.check(mine.workspace.id)
    })
  )

  it.effect("takes a use back with its count and its note, and does it again", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const deal = yield* created(mine.post("/v1/deals", { boardId: mine.board.id, name: "Fleet" }))
      const { id } = yield* created(mine.post("/v1/templates", sample))
      const use = () => done(mine.post(`/v1/templates/${id}/use`, { deal_id: deal.id }))
      const count = () => Effect.map(templates(mine), (all) => all.find((one) => one.id === id)!.use_count)
      const first = yield* use()
      const before = yield* snapshot(mine)
      const second = yield* use()
      const after = yield* snapshot(mine)
      const back = yield* undo(mine, { requestId: second.requestId })
      assert.deepStrictEqual(back.body.notUndone, [])
      assert.deepStrictEqual([yield* snapshot(mine), yield* count()], [before, 1])
      yield* undone(mine, { requestId: back.requestId }, 1)
      assert.deepStrictEqual([yield* snapshot(mine), yield* count()], [after, 2])
      // The first of two: the count goes down by it all the same.
      yield* undone(mine, { requestId: first.requestId }, 1)
      assert.strictEqual(yield* count(), 1)
      yield* Replay.check(mine.workspace.id)
    })
  )

  it.effect("takes a use for a lead back with the lead's contacted stamp, and does it again", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const lead = yield* created(mine.post("/v1/leads", { firstName: "Ada" }))
      const { id } = yield* created(mine.post("/v1/templates", sample))
      const state = Effect.gen(function* () {
        const one = (yield* templates(mine)).find((template) => template.id === id)!
        const found = yield* ok(mine.get(`/v1/leads/${lead.id}`))
        return { count: one.use_count, lead: found, whole: yield* snapshot(mine) }
      })
      const before = yield* state
      assert.deepStrictEqual([before.count, before.lead.contactedAt], [0, null])
      const use = yield* done(mine.post(`/v1/templates/${id}/use`, { lead_id: lead.id }))
      const after = yield* state
      assert.deepInclude(after.lead, { triageStatus: "contacted" })
      assert.isNotNull(after.lead.contactedAt)
      assert.strictEqual(after.count, 1)
      const back = yield* undo(mine, { requestId: use.requestId })
      assert.deepStrictEqual(back.body.notUndone, [])
      assert.deepStrictEqual(yield* state, before)
      yield* undone(mine, { requestId: back.requestId }, 1)
      assert.deepStrictEqual(yield* state, after)
      yield* Replay.check(mine.workspace.id)
    })
  )

  it.effect("keeps a template that was used, unless its uses are undone too", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const before = yield* templates(mine)
      const since = new Date(Date.now() - 1).toISOString()
      const make = yield* done(mine.post("/v1/templates", sample), 201)
      yield* done(mine.post(`/v1/templates/${make.body.id}/use`, {}))
      assert.deepStrictEqual(codes(yield* undo(mine, { requestId: make.requestId })), [
        ["template", "built_upon"]
      ])
      yield* undo(mine, { actor: mine.apiKey.id, since })
      assert.deepStrictEqual(yield* templates(mine), before)
      yield* Replay.check(mine.workspace.id)
    })
  )
})
