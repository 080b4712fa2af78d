import { assert, describe, it as test } from "@effect/vitest"
import { Effect } from "effect"
import { lineOf } from "../../../layers/records/MatchedText.ts"
import { open } from "../../support/mcp/McpCaller.ts"
import { contract, created, ok, refused, workspace } from "../../support/server/Contract.ts"

const furnished = Effect.gen(function* () {
  const api = yield* workspace()
  const deal = (name: string, fields: object = {}) =>
    created(api.post("/v1/deals", { boardId: api.board.id, name, ...fields }))
  const note = (id: string, contentText: string) =>
    created(api.post(`/v1/deals/${id}/notes`, { contentText }))
  const hits = (path: string) =>
    Effect.map(ok(api.get(path)), ({ data }) =>
      data.map(({ contact, matched, name }: any) => [name ?? contact.lastName, matched?.in, matched?.text])
    )
  return { ...api, deal, hits, note }
})

contract(
  "a search in several places",
  (it) => {
    it.effect("finds deals by their notes and by their lead, and tells the line", () =>
      Effect.gen(function* () {
        const { deal, delete: remove, get, hits, note, patch, board, post } = yield* furnished
        const acme = yield* deal("Fleet", { company: "Acme" })
        const promise = yield* note(
          acme.id,
          "Called Mia.\nWe promised délivery by June.\nNext call on Friday."
        )
        const other = yield* deal("Other", { company: "Velo" })
        yield* note(other.id, "Promised nothing.")
        const lead = yield* created(
          post("/v1/leads", { boardId: board.id, lastName: "Roe", message: "Hello,\nwe track 200 trailers." })
        )
        yield* ok(patch(`/v1/leads/${lead.id}`, { enrichment: { body: "# Roe\nBuys forklifts." } }))
        yield* ok(post(`/v1/leads/${lead.id}/promote`, { dealName: "Promoted" }), 201)
        const line = "We promised délivery by June."
        for (const [query, expected] of [
          ["search=promised acme&in=notes", [["Fleet", "notes", line]]],
          ["search=DELIVERY&in=deals,notes", [["Fleet", "notes", line]]],
          ["search=acme&in=deals&in=notes", [["Fleet", "deals", "Acme"]]],
          ["search=acme&in=notes", []],
          ["search=acme", [["Fleet", undefined, undefined]]],
          ["search=forklifts&in=leads", [["Promoted", "leads", "Buys forklifts."]]],
          ["search=promoted trailers&in=leads", [["Promoted", "leads", "we track 200 trailers."]]]
        ] as const)
          assert.deepStrictEqual(yield* hits(`/v1/deals?${query}`), expected as any, query)
        assert.deepStrictEqual(yield* hits("/v1/leads?search=forklifts"), [
          ["Roe", "leads", "Buys forklifts."]
        ])
        yield* ok(patch(`/v1/notes/${promise.id}`, { contentText: "Nothing." }))
        assert.deepStrictEqual(yield* hits("/v1/deals?search=delivery&in=notes"), [])
        yield* ok(remove(`/v1/notes/${promise.id}`))
        yield* refused(get("/v1/deals?in=notes"), 400, "invalid_query")
        yield* refused(get("/v1/deals?search=a&in=mail"), 400, "invalid_query")
      })
    )

    it.effect("answers what was promised in one call of a tool, and a hint names it", () =>
      Effect.gen(function* () {
        const { call, client, rest } = yield* open
        const deal = yield* rest("POST", "/v1/deals", {
          boardId: client.board.id,
          name: "Fleet",
          company: "Acme"
        })
        yield* rest("POST", `/v1/deals/${deal.id}/notes`, { contentText: "Promised 10 % off." })
        const { data } = yield* call("search_deals", { q: "acme promised", in: ["deals", "notes"] })
        assert.deepInclude(data[0], { name: "Fleet" })
        assert.strictEqual(data[0].matched.in, "notes")
        assert.include(data[0].matched.text, "Promised 10 % off.")
        const { hint } = yield* call("search_deals", { q: "promised" })
        assert.include(hint, '1 does with in ["deals","notes","leads"] and status all')
        const { hint: none } = yield* call("search_deals", { q: "nowhere" })
        assert.include(none, "Notes were searched, too.")
      })
    )
  },
  { PROMOTION_ENABLED: "true" }
)

describe("the matching line", () => {
  test("has most of the words, and at most 160 characters around the first", () => {
    const filler = "word ".repeat(60)
    for (const [text, search, expected] of [
      ["one\ntwo three\nthree", "three two", "two three"],
      [`${filler}Straße`, "strasse", `${"word ".repeat(30)}Straße`],
      ["nothing", "promised", undefined]
    ] as const)
      assert.strictEqual(lineOf(text, search), expected)
    const long = lineOf(`${"x".repeat(300)}needle${"y".repeat(300)}`, "needle")!
    assert.include(long, "needle")
    assert.strictEqual(long.length, 160)
    assert.isAtMost(lineOf(`${filler}needle ${filler}`, "needle")!.length, 160)
  })
})
