import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { routed } from "../../src/Registry.ts"
import { dry, moving } from "../support/audit/Moving.ts"
import * as Tables from "../support/audit/Tables.ts"
import { eventually, makeReceiver } from "../support/fakes/Receiver.ts"
import { contract, created, member, ok, refused, workspace } from "../support/server/Contract.ts"

contract("a dry run", (it) => {
  it.effect("tells what the call would change, record and send", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const hook = yield* created(
        mine.post("/v1/webhooks", {
          boardId: mine.board.id,
          url: "https://hooks.example.com/x",
          events: ["deal.stage_changed", "deal.won"]
        })
      )
      const { deal, dryRun, stages, won } = yield* moving(mine)
      assert.strictEqual(dryRun.status, 200)
      assert.deepInclude(dryRun.answer, { id: deal.id, name: "Fleet" })
      assert.strictEqual(dryRun.answer.stage.id, won.id)
      assert.deepStrictEqual(dryRun.changes, [
        {
          resource: "deal",
          change: "updated",
          count: 1,
          ids: [deal.id],
          names: ["Fleet"],
          fields: ["stageId", "updatedAt", "stageEnteredAt", "wonAt"]
        }
      ])
      const ref = ({ id, name, region }: any) => ({ id, name, region })
      const data = { from: ref(stages[0]), to: ref(won) }
      assert.deepStrictEqual(dryRun.activity, [
        { type: "stage_changed", count: 1, dealIds: [deal.id], data },
        { type: "deal_won", count: 1, dealIds: [deal.id], data }
      ])
      assert.deepStrictEqual(dryRun.webhooks, [
        { webhookId: hook.id, event: "deal.stage_changed", count: 1 },
        { webhookId: hook.id, event: "deal.won", count: 1 }
      ])
      assert.deepStrictEqual(dryRun.notRehearsed, [])
      assert.strictEqual((yield* ok(mine.get(`/v1/deals/${deal.id}`))).stage.id, stages[0].id)
    })
  )

  it.effect("of many tells which, and of a warning what it says", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const ids: Array<string> = []
      for (const name of ["a", "b", "c"]) {
        ids.push((yield* created(mine.post("/v1/deals", { boardId: mine.board.id, name }))).id)
      }
      const stages = yield* ok(mine.get(`/v1/boards/${mine.board.id}/stages`))
      const won = stages.find((one: any) => one.region === "won").id
      const filter = { boardId: mine.board.id, status: "open" }
      const { dryRun } = yield* ok(
        mine.post("/v1/deals/bulk-move", { filter, toStageId: won, note: "Done" }, dry)
      )
      assert.deepStrictEqual(dryRun.answer, { updated: 3, unchanged: 0 })
      assert.sameMembers(dryRun.changes[0].ids, ids)
      assert.deepStrictEqual(
        dryRun.activity.map(({ count, type }: any) => [type, count]),
        [
          ["stage_changed", 3],
          ["deal_won", 3],
          ["note", 3]
        ]
      )
      const edited = yield* ok(mine.patch(`/v1/deals/${ids[0]}`, { stageId: won }, dry))
      assert.match(edited.dryRun.warning, /move/u)
      // One more that the filter matches makes the plan stale, and so does one less.
      const move = (plan: string) =>
        mine.post("/v1/deals/bulk-move", { filter, toStageId: won, note: "Done" }, { plan })
      const d = yield* created(mine.post("/v1/deals", { boardId: mine.board.id, name: "d" }))
      const more = yield* refused(move(dryRun.plan), 409, "plan_stale")
      assert.include(more.message, `deal ${d.id} is new or different`)
      yield* ok(mine.delete(`/v1/deals/${d.id}`))
      yield* ok(mine.delete(`/v1/deals/${ids[2]}`))
      const less = yield* refused(move(dryRun.plan), 409, "plan_stale")
      assert.include(less.message, `deal ${ids[2]} is gone or no longer meant`)
      assert.deepStrictEqual(less.meta.changed, [{ resource: "deal", id: ids[2] }])
    })
  )

  it.effect("is refused as the call is: scope, input, plan limit; and for a read", () =>
    Effect.gen(function* () {
      const mine = yield* workspace("free")
      const viewer = yield* member(mine.workspace.id, "viewer")
      const before = yield* Tables.dump
      yield* refused(
        viewer.post("/v1/deals", { boardId: mine.board.id, name: "X" }, dry),
        403,
        "insufficient_scope"
      )
      yield* refused(mine.post("/v1/deals", { boardId: mine.board.id, name: "" }, dry), 400, "invalid_body")
      const limit = yield* refused(
        mine.post("/v1/boards", { name: "Second" }, dry),
        403,
        "plan_limit_exceeded"
      )
      assert.strictEqual(limit.meta.limit, "boards")
      yield* refused(mine.get("/v1/deals", dry), 400, "invalid_dry_run")
      yield* ok(mine.get("/v1/deals", { "dry-run": "false" }))
      const wrong = { "dry-run": "yes" }
      const value = yield* refused(mine.post("/v1/boards", { name: "Second" }, wrong), 400, "invalid_dry_run")
      assert.include(value.message, '"true" or "false"')
      const deal = { boardId: mine.board.id, name: "X" }
      const { plan } = (yield* ok(mine.post("/v1/deals", deal, dry))).dryRun
      yield* refused(mine.post("/v1/deals", deal, { ...dry, plan }), 400, "invalid_dry_run")
      yield* refused(mine.get("/v1/deals", { plan }), 400, "invalid_dry_run")
      assert.deepStrictEqual(yield* Tables.dump, before)
    })
  )

  it.effect("fetches no image, and says so", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const lead = yield* created(mine.post("/v1/leads", { firstName: "Ada" }))
      const screenshot = "https://images.example.com/a.png"
      const enrichment = { status: "complete", score: 80, screenshot }
      const before = yield* Tables.dump
      const { dryRun } = yield* ok(mine.patch(`/v1/leads/${lead.id}`, { enrichment }, dry))
      assert.deepStrictEqual(yield* Tables.dump, before)
      assert.deepInclude(dryRun.answer.enrichment, { status: "complete", score: 80, screenshot })
      assert.deepStrictEqual(dryRun.notRehearsed, [
        "enrichment.screenshot: its image is not fetched, and gets its own url when it is"
      ])
    })
  )
})

contract(
  "a dry run's events",
  (it) => {
    it.effect("reach no receiver, nor the feed of changes", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const receiver = yield* makeReceiver()
        const hook = { boardId: mine.board.id, url: receiver.url, events: ["deal.created", "lead.created"] }
        yield* created(mine.post("/v1/webhooks", hook))
        const create = (name: string, headers?: Record<string, string>) =>
          mine.post("/v1/deals", { boardId: mine.board.id, name }, headers)
        const tried = yield* ok(create("Tried", dry))
        assert.deepInclude(tried.dryRun.webhooks[0], { event: "deal.created", count: 1 })
        yield* ok(mine.post("/v1/leads", { firstName: "Tried" }, dry))
        yield* created(create("Done"))
        // What was written first would be sent first.
        const first = yield* eventually(() => receiver.received[0])
        assert.strictEqual(JSON.parse(first.body.toString()).deal.name, "Done")
        const { data } = yield* ok(mine.get("/v1/events"))
        assert.deepStrictEqual(
          data.map(({ type }: any) => type),
          ["deal.created"]
        )
      })
    )
  },
  { OUTBOUND_ALLOW_PRIVATE: "true" }
)

contract("every operation that reaches outside", (it) => {
  it("says what a dry run does instead", () => {
    for (const { id, prepare, simulate } of routed) {
      assert.strictEqual(prepare === undefined, simulate === undefined, id)
    }
  })
})
