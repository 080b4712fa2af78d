import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Api, contract, created, ok, refused, workspace } from "../../support/server/Contract.ts"

const names = (api: Api, query: Record<string, string>) =>
  Effect.map(ok(api.get(`/v1/deals?${new URLSearchParams(query)}`)), ({ data }) =>
    data.map((deal: any) => deal.name)
  )

contract("searching deals", (it) => {
  it.effect("finds words in any order and case, accents or not, in name, company and contact", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const make = (name: string, more: Record<string, unknown> = {}) =>
        created(api.post("/v1/deals", { boardId: api.board.id, name, ...more }))
      yield* make("Annual licence", {
        company: "Ácme Straße GmbH",
        primaryContactName: "Łucja Müller",
        primaryContactEmail: "Wile@Acme.example"
      })
      yield* make("Kiosk", { company: "Other", primaryContactName: "Mia", keyTerms: "acme licence" })
      for (const search of [
        "licence",
        "acme licence",
        "LICENCE  Acme",
        "wile@acme.example",
        "muller lucja",
        "MÜLLER strasse",
        "wile licence ácme"
      ]) {
        assert.deepStrictEqual(yield* names(api, { search }), ["Annual licence"], search)
      }
      assert.deepStrictEqual(yield* names(api, { search: "acme kiosk" }), [])
      assert.deepStrictEqual(yield* names(api, { search: "licence", q: "kiosk" }), [])
      assert.deepStrictEqual(yield* names(api, { search: " " }), ["Kiosk", "Annual licence"])
      // q does not fold: it matches name or company literally, with accents.
      assert.deepStrictEqual(yield* names(api, { q: "ácme STRASSE g" }), ["Annual licence"])
      for (const q of ["acme", "acme licence", "wile@acme.example", "muller"]) {
        assert.deepStrictEqual(yield* names(api, { q }), [], q)
      }
    })
  )

  it.effect("finds a deal by its changed fields", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const deal = yield* created(api.post("/v1/deals", { boardId: api.board.id, name: "First" }))
      yield* ok(api.patch(`/v1/deals/${deal.id}`, { name: "Second", primaryContactEmail: "mia@b.example" }))
      assert.deepStrictEqual(yield* names(api, { search: "first" }), [])
      assert.deepStrictEqual(yield* names(api, { search: "b.example second" }), ["Second"])
    })
  )

  it.effect("takes every character literally", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      for (const name of ["100% wool", "a_b", "c\\d", "axb"]) {
        yield* created(api.post("/v1/deals", { boardId: api.board.id, name }))
      }
      assert.deepStrictEqual(yield* names(api, { search: "0% w" }), ["100% wool"])
      assert.deepStrictEqual(yield* names(api, { search: "a_b" }), ["a_b"])
      assert.deepStrictEqual(yield* names(api, { search: "\\" }), ["c\\d"])
      assert.deepStrictEqual(yield* names(api, { search: "\u0301" }), [])
    })
  )

  it.effect("pages with cursors bound to the words, and takes at most ten words of 120 characters", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      for (const name of ["a 1", "a 2", "b"]) {
        yield* created(api.post("/v1/deals", { boardId: api.board.id, name }))
      }
      const first = yield* ok(api.get("/v1/deals?search=a&limit=1"))
      const cursor = encodeURIComponent(first.nextCursor)
      const second = yield* ok(api.get(`/v1/deals?search=a&limit=1&cursor=${cursor}`))
      assert.deepStrictEqual([first.data[0].name, second.data[0].name, second.hasMore], ["a 2", "a 1", false])
      for (const other of ["search=b", "q=a", "limit=1"]) {
        yield* refused(api.get(`/v1/deals?${other}&cursor=${cursor}`), 400, "invalid_cursor")
      }
      const ten = Array.from({ length: 10 }, () => "a").join("+")
      assert.lengthOf((yield* ok(api.get(`/v1/deals?search=${ten}`))).data, 2)
      const error = yield* refused(api.get(`/v1/deals?search=${ten}+a`), 400, "invalid_query")
      assert.include(error.message, "at most 10 words")
      yield* refused(api.get(`/v1/deals?search=${"a".repeat(121)}`), 400, "invalid_query")
    })
  )
})
