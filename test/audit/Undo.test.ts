import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { as, contract, created, member, ok, refused, workspace } from "../support/server/Contract.ts"
import * as Tables from "../support/audit/Tables.ts"
import { done, setUp, snapshot, undo, undone } from "../support/audit/UndoSamples.ts"

contract("POST /v1/undo", (it) => {
  it.effect("takes the name or email of who did it, unless several have it", () =>
    Effect.gen(function* () {
      const mine = yield* setUp()
      const since = "2020-01-01"
      const path = `/v1/deals/${mine.deal.id}`
      const sql = yield* SqlClient.SqlClient
      const [scout, other] = [
        yield* member(mine.workspace.id, "member"),
        yield* member(mine.workspace.id, "member")
      ]
      // Before their first requests, which read the names of keys.
      yield* sql`UPDATE api_keys SET name = 'Scout' WHERE ${sql.in("user_id", [scout.id, other.id])}`
      const { user } = yield* ok(scout.get("/v1/me"))
      for (const actor of ["scout", user.email.toUpperCase(), user.id]) {
        const { amountCents } = yield* ok(mine.get(path))
        yield* ok(scout.patch(path, { amountCents: 7 }))
        const { body } = yield* undo(mine, { actor, since })
        assert.deepStrictEqual([body.undone.length, body.notUndone], [1, []], actor)
        assert.deepInclude(yield* ok(mine.get(path)), { amountCents })
      }
      yield* ok(other.patch(path, { amountCents: 8 }))
      const { meta } = yield* refused(mine.post("/v1/undo", { actor: "Scout", since }), 400, "invalid_body")
      assert.lengthOf(meta.actors, 2)
      yield* refused(mine.post("/v1/undo", { actor: "Nobody", since }), 404, "entry_not_found")
      yield* refused(other.post("/v1/undo", { actor: user.email, since }), 404, "entry_not_found")
      assert.deepInclude(yield* ok(mine.get(path)), { amountCents: 8 })
    })
  )

  it.effect("undoes all that someone did since a time, newest first, and nothing of others", () =>
    Effect.gen(function* () {
      const mine = yield* setUp()
      const scout = yield* member(mine.workspace.id, "member")
      const before = yield* snapshot(mine)
      const since = new Date().toISOString()
      const path = `/v1/deals/${mine.deal.id}`
      yield* ok(scout.patch(path, { amountCents: 5 }))
      yield* ok(scout.post(`${path}/move`, { toStageId: mine.won.id }))
      yield* ok(scout.patch(path, { amountCents: 6 }))
      const theirs = yield* created(scout.post("/v1/deals", { boardId: mine.board.id, name: "Theirs" }))
      yield* created(scout.post(`/v1/deals/${theirs.id}/notes`, { contentText: "Mine" }))
      const first = yield* undo(mine, { actor: scout.id, since })
      assert.deepStrictEqual(
        first.body.undone.map(({ operation }: any) => operation),
        ["notes.create", "deals.create", "deals.update", "deals.move", "deals.update"]
      )
      assert.deepStrictEqual([first.body.notUndone, first.body.hasMore], [[], false])
      assert.deepStrictEqual(yield* snapshot(mine), before)
      const { body } = yield* undo(mine, { actor: scout.id, since })
      assert.deepStrictEqual([body.undone, body.notUndone], [[], []])
      yield* undone(mine, { requestId: first.requestId }, 1)
      assert.deepInclude(yield* ok(mine.get(path)), { amountCents: 6 })
      assert.strictEqual((yield* ok(mine.get(`/v1/deals/${theirs.id}/notes`))).data.length, 1)
    })
  )

  it.effect("lets members undo what they did themselves, admins all, viewers and strangers nothing", () =>
    Effect.gen(function* () {
      const mine = yield* setUp()
      const [one, other] = [
        yield* member(mine.workspace.id, "member"),
        yield* member(mine.workspace.id, "member")
      ]
      const viewer = yield* member(mine.workspace.id, "viewer")
      const path = `/v1/deals/${mine.deal.id}`
      const edit = yield* done(one.patch(path, { name: "One's" }))
      const { data } = yield* ok(mine.get("/v1/audit?limit=1"))
      const foreign = yield* workspace()
      const nobodys = "req_01997f2e6b1c7d7a9d0c9c0d1e2f3a4b"
      const unknown = yield* refused(other.post("/v1/undo", { requestId: nobodys }), 404, "entry_not_found")
      for (const by of [{ requestId: edit.requestId }, { entryId: data[0].id }]) {
        const error = yield* refused(other.post("/v1/undo", by), 404, "entry_not_found")
        assert.strictEqual(error.message, unknown.message)
        yield* refused(foreign.post("/v1/undo", by), 404, "entry_not_found")
        yield* refused(viewer.post("/v1/undo", by), 404, "entry_not_found")
      }
      yield* refused(other.post("/v1/undo", { actor: one.id, since: "2020-01-01" }), 404, "entry_not_found")
      // Well formed, and of a time that no database reads.
      yield* refused(
        other.post("/v1/undo", { entryId: "ffffffff-ffff-7fff-ffff-ffffffffffff" }),
        404,
        "entry_not_found"
      )
      yield* undone(one, { entryId: data[0].id }, 1)
      const again = yield* done(one.patch(path, { name: "One's" }))
      yield* undone(mine, { requestId: again.requestId }, 1)
      assert.deepInclude(yield* ok(mine.get(path)), { name: "Fleet" })
      const narrow = yield* as(mine.apiKey.token)
      const last = yield* done(mine.patch(path, { name: "Mine" }))
      const less = { scope: "deals:read leads:write pipeline:read" }
      yield* refused(narrow.post("/v1/undo", { requestId: last.requestId }, less), 403, "insufficient_scope")
    })
  )

  it.effect("refuses unclear requests, and what was never undoable", () =>
    Effect.gen(function* () {
      const mine = yield* setUp()
      for (const body of [
        {},
        { requestId: "a", entryId: "b" },
        { actor: mine.user.id },
        { requestId: "a", since: "2026-01-01" }
      ])
        yield* refused(mine.post("/v1/undo", body), 400, "invalid_body")
      const { data } = yield* ok(mine.get("/v1/audit?limit=100"))
      const made = data.find(({ changes }: any) => changes.some((one: any) => one.resource === "workspace"))
      const { body } = yield* undo(mine, { entryId: made.id })
      assert.include(
        body.notUndone.map(({ code }: any) => code),
        "not_undoable"
      )
    })
  )

  it.effect("tells in a dry run what would be undone, and does it by the plan", () =>
    Effect.gen(function* () {
      const mine = yield* setUp()
      const path = `/v1/deals/${mine.deal.id}`
      const move = yield* done(mine.post(`${path}/move`, { toStageId: mine.dead.id }))
      const before = yield* Tables.dump
      const input = { requestId: move.requestId }
      const { dryRun } = yield* ok(mine.post("/v1/undo", input, { "dry-run": "true" }))
      assert.deepStrictEqual(yield* Tables.dump, before)
      assert.deepStrictEqual(
        dryRun.changes.map(({ change, resource }: any) => `${resource} ${change}`).sort(),
        ["deal updated", "note deleted"]
      )
      assert.strictEqual(dryRun.answer.undone[0].requestId, move.requestId)
      yield* ok(mine.patch(path, { name: "Otherwise" }))
      yield* refused(mine.post("/v1/undo", input, { plan: dryRun.plan }), 409, "plan_stale")
      const next = yield* ok(mine.post("/v1/undo", input, { "dry-run": "true" }))
      yield* ok(mine.post("/v1/undo", input, { plan: next.dryRun.plan }))
      assert.strictEqual((yield* ok(mine.get(path))).stage.id, mine.deal.stage.id)
    })
  )

  it.effect("undoes at most 200 records a call, and says how to go on", () =>
    Effect.gen(function* () {
      const mine = yield* setUp("standard")
      const since = new Date().toISOString()
      const ids = (yield* Effect.forEach(
        Array.from({ length: 101 }, (_, index) => index),
        (index) => created(mine.post("/v1/deals", { boardId: mine.board.id, name: `Deal ${index}` })),
        { concurrency: 4 }
      )).map(({ id }) => id)
      for (const label of ["a", "b"])
        yield* ok(mine.post("/v1/deals/bulk-update", { ids, addLabels: [label] }))
      const input = { actor: mine.apiKey.id, since }
      const sizes: Array<readonly [number, boolean]> = []
      let until: string | undefined
      do {
        const { body } = yield* undo(mine, { ...input, ...(until && { until }) })
        assert.deepStrictEqual(body.notUndone, [])
        sizes.push([body.undone.length, body.hasMore])
        until = body.until
      } while (until !== undefined)
      // The newest bulk edit; then the other with 99 deals, whose creations are undone one by one; then the rest.
      assert.deepStrictEqual(sizes, [
        [1, true],
        [100, true],
        [2, false]
      ])
      const { data } = yield* ok(mine.get("/v1/deals?status=all"))
      assert.deepStrictEqual(
        data.map(({ id }: any) => id),
        [mine.deal.id]
      )
    })
  )

  it.effect("never takes a plan beyond its limit", () =>
    Effect.gen(function* () {
      const mine = yield* setUp("free")
      const sql = yield* SqlClient.SqlClient
      const path = `/v1/deals/${mine.deal.id}`
      const win = yield* done(mine.post(`${path}/move`, { toStageId: mine.won.id }))
      // As if there were 99 other active deals.
      yield* sql`UPDATE deal_totals SET deals = deals + 100 WHERE workspace_id = ${mine.workspace.id}
        AND key = ${`stage:${mine.deal.stage.id}`}`
      const { body } = yield* undo(mine, { requestId: win.requestId })
      assert.deepStrictEqual(body.undone, [])
      assert.deepInclude(body.notUndone[0], { code: "plan_limit_exceeded", id: mine.deal.id })
    })
  )

  it.effect("loses to a concurrent change or comes before it, and mixes nothing", () =>
    Effect.gen(function* () {
      const mine = yield* setUp()
      const path = `/v1/deals/${mine.deal.id}`
      for (let round = 0; round < 8; round++) {
        const edit = yield* done(mine.patch(path, { amountCents: 1_000 + round, company: `C${round}` }))
        const was = round === 0 ? 100 : 5_000 + round - 1
        const [{ body }] = yield* Effect.all(
          [undo(mine, { requestId: edit.requestId }), ok(mine.patch(path, { amountCents: 5_000 + round }))],
          { concurrency: 2 }
        )
        const deal = yield* ok(mine.get(path))
        assert.strictEqual(deal.amountCents, 5_000 + round, `was ${was}`)
        if (body.undone.length === 0) assert.strictEqual(body.notUndone[0].code, "changed_since")
        else assert.notStrictEqual(deal.company, `C${round}`)
      }
    })
  )
})
