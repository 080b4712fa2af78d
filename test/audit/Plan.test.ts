import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ApiKeys } from "../../layers/identity/ApiKeys.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { dry, moving } from "../support/audit/Moving.ts"
import { as, contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

const again = /Nothing was done\. Send the call with Dry-Run: true/u

contract("a plan", (it) => {
  it.effect("is carried out once, and its key replays the answer", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const { deal, go, won } = yield* moving(mine)
      const key = { "idempotency-key": "once" }
      const done = yield* ok(go(key))
      assert.strictEqual(done.stage.id, won.id)
      const replay = yield* go(key)
      assert.strictEqual(replay.headers.get("idempotent-replayed"), "true")
      const error = yield* refused(go({ "idempotency-key": "twice" }), 409, "plan_stale")
      assert.match(error.message, /carried out already/u)
      assert.match(error.message, again)
      // A creation changes nothing that it read: still, it is done once.
      const body = { boardId: mine.board.id, name: "One" }
      const { dryRun } = yield* ok(mine.post("/v1/deals", body, dry))
      const all = yield* Effect.all(
        Array.from({ length: 8 }, () => mine.post("/v1/deals", body, { plan: dryRun.plan })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(all.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)])
      const { data } = yield* ok(mine.get("/v1/deals?status=all"))
      assert.deepStrictEqual(
        data.map(({ name }: any) => name),
        ["One", deal.name]
      )
    })
  )

  it.effect("is stale after an edit, a move, a deletion and a change of the stages, and names it", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const stale = (go: Effect.Success<ReturnType<typeof moving>>["go"]) => refused(go(), 409, "plan_stale")

      const edited = yield* moving(mine)
      yield* ok(mine.patch(`/v1/deals/${edited.deal.id}`, { amountCents: 200 }))
      const amount = yield* stale(edited.go)
      assert.include(amount.message, `deal ${edited.deal.id} has changed (amountCents)`)
      assert.deepStrictEqual(amount.meta.changed, [
        { resource: "deal", id: edited.deal.id, fields: ["amountCents"] }
      ])
      assert.match(amount.message, again)

      const moved = yield* moving(mine)
      yield* ok(mine.post(`/v1/deals/${moved.deal.id}/move`, { toStageId: moved.stages[1].id }))
      assert.include((yield* stale(moved.go)).message, "(stageId, stageEnteredAt)")

      const deleted = yield* moving(mine)
      yield* ok(mine.delete(`/v1/deals/${deleted.deal.id}`))
      const gone = yield* stale(deleted.go)
      assert.include(gone.message, `deal ${deleted.deal.id} is gone`)
      assert.include(gone.message, "It would be refused now: ")

      const renamed = yield* moving(mine)
      const editable = renamed.stages.filter(({ region }) => !["won", "dead"].includes(region))
      const stages = editable.map(({ id, name, probability, region }, index) => ({
        id,
        name: index === 0 ? "Fresh" : name,
        probability,
        region
      }))
      yield* ok(mine.put(`/v1/boards/${mine.board.id}/stages`, { stages }))
      assert.include((yield* stale(renamed.go)).message, `stage ${stages[0]!.id} has changed (name)`)

      const listened = yield* moving(mine)
      const subscription = {
        boardId: mine.board.id,
        url: "https://hooks.example.com/x",
        events: ["deal.won"]
      }
      const hook = yield* created(mine.post("/v1/webhooks", subscription))
      assert.include((yield* stale(listened.go)).message, `webhook ${hook.id} is new or different`)

      const noted = yield* moving(mine)
      yield* created(mine.post(`/v1/deals/${noted.deal.id}/notes`, { contentText: "Hello" }))
      yield* ok(noted.go())
    })
  )

  it.effect("is stale after a change of what the call would leave as it is: a lead, a template, goals", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const lead = `/v1/leads/${(yield* created(mine.post("/v1/leads", { firstName: "Ada" }))).id}`
      const { data } = yield* ok(mine.get("/v1/templates"))
      const template = `/v1/templates/${data[0].id}`
      const goals = `/v1/boards/${mine.board.id}/goals`
      const score = (score: number) => ({ enrichment: { score } })
      const goal = (deals_won: number, proposals: number) => ({ proposals, deals_won, deal_value: null })
      const cases = [
        ["PATCH", lead, { triageStatus: "contacted" }, score(5), "enrichment"],
        ["PATCH", lead, score(9), { triageStatus: "stale" }, "triageStatus"],
        ["PATCH", template, { name: "Other" }, { body: "Hello" }, "body"],
        ["PUT", goals, goal(5, 0), goal(0, 7), "goal"]
      ] as const
      for (const [method, path, body, meanwhile, field] of cases) {
        const { dryRun } = yield* ok(mine.request(method, path, body, dry))
        yield* ok(mine.request(method, path, meanwhile))
        const again = mine.request(method, path, body, { plan: dryRun.plan })
        assert.include((yield* refused(again, 409, "plan_stale")).message, field)
      }
    })
  )

  it.effect(
    "is good for its credential, workspace, operation and input alone, and tells which is wrong",
    () =>
      Effect.gen(function* () {
        const [mine, theirs] = [yield* workspace(), yield* workspace()]
        const { body, deal, dryRun, go, path, stages } = yield* moving(mine)
        const { plan } = dryRun
        const wrong = <E, R>(call: Parameters<typeof refused<E, R>>[0]) => refused(call, 400, "invalid_plan")
        const second = yield* Effect.provideService(
          Effect.flatMap(ApiKeys, (keys) => keys.create(mine.user.id, "Second")),
          Tenant,
          { workspaceId: mine.workspace.id }
        )
        const other = yield* as(second.token)
        assert.include((yield* wrong(other.post(path, body, { plan }))).message, "another credential")
        assert.include((yield* wrong(theirs.post(path, body, { plan }))).message, "no plan of this workspace")
        const lost = { toStageId: stages.at(-1).id }
        assert.include((yield* wrong(mine.post(path, lost, { plan }))).message, "other input")
        const elsewhere = `/v1/deals/${deal.id}`
        assert.include((yield* wrong(mine.delete(elsewhere, undefined, { plan }))).message, "deals.move")
        const flipped = `${plan.slice(0, 40)}${plan[40] === "A" ? "B" : "A"}${plan.slice(41)}`
        for (const bad of [flipped, plan.slice(1), "x", `${plan}A`, "%", "A".repeat(9_000)]) {
          yield* wrong(mine.post(path, body, { plan: bad }))
        }
        assert.strictEqual((yield* ok(mine.get(elsewhere))).stage.id, deal.stage.id)
        yield* ok(go())
      })
  )

  it.effect("leaves nothing behind if it is refused, and its key is free for the next plan", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const { deal, go, path, body } = yield* moving(mine)
      yield* ok(mine.patch(`/v1/deals/${deal.id}`, { name: "Other" }))
      const key = { "idempotency-key": "k" }
      yield* refused(go(key), 409, "plan_stale")
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT FROM idempotency_keys WHERE workspace_id = ${mine.workspace.id}`
      assert.strictEqual(rows.length, 0)
      const next = (yield* ok(mine.post(path, body, dry))).dryRun.plan
      yield* ok(mine.post(path, body, { plan: next, ...key }))
    })
  )
})

contract("a plan on another day", (it) => {
  it.effect("is stale after a day", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const { dryRun, go } = yield* moving(mine)
      const left = Date.parse(dryRun.expiresAt) - Date.parse(dryRun.answer.updatedAt)
      assert.closeTo(left, 86_400_000, 60_000)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE plans SET plan = jsonb_set(plan, '{until}', '0') WHERE workspace_id = ${mine.workspace.id}`
      assert.include((yield* refused(go(), 409, "plan_stale")).message, "more than a day old")
    })
  )
})
