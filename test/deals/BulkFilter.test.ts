import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { bearer, legacy, send as raw } from "../support/mcp/McpMessages.ts"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"
import { TestService } from "../support/server/TestService.ts"

const furnished = Effect.gen(function* () {
  const service = yield* TestService
  const api = yield* workspace()
  const { apiKey, board, get, post } = api
  const stages = yield* ok(get(`/v1/boards/${board.id}/stages`))
  const stage = (name: string): string => stages.find((one: { name: string }) => one.name === name).id
  const create = (more: object = {}) =>
    created(post("/v1/deals", { boardId: board.id, name: "D", amountCents: 1000, ...more }))
  const many = (count: number, more: object = {}) =>
    Effect.forEach(Array.from({ length: count }), () => create(more), { concurrency: 8 })
  const read = (id: string) => ok(get(`/v1/deals/${id}`))
  const update = (body: object, headers?: Record<string, string>) =>
    post("/v1/deals/bulk-update", body, headers)
  const move = (body: object) => post("/v1/deals/bulk-move", body)
  const call = (name: string, args: object) =>
    Effect.promise(async () => {
      const message = legacy("tools/call", { name, arguments: args })
      const { body } = await raw(service.url, "POST", bearer(apiKey.token), message)
      return body.result.structuredContent
    })
  return { ...api, stage, create, many, read, update, move, call }
})

contract("changing the deals that a filter matches", (it) => {
  it.effect("changes those and no other, and counts what has no amount", () =>
    Effect.gen(function* () {
      const { create, many, read, stage, update } = yield* furnished
      const renewals = yield* many(30, { labels: ["renewal"] })
      yield* create({ labels: ["renewal"], amountCents: null })
      const tiny = yield* create({ labels: ["renewal"], amountCents: 4 })
      const won = yield* create({ labels: ["renewal"], stageId: stage("Won") })
      const other = yield* create()
      const body = { filter: { label: "renewal" }, amountPercent: 10 }
      const key = { "idempotency-key": "raise" }
      const first = yield* update(body, key)
      assert.deepStrictEqual(first.body, { updated: 30, unchanged: 2, withoutAmount: 1 })
      for (const { id } of renewals) assert.strictEqual((yield* read(id)).amountCents, 1100)
      for (const one of [tiny, won, other]) assert.deepStrictEqual(yield* read(one.id), one)
      yield* create({ labels: ["renewal"] })
      const again = yield* update(body, key)
      assert.deepStrictEqual([again.status, again.text], [200, first.text])
      assert.strictEqual((yield* read(renewals[0]!.id)).amountCents, 1100)
    })
  )

  it.effect("takes either ids or a filter that holds something", () =>
    Effect.gen(function* () {
      const { create, move, read, stage, update } = yield* furnished
      const deal = yield* create({ labels: ["a"] })
      const bodies = [
        {},
        { filter: {} },
        { filter: { q: " ", search: "" } },
        { filter: { status: "all" } },
        { filter: { status: "open", q: "" } },
        { filter: { label: "a" }, ids: [deal.id] }
      ]
      for (const body of bodies) {
        const { message } = yield* refused(update({ ...body, amountPercent: 5 }), 400, "invalid_body")
        assert.include(message, "Send either ids, or filter")
        yield* refused(move({ ...body, toStageId: stage("Won") }), 400, "invalid_body")
      }
      for (const filter of [{ sort: "amount" }, { cursor: "x" }, { limit: 5 }, { lable: "a" }]) {
        const { message } = yield* refused(update({ filter, amountPercent: 5 }), 400, "unknown_field")
        assert.include(message, `filter.${Object.keys(filter)[0]}`)
      }
      const crossed = { amountMin: 5, amountMax: 4 }
      yield* refused(update({ filter: crossed, amountPercent: 5 }), 400, "invalid_query")
      assert.deepStrictEqual(yield* read(deal.id), deal)
    })
  )

  it.effect("refuses more than 200 with their number, and says what a wider filter finds", () =>
    Effect.gen(function* () {
      const { create, many, move, read, stage, update } = yield* furnished
      const [first] = yield* many(201, { labels: ["big"] })
      const filter = { label: "big" }
      const { message, meta } = yield* refused(update({ filter, amountPercent: 5 }), 400, "invalid_body")
      assert.include(message, "201 deals match the filter")
      assert.deepStrictEqual(meta, { matching: 201, limit: 200 })
      yield* refused(move({ filter, toStageId: stage("Won") }), 400, "invalid_body")
      assert.deepStrictEqual(yield* read(first.id), first)
      yield* create({ labels: ["old"], stageId: stage("Won") })
      const none = yield* ok(update({ filter: { label: "old" }, amountPercent: 5 }))
      assert.deepInclude(none, { updated: 0, unchanged: 0 })
      assert.include(none.hint, "1 does with status all")
      const moved = yield* ok(move({ filter: { label: "nowhere" }, toStageId: stage("Won") }))
      assert.deepInclude(moved, { updated: 0, unchanged: 0 })
      assert.isString(moved.hint)
    })
  )

  it.effect("moves a deal that two requests match once, whichever is first", () =>
    Effect.gen(function* () {
      const { many, move, stage } = yield* furnished
      yield* many(20)
      const filter = { stageId: stage("New") }
      const answers = yield* Effect.all(
        ["Proposal", "Won", "Dead", "Proposal"].map((name) => ok(move({ filter, toStageId: stage(name) }))),
        { concurrency: "unbounded" }
      )
      const moved = answers.map(({ updated }) => updated).filter((count) => count > 0)
      assert.deepStrictEqual(moved, [20])
    })
  )

  it.effect("takes names in a tool, for boards, stages and owners", () =>
    Effect.gen(function* () {
      const { call, create, post, read, user } = yield* furnished
      const mine = yield* create()
      const other = yield* created(post("/v1/boards", { name: "Other" }))
      const far = yield* create({ boardId: other.id })
      const filter = { boardId: "sales", stageId: "new", ownerId: "me" }
      const raised = yield* call("bulk_update_deals", { filter, amountPercent: 50, ids: null })
      assert.deepStrictEqual(raised, { updated: 1, unchanged: 0 })
      assert.strictEqual((yield* read(mine.id)).amountCents, 1500)
      const moved = yield* call("bulk_move_deals", { filter: { boardId: "Other" }, toStageId: "Won" })
      assert.deepStrictEqual(moved, { updated: 1, unchanged: 0 })
      assert.strictEqual((yield* read(far.id)).stage.region, "won")
      const within = { filter: { stageId: (yield* read(mine.id)).stage.id }, toStageId: "Won" }
      assert.deepStrictEqual(yield* call("bulk_move_deals", within), { updated: 1, unchanged: 0 })
      const unclear = yield* call("bulk_move_deals", { filter: { ownerId: user.email }, toStageId: "Won" })
      assert.include(unclear.error.message, "2 stages are called Won")
      const wrong = yield* call("bulk_update_deals", { filter: { stageId: "Nope" }, amountPercent: 1 })
      assert.include(wrong.error.message, "filter.stageId: no stage")
      const empty = yield* call("bulk_update_deals", { filter: { label: "" }, amountPercent: 1 })
      assert.include(empty.error.message, "Neither ids nor filter")
    })
  )
})

contract("triage of the leads that a filter matches", (it) => {
  it.effect("leaves suspects out as the lists do, unless it asks for them", () =>
    Effect.gen(function* () {
      const { call, get, post } = yield* furnished
      const lead = (companyName: string) => created(post("/v1/leads", { companyName, firstName: "A" }))
      const spam = yield* lead("Casino Royale")
      const good = yield* lead("Acme")
      const triage = (body: object) => post("/v1/leads/bulk-triage", body)
      const filter = { search: "casino", triageStatus: "new" }
      assert.deepStrictEqual(yield* ok(triage({ filter, triageStatus: "junk" })), {
        updated: 1,
        unchanged: 0
      })
      assert.strictEqual((yield* ok(get(`/v1/leads/${spam.id}`))).triageStatus, "junk")
      assert.deepStrictEqual(yield* ok(get(`/v1/leads/${good.id}`)), good)
      const none = yield* ok(triage({ filter: { view: "suspect" }, triageStatus: "junk" }))
      assert.deepInclude(none, { updated: 0, unchanged: 0 })
      assert.isString(none.hint)
      yield* refused(triage({ filter: { triageStatus: "odd" }, triageStatus: "junk" }), 400, "invalid_body")
      yield* refused(triage({ filter: {}, triageStatus: "junk" }), 400, "invalid_body")
      yield* refused(triage({ filter: { view: "active" }, triageStatus: "junk" }), 400, "invalid_body")
      const stale = yield* call("bulk_triage_leads", {
        filter: { triageStatus: "new" },
        triageStatus: "stale"
      })
      assert.deepStrictEqual(stale, { updated: 1, unchanged: 0 })
    })
  )
})
