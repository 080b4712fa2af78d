import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

const furnished = Effect.gen(function* () {
  const api = yield* workspace()
  const stages = yield* ok(api.get(`/v1/boards/${api.board.id}/stages`))
  const stage = (name: string): string => stages.find((one: { name: string }) => one.name === name).id
  const create = (name: string, fields: object = {}) =>
    created(api.post("/v1/deals", { boardId: api.board.id, name, ...fields }))
  const names = (query: Record<string, string> = {}) =>
    Effect.map(ok(api.get(`/v1/deals?${new URLSearchParams(query)}`)), ({ data }) =>
      data.map((deal: { name: string }) => deal.name)
    )
  return { ...api, stage, create, names }
})

contract("listing deals", (it) => {
  it.effect("returns open deals, newest first, in the envelope", () =>
    Effect.gen(function* () {
      const { create, get, names, stage } = yield* furnished
      for (const name of ["a", "b", "c"]) yield* create(name)
      yield* create("won", { stageId: stage("Won") })
      yield* create("dead", { stageId: stage("Dead") })
      assert.deepStrictEqual(yield* names(), ["c", "b", "a"])
      const { data, ...envelope } = yield* ok(get("/v1/deals"))
      assert.strictEqual(data.length, 3)
      assert.deepStrictEqual(envelope, { hasMore: false, nextCursor: null })
    })
  )

  it.effect("filters by status, and without a status by the stage's own", () =>
    Effect.gen(function* () {
      const { create, names, patch, stage } = yield* furnished
      for (const name of ["New", "Verbal", "Won", "Dead"]) yield* create(name, { stageId: stage(name) })
      const statuses: Record<string, ReadonlyArray<string>> = {
        open: ["Verbal", "New"],
        won: ["Won"],
        dead: ["Dead"],
        all: ["Dead", "Won", "Verbal", "New"]
      }
      for (const [status, expected] of Object.entries(statuses)) {
        assert.deepStrictEqual(yield* names({ status }), expected, status)
      }
      for (const name of ["New", "Verbal", "Won", "Dead"]) {
        assert.deepStrictEqual(yield* names({ stageId: stage(name) }), [name])
      }
      assert.deepStrictEqual(yield* names({ stageId: stage("Won"), status: "open" }), [])
      assert.deepStrictEqual(yield* names({ stageId: stage("Won"), status: "all" }), ["Won"])
      assert.deepStrictEqual(yield* names({ stageId: "stg_0000000000000000" }), [])
      const corrected = yield* create("Corrected")
      yield* ok(patch(`/v1/deals/${corrected.id}`, { stageId: stage("Dead") }))
      assert.deepStrictEqual(yield* names({ status: "dead" }), ["Corrected", "Dead"])
      assert.deepStrictEqual(yield* names(), ["Verbal", "New"])
    })
  )

  it.effect("filters by board, and finds nothing on an unknown board", () =>
    Effect.gen(function* () {
      const { board, create, names, post } = yield* furnished
      const elsewhere = yield* furnished
      yield* elsewhere.create("Theirs")
      const second = yield* created(post("/v1/boards", { name: "Second" }))
      yield* create("First")
      yield* create("Second", { boardId: second.id })
      assert.deepStrictEqual(yield* names({ boardId: board.id }), ["First"])
      assert.deepStrictEqual(yield* names({ boardId: second.id.toUpperCase() }), ["Second"])
      assert.deepStrictEqual(yield* names({ boardId: elsewhere.board.id }), [])
      assert.deepStrictEqual(yield* names(), ["Second", "First"])
    })
  )

  it.effect("finds a literal substring of name or company, whatever its case", () =>
    Effect.gen(function* () {
      const { create, names } = yield* furnished
      const found = [
        "100% sure",
        "snake_case",
        "back\\slash",
        "ЖЁЛТЫЙ дом",
        "ΟΔΟΣΑ",
        "École",
        "İstanbul",
        "日本語"
      ]
      for (const name of found) yield* create(name)
      yield* create("plain", { company: "Ünïcode GmbH" })
      yield* create("100 percent, snakeXcase, backslash")
      const searches: Record<string, ReadonlyArray<string>> = {
        "%": ["100% sure"],
        _: ["snake_case"],
        "\\": ["back\\slash"],
        "0% S": ["100% sure"],
        E_C: ["snake_case"],
        жёлтый: ["ЖЁЛТЫЙ дом"],
        "ТЫЙ Д": ["ЖЁЛТЫЙ дом"],
        ΟΔΟΣ: ["ΟΔΟΣΑ"],
        οδοσ: ["ΟΔΟΣΑ"],
        ÉCOLE: ["École"],
        istanbul: ["İstanbul"],
        本: ["日本語"],
        üNÏCODE: ["plain"],
        x: ["100 percent, snakeXcase, backslash"],
        "'": [],
        '"': [],
        nothing: []
      }
      for (const [q, expected] of Object.entries(searches)) {
        assert.deepStrictEqual(yield* names({ q }), expected, q)
      }
    })
  )

  it.effect("ignores a blank q, does not trim q, and combines it with other filters", () =>
    Effect.gen(function* () {
      const { create, names, stage } = yield* furnished
      yield* create("big deal", { company: "Acme" })
      yield* create("big win", { company: "Acme", stageId: stage("Won") })
      for (const q of ["", "  ", "\t"]) assert.deepStrictEqual(yield* names({ q }), ["big deal"])
      assert.deepStrictEqual(yield* names({ q: "big " }), ["big deal"])
      assert.deepStrictEqual(yield* names({ q: " deal" }), ["big deal"])
      assert.deepStrictEqual(yield* names({ q: "deal " }), [])
      assert.deepStrictEqual(yield* names({ q: "acme", status: "won" }), ["big win"])
      assert.deepStrictEqual(yield* names({ q: "acme", status: "all", stageId: stage("New") }), ["big deal"])
      assert.deepStrictEqual(yield* names({ q: "dealacme", status: "all" }), [])
    })
  )

  it.effect("finds a deal by its current name, and not by an old one", () =>
    Effect.gen(function* () {
      const { create, names, patch } = yield* furnished
      const deal = yield* create("Before", { company: "Old" })
      yield* ok(patch(`/v1/deals/${deal.id}`, { name: "After" }))
      assert.deepStrictEqual(yield* names({ q: "before" }), [])
      assert.deepStrictEqual(yield* names({ q: "old" }), ["After"])
      yield* ok(patch(`/v1/deals/${deal.id}`, { company: null }))
      assert.deepStrictEqual(yield* names({ q: "old" }), [])
    })
  )

  it.effect("accepts a q of 120 characters, counted as code points", () =>
    Effect.gen(function* () {
      const { create, get, names } = yield* furnished
      yield* create("🙂".repeat(150))
      assert.strictEqual((yield* names({ q: "🙂".repeat(120) })).length, 1)
      yield* refused(get(`/v1/deals?q=${encodeURIComponent("🙂".repeat(121))}`), 400, "invalid_query")
    })
  )

  it.effect("leaves out deleted deals, as every other endpoint does", () =>
    Effect.gen(function* () {
      const { create, delete: remove, get, patch, post, stage } = yield* furnished
      const deal = yield* create("Gone")
      const path = `/v1/deals/${deal.id}`
      const note = yield* created(post(`${path}/notes`, { contentText: "Hello" }))
      assert.deepStrictEqual(yield* ok(remove(path)), { id: deal.id, deleted: true })
      const text = { contentText: "x" }
      yield* refused(get(path), 404, "deal_not_found")
      yield* refused(patch(path, { name: "Back" }), 404, "deal_not_found")
      yield* refused(remove(path), 404, "deal_not_found")
      yield* refused(post(`${path}/move`, { toStageId: stage("Won") }), 404, "deal_not_found")
      yield* refused(get(`${path}/notes`), 404, "deal_not_found")
      yield* refused(post(`${path}/notes`, text), 404, "deal_not_found")
      yield* refused(get(`${path}/activity`), 404, "deal_not_found")
      yield* refused(patch(`/v1/notes/${note.id}`, text), 404, "note_not_found")
      yield* refused(remove(`/v1/notes/${note.id}`), 404, "note_not_found")
      for (const query of ["", "?status=all", "?q=gone", `?stageId=${stage("New")}`]) {
        assert.deepStrictEqual((yield* ok(get(`/v1/deals${query}`))).data, [])
      }
    })
  )
})
