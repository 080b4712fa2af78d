import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { Credentials } from "../../layers/identity/Credentials.ts"
import { Workspaces } from "../../layers/identity/Workspaces.ts"
import type { Plan } from "../../schema/Me.ts"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

/** Sends again what was refused for lack of room, as on a slow database many at once are. */
const patiently = <A extends { readonly status: number }>(call: Effect.Effect<A>) =>
  Effect.repeat(call, {
    while: ({ status }) => status === 503,
    schedule: Schedule.spaced("200 millis")
  }).pipe(Effect.timeout("20 seconds"), Effect.orDie)

const furnished = Effect.fnUntraced(function* (plan: Plan) {
  const api = yield* workspace(plan)
  const stages = yield* ok(api.get(`/v1/boards/${api.board.id}/stages`))
  const stage = (name: string): string => stages.find((one: { name: string }) => one.name === name).id
  const create = (name = "New") =>
    patiently(api.post("/v1/deals", { boardId: api.board.id, name: "D", stageId: stage(name) }))
  const fill = (count: number) =>
    Effect.forEach(Array.from({ length: count }), () => created(create()), { concurrency: 10 })
  const full = (call: ReturnType<typeof create>) =>
    Effect.map(refused(call, 403, "plan_limit_exceeded"), (error) => {
      assert.deepStrictEqual(error.meta, { limit: "active_deals" })
      assert.match(error.message, /100 active deals/u)
    })
  return { ...api, stage, create, fill, full }
})

const setPlan = Effect.fnUntraced(function* (id: string, plan: Plan) {
  yield* (yield* Workspaces).setPlan(id as never, plan)
  yield* (yield* Credentials).forget
})

contract("plans", (it) => {
  it.effect("allow exactly one of 50 parallel creates at 99 open deals in a free workspace", () =>
    Effect.gen(function* () {
      const { create, fill, get } = yield* furnished("free")
      yield* fill(99)
      const answers = yield* Effect.forEach(Array.from({ length: 50 }), () => create(), {
        concurrency: "unbounded"
      })
      const statuses = answers.map((one) => one.status)
      assert.deepStrictEqual([...new Set(statuses)].sort(), [201, 403])
      assert.strictEqual(statuses.filter((status) => status === 201).length, 1)
      assert.strictEqual((yield* ok(get("/v1/deals?limit=100"))).data.length, 100)
    })
  )

  it.effect(
    "refuse to reopen a deal when the plan is full, by move and by PATCH, and count only open deals",
    () =>
      Effect.gen(function* () {
        const { create, delete: remove, fill, full, patch, post, stage } = yield* furnished("free")
        const won = yield* created(create("Won"))
        const deals = yield* fill(100)
        yield* created(create("Won"))
        yield* created(create("Dead"))
        yield* full(create())
        const path = `/v1/deals/${won.id}`
        yield* full(post(`${path}/move`, { toStageId: stage("New") }))
        yield* full(patch(path, { stageId: stage("Verbal") }))
        yield* ok(post(`${path}/move`, { toStageId: stage("Dead") }))
        yield* ok(patch(path, { name: "Still dead" }))
        yield* ok(post(`/v1/deals/${deals[0].id}/move`, { toStageId: stage("Verbal") }))
        yield* ok(post(`/v1/deals/${deals[0].id}/move`, { toStageId: stage("Won") }))
        yield* ok(post(`${path}/move`, { toStageId: stage("New") }))
        yield* full(create())
        yield* ok(remove(`/v1/deals/${deals[1].id}`))
        yield* created(create())
        yield* ok(patch(`/v1/deals/${deals[2].id}`, { stageId: stage("Dead") }))
        yield* created(create())
        yield* full(create())
      })
  )

  it.effect("keep existing data after a downgrade, and refuse more", () =>
    Effect.gen(function* () {
      const { create, delete: remove, fill, full, get, patch, post, workspace } = yield* furnished("standard")
      const deals = yield* fill(102)
      yield* created(post("/v1/boards", { name: "Second" }))
      yield* setPlan(workspace.id, "free")
      assert.strictEqual((yield* ok(get("/v1/me"))).workspace.plan, "free")
      yield* full(create())
      const limit = yield* refused(post("/v1/boards", { name: "Third" }), 403, "plan_limit_exceeded")
      assert.deepStrictEqual(limit.meta, { limit: "boards" })
      assert.strictEqual((yield* ok(get("/v1/boards"))).data.length, 2)
      yield* ok(patch(`/v1/deals/${deals[0].id}`, { name: "Still here" }))
      for (const deal of deals.slice(0, 2)) {
        yield* ok(remove(`/v1/deals/${deal.id}`))
        yield* full(create())
      }
      yield* ok(remove(`/v1/deals/${deals[2].id}`))
      yield* created(create())
      yield* setPlan(workspace.id, "standard")
      yield* created(create())
    })
  )

  it.effect("allow one board in a free workspace, and no second by a race", () =>
    Effect.gen(function* () {
      const { post } = yield* workspace("free")
      const answers = yield* Effect.forEach(
        Array.from({ length: 10 }),
        () => refused(patiently(post("/v1/boards", { name: "Second" })), 403, "plan_limit_exceeded"),
        { concurrency: "unbounded" }
      )
      for (const error of answers) assert.deepStrictEqual(error.meta, { limit: "boards" })
    })
  )
})
