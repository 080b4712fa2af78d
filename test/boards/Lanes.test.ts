import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Api, contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

interface Lane {
  readonly stage: { readonly id: string; readonly region: string; readonly position: number }
  readonly dealCount: number
  readonly amountCents: number
  readonly deals: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly hasMore: boolean
}

const lanesOf = (api: Api, board: string, query = "") =>
  Effect.map(ok(api.get(`/v1/boards/${board}/lanes${query}`)), ({ lanes }) => lanes as ReadonlyArray<Lane>)

const names = (lane: Lane | undefined) => lane?.deals.map(({ name }) => name)

contract("a board as lanes", (it) => {
  it.effect("has every stage in order, with sums over all deals and not only those shown", () =>
    Effect.gen(function* () {
      const { board, ...api } = yield* workspace()
      const stages = yield* ok(api.get(`/v1/boards/${board.id}/stages`))
      for (const [index, amountCents] of [100, 200, null, 400].entries()) {
        yield* created(api.post("/v1/deals", { boardId: board.id, name: `Deal ${index}`, amountCents }))
      }
      const lanes = yield* lanesOf(api, board.id, "?limit=3")
      const { isAnchor: _, ...first } = stages[0]
      assert.deepStrictEqual(
        lanes.map(({ stage }) => stage.id),
        stages.map(({ id }: { id: string }) => id)
      )
      assert.deepInclude(lanes[0]!.stage, first)
      assert.deepStrictEqual(names(lanes[0]), ["Deal 3", "Deal 2", "Deal 1"])
      assert.deepInclude(lanes[0], { dealCount: 4, amountCents: 700, hasMore: true })
      assert.deepInclude(lanes[1], { dealCount: 0, amountCents: 0, hasMore: false, deals: [] })
      const all = yield* lanesOf(api, board.id, "?limit=4")
      assert.isFalse(all[0]!.hasMore)
    })
  )

  it.effect("puts the deal that entered a stage last on top, however old it is", () =>
    Effect.gen(function* () {
      const { board, ...api } = yield* workspace()
      const stages = yield* ok(api.get(`/v1/boards/${board.id}/stages`))
      const old = yield* created(api.post("/v1/deals", { boardId: board.id, name: "Old" }))
      const won = stages.find(({ region }: { region: string }) => region === "won").id
      yield* created(api.post("/v1/deals", { boardId: board.id, name: "New", stageId: won }))
      yield* ok(api.post(`/v1/deals/${old.id}/move`, { toStageId: won }))
      const lanes = yield* lanesOf(api, board.id, "?limit=1")
      const lane = lanes.find(({ stage }) => stage.region === "won")
      assert.deepStrictEqual(names(lane), ["Old"])
      assert.deepInclude(lane, { dealCount: 2, hasMore: true })
      yield* ok(api.delete(`/v1/deals/${old.id}`))
      const after = yield* lanesOf(api, board.id, "?limit=1")
      assert.deepStrictEqual(names(after.find(({ stage }) => stage.region === "won")), ["New"])
    })
  )

  it.effect("can be searched without changing its sums, and shows no other board's deals", () =>
    Effect.gen(function* () {
      const { board, ...api } = yield* workspace()
      const other = yield* created(api.post("/v1/boards", { name: "Other" }))
      for (const name of ["50% off", "50 off", "Äpfel"]) {
        yield* created(api.post("/v1/deals", { boardId: board.id, name, amountCents: 1 }))
      }
      yield* created(api.post("/v1/deals", { boardId: other.id, name: "50% elsewhere" }))
      const find = (q: string) => lanesOf(api, board.id, `?q=${encodeURIComponent(q)}`)
      const [found] = yield* find("50%")
      assert.deepStrictEqual(names(found), ["50% off"])
      assert.deepInclude(found, { dealCount: 3, amountCents: 3, hasMore: false })
      assert.deepStrictEqual(names((yield* find("äPFEL"))[0]), ["Äpfel"])
      assert.lengthOf((yield* find("  "))[0]!.deals, 3)
    })
  )

  it.effect("says what the deals come to that match its filters, in every currency", () =>
    Effect.gen(function* () {
      const { board, ...api } = yield* workspace()
      const add = (name: string, fields: object) =>
        created(api.post("/v1/deals", { boardId: board.id, name, ...fields }))
      yield* add("A", { amountCents: 100, labels: ["x"] })
      yield* add("B", { amountCents: 200, labels: ["x", "y"], nextStepAt: "2020-01-01" })
      yield* add("C", { amountCents: 400, nextStepAt: "2999-01-01" })
      const matching = (query: string) =>
        Effect.map(
          lanesOf(api, board.id, query),
          ([lane]) => (lane as unknown as { matching: unknown }).matching
        )
      assert.isUndefined(yield* matching(""))
      assert.isUndefined(yield* matching("?sort=name"))
      assert.deepStrictEqual(yield* matching("?label=x"), { dealCount: 2, amountCents: 300 })
      assert.deepStrictEqual(yield* matching("?label=x&limit=1"), { dealCount: 2, amountCents: 300 })
      assert.deepStrictEqual(yield* matching("?overdue=true"), { dealCount: 1, amountCents: 200 })
      assert.deepStrictEqual(yield* matching("?amountMin=200"), { dealCount: 2, amountCents: 600 })
      assert.deepStrictEqual(yield* matching("?staleDays=1"), { dealCount: 0, amountCents: 0 })
      assert.deepStrictEqual(yield* matching("?q=c&ownerId=me"), { dealCount: 1, amountCents: 400 })
      yield* ok(api.patch(`/v1/boards/${board.id}`, { currency: "EUR" }))
      yield* add("D", { amountCents: 50, labels: ["x"] })
      assert.deepStrictEqual(yield* matching("?label=x"), {
        dealCount: 3,
        amountCents: 50,
        other_currencies: [{ currency: "USD", count: 2, cents: 300 }]
      })
      assert.deepStrictEqual(names((yield* lanesOf(api, board.id, "?sort=amount"))[0]), ["C", "B", "A", "D"])
      assert.deepStrictEqual(names((yield* lanesOf(api, board.id, "?sort=nextStep"))[0])?.slice(0, 2), [
        "B",
        "C"
      ])
    })
  )

  it.effect("shows one stage alone, with many deals, and refuses what contradicts itself", () =>
    Effect.gen(function* () {
      const { board, ...api } = yield* workspace()
      const stages = yield* ok(api.get(`/v1/boards/${board.id}/stages`))
      yield* created(api.post("/v1/deals", { boardId: board.id, name: "A", stageId: stages[1].id }))
      const [only, ...others] = yield* lanesOf(api, board.id, `?stageId=${stages[1].id}&limit=500`)
      assert.lengthOf(others, 0)
      assert.deepInclude(only, { dealCount: 1, hasMore: false })
      assert.deepStrictEqual(names(only), ["A"])
      assert.strictEqual(only!.stage.position, 1)
      assert.lengthOf(yield* lanesOf(api, board.id, "?stageId=stg_nothing"), 0)
      const read = (query: string) => api.get(`/v1/boards/${board.id}/lanes${query}`)
      yield* refused(read("?limit=51"), 400, "invalid_query")
      yield* refused(read("?limit=501&stageId=stg_nothing"), 400, "invalid_query")
      yield* refused(read("?amountMin=2&amountMax=1"), 400, "invalid_query")
      yield* refused(read("?sort=newest"), 400, "invalid_query")
    })
  )

  it.effect("writes sums beyond 2^53 exactly", () =>
    Effect.gen(function* () {
      const { board, ...api } = yield* workspace()
      const most = { boardId: board.id, name: "Most", amountCents: Number.MAX_SAFE_INTEGER }
      yield* created(api.post("/v1/deals", most))
      yield* created(api.post("/v1/deals", most))
      const { text } = yield* api.get(`/v1/boards/${board.id}/lanes`)
      assert.include(text, `"amountCents":${2n * BigInt(Number.MAX_SAFE_INTEGER)},`)
    })
  )

  it.effect("shows 1 to 50 deals of each stage", () =>
    Effect.gen(function* () {
      const { board, ...api } = yield* workspace()
      for (const limit of ["0", "51", "x"]) {
        yield* refused(api.get(`/v1/boards/${board.id}/lanes?limit=${limit}`), 400, "invalid_query")
      }
    })
  )
})
