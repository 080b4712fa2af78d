import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

interface Stage {
  readonly id: string
  readonly name: string
  readonly region: string
  readonly probability: number
}

const furnished = Effect.gen(function* () {
  const api = yield* workspace()
  const path = `/v1/boards/${api.board.id}/stages`
  const before: ReadonlyArray<Stage> = yield* ok(api.get(path))
  const known = (name: string, changes: object = {}) => {
    const { id, probability, region } = before.find((stage) => stage.name === name)!
    return { id, name, region, probability, ...changes }
  }
  const id = (name: string) => known(name).id
  const create = (stage: string, amountCents = 100) =>
    created(api.post("/v1/deals", { boardId: api.board.id, name: stage, stageId: id(stage), amountCents }))
  const replace = (stages: ReadonlyArray<object>, moveDealsTo?: object) =>
    api.put(path, { stages, ...(moveDealsTo && { moveDealsTo }) })
  /** All stages except Qualified and Verbal. */
  const fewer = [known("New"), known("Proposal"), known("Negotiation")]
  return { ...api, path, before, known, id, create, replace, fewer }
})

/** The stored totals, and a recount. */
const totalsOf = Effect.fnUntraced(function* (workspaceId: string) {
  const sql = yield* SqlClient.SqlClient
  const kept = yield* sql`SELECT key, sum(deals)::int AS deals, sum(cents)::int AS cents FROM deal_totals
    WHERE workspace_id = ${workspaceId} AND key LIKE 'stage:%'
    GROUP BY key HAVING sum(deals) <> 0 OR sum(cents) <> 0 ORDER BY key`
  const full = yield* sql`SELECT 'stage:' || stage_id AS key, count(*)::int AS deals,
      coalesce(sum(amount_cents), 0)::int AS cents FROM deals
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL GROUP BY stage_id ORDER BY 1`
  return { kept, full }
})

contract("the stages of a board", (it) => {
  it.effect("are replaced as a whole: known ids kept, others created, positions renumbered", () =>
    Effect.gen(function* () {
      const { before, get, id, known, path, replace } = yield* furnished
      const after = yield* ok(
        replace([
          known("Verbal", { name: "Talks", probability: 60 }),
          { name: "Lead", region: "early", probability: 5 },
          known("Proposal"),
          known("New"),
          known("Won", { name: "Closed", probability: 3 })
        ])
      )
      assert.deepStrictEqual(
        after.map((one: any) => [one.name, one.region, one.isAnchor, one.position, one.probability]),
        [
          ["Lead", "early", false, 0, 5],
          ["New", "early", false, 1, 10],
          ["Proposal", "anchor", true, 2, 50],
          ["Talks", "late", false, 3, 60],
          ["Closed", "won", false, 4, 100],
          ["Dead", "dead", false, 5, 0]
        ]
      )
      assert.deepStrictEqual(yield* ok(get(path)), after)
      assert.strictEqual(after[3].id, id("Verbal"))
      assert.match(after[0].id, /^stg_[0-9A-Za-z]{16}$/u)
      assert.notInclude(
        before.map((stage) => stage.id),
        after[0].id
      )
    })
  )

  it.effect("appear on their deals with the new name and region at once", () =>
    Effect.gen(function* () {
      const { create, fewer, get, known, replace } = yield* furnished
      const deal = yield* create("Negotiation")
      yield* ok(
        replace([
          ...fewer.slice(0, 1),
          known("Negotiation", { name: "Core", region: "anchor" }),
          known("Verbal")
        ])
      )
      const { stage, ...rest } = yield* ok(get(`/v1/deals/${deal.id}`))
      assert.deepStrictEqual(stage, { ...deal.stage, name: "Core", region: "anchor", isAnchor: true })
      assert.deepStrictEqual(rest, { ...rest, commitmentAt: null, updatedAt: deal.updatedAt })
    })
  )

  it.effect("are not deleted while they hold deals, unless the request says where the deals go", () =>
    Effect.gen(function* () {
      const { create, fewer, get, id, replace, workspace } = yield* furnished
      const qualified = yield* create("Qualified", 700)
      const verbal = yield* create("Verbal", 30)
      const error = yield* refused(replace(fewer), 400, "invalid_body")
      assert.include(error.message, "moveDealsTo")
      assert.match(error.meta.issues[0].path, /^moveDealsTo\.stg_/u)
      assert.include(error.message, id("Qualified"))
      yield* refused(replace(fewer, { [id("Qualified")]: id("New") }), 400, "invalid_body")
      const moves = { [id("Qualified")]: id("Negotiation"), [id("Verbal")]: id("Negotiation") }
      yield* ok(replace(fewer, moves))
      for (const deal of [qualified, verbal]) {
        const after = yield* ok(get(`/v1/deals/${deal.id}`))
        assert.strictEqual(after.stage.id, id("Negotiation"))
        assert.strictEqual(after.stageEnteredAt, deal.stageEnteredAt)
      }
      const listed = yield* ok(get(`/v1/deals?stageId=${id("Negotiation")}`))
      assert.strictEqual(listed.data.length, 2)
      const { full, kept } = yield* totalsOf(workspace.id)
      assert.deepStrictEqual(kept, full)
      assert.deepStrictEqual(kept, [{ key: `stage:${id("Negotiation")}`, deals: 2, cents: 730 }] as never)
    })
  )

  it.effect("are deleted if all their deals are deleted", () =>
    Effect.gen(function* () {
      const { create, delete: remove, fewer, id, replace, workspace } = yield* furnished
      const deal = yield* create("Qualified")
      yield* ok(remove(`/v1/deals/${deal.id}`))
      const stages = yield* ok(replace(fewer))
      assert.notInclude(
        stages.map((stage: Stage) => stage.id),
        id("Qualified")
      )
      const { full, kept } = yield* totalsOf(workspace.id)
      assert.deepStrictEqual([kept, full], [[], []])
    })
  )

  it.effect("stay as they are when an edit is refused", () =>
    Effect.gen(function* () {
      const { before, fewer, get, id, known, path, replace } = yield* furnished
      const elsewhere = yield* furnished
      const early = { name: "E", region: "early", probability: 1 }
      const refusals: ReadonlyArray<readonly [stages: ReadonlyArray<object>, moves?: object]> = [
        [[]],
        [fewer.slice(0, 2)],
        [[...fewer, { name: "A", region: "anchor", probability: 1 }]],
        [[...fewer, ...Array.from({ length: 6 }, () => early)]],
        [[...fewer, { ...early, name: "" }]],
        [[...fewer, { ...early, name: "x".repeat(81) }]],
        [[...fewer, { ...early, probability: 101 }]],
        [[...fewer, { ...early, probability: 0.5 }]],
        [[...fewer, { ...early, region: "lost" }]],
        [[...fewer, { ...early, id: elsewhere.id("New") }]],
        [[...fewer, known("New")]],
        [[...fewer, known("Won", { region: "late" })]],
        [[...fewer, { name: "W", region: "won", probability: 100 }]],
        [fewer, { [id("New")]: id("Proposal") }],
        [fewer, { [id("Qualified")]: id("Verbal") }],
        [fewer, { [id("Qualified")]: id("Won") }],
        [fewer, { [id("Qualified")]: elsewhere.id("New") }],
        [fewer, { nothing: id("New") }]
      ]
      for (const [stages, moves] of refusals) {
        const error = yield* refused(replace(stages, moves), 400, "invalid_body")
        assert.isAbove(error.meta.issues.length, 0)
      }
      assert.deepStrictEqual(yield* ok(get(path)), before)
    })
  )

  it.effect("lose no deal to edits and creations at the same time", () =>
    Effect.gen(function* () {
      const { board, fewer, get, id, post, replace, workspace } = yield* furnished
      const edits = Effect.forEach(Array.from({ length: 8 }), (_, index) =>
        index % 2 === 0
          ? replace(fewer, { [id("Qualified")]: id("New") })
          : replace([...fewer, { name: "Qualified", region: "early", probability: 25 }])
      )
      const create = (stageId: string) =>
        post("/v1/deals", { boardId: board.id, name: "D", stageId, amountCents: 3 })
      const creations = Effect.forEach(
        Array.from({ length: 30 }, (_, index) => id(index % 2 ? "Qualified" : "New")),
        create,
        { concurrency: 6 }
      )
      const [, answers] = yield* Effect.all([edits, creations], { concurrency: 2 })
      for (const { body, status } of answers) {
        if (status !== 201) assert.deepStrictEqual([status, body.error.code], [400, "invalid_stage"])
      }
      const made = answers.filter((one) => one.status === 201).length
      assert.isAtLeast(made, 15)
      assert.strictEqual((yield* ok(get("/v1/deals?limit=100"))).data.length, made)
      const { full, kept } = yield* totalsOf(workspace.id)
      assert.deepStrictEqual(kept, full)
    })
  )
})
