import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { open } from "../../support/mcp/McpCaller.ts"
import { contract, created, ok, refused, workspace } from "../../support/server/Contract.ts"

const furnished = Effect.gen(function* () {
  const api = yield* workspace()
  const deal = (name: string, fields: object = {}) =>
    created(api.post("/v1/deals", { boardId: api.board.id, name, ...fields }))
  const lead = (fields: object) => created(api.post("/v1/leads", { boardId: api.board.id, ...fields }))
  const warning = (path: string, body: object) =>
    Effect.map(api.post(path, { boardId: api.board.id, ...body }), ({ headers, status, text }) => {
      assert.strictEqual(status, 201, text)
      return headers.get("service-warning")
    })
  return { ...api, deal, lead, warning }
})

contract("possible duplicates", (it) => {
  it.effect("are told of who creates a deal or a lead, by email and by name and company", () =>
    Effect.gen(function* () {
      const { deal, lead, warning } = yield* furnished
      const known = yield* deal("Fleet Ä", { company: "Acme", primaryContactEmail: "Mia@acme.example" })
      const asked = yield* lead({
        firstName: "Bo",
        lastName: "Roe",
        companyName: "Velo",
        workEmail: "bo@velo.example"
      })
      for (const [path, body, expected] of [
        [
          "/v1/deals",
          { name: "x", primaryContactEmail: "mia@ACME.example" },
          `deal ${known.id} (same email)`
        ],
        ["/v1/deals", { name: "FLEET Ä", company: "acme" }, `deal ${known.id} (same name and company)`],
        ["/v1/deals", { name: "y", primaryContactEmail: "bo@velo.example" }, `lead ${asked.id} (same email)`],
        ["/v1/leads", { lastName: "z", workEmail: "bo@velo.example" }, `lead ${asked.id} (same email)`],
        ["/v1/leads", { firstName: "BO", lastName: "roe", companyName: "velo" }, "(same name and company)"]
      ] as const)
        assert.include(yield* warning(path, body), expected)
      for (const [path, body] of [
        ["/v1/deals", { name: "Fleet Ä", company: "Other" }],
        ["/v1/leads", { lastName: "Else", workEmail: "else@velo.example" }]
      ] as const)
        assert.isNull(yield* warning(path, body))
      const { call, client, rest } = yield* open
      const fields = { boardId: client.board.id, primaryContactEmail: "a@b.example" }
      const first = yield* rest("POST", "/v1/deals", { ...fields, name: "one" })
      const { warnings } = yield* call("create_deal", { ...fields, name: "two" })
      assert.include(warnings[0], first.id)
    })
  )

  it.effect("are listed in groups, page by page", () =>
    Effect.gen(function* () {
      const { deal, get, lead } = yield* furnished
      const ids: Array<string> = []
      for (const name of ["a", "b"])
        ids.push((yield* deal(name, { primaryContactEmail: "mia@acme.example" })).id)
      yield* deal("Twin", { company: "Acme", externalId: "X-1" })
      yield* deal("twin", { company: "ACME", externalId: "x-1" })
      yield* deal("alone", { company: "Acme" })
      const list = (query: string) => ok(get(`/v1/duplicates?${query}`))
      const all = yield* list("type=deal")
      assert.deepStrictEqual(
        all.data.map(({ by, count, key }: any) => [by, key, count]),
        [
          ["email", "mia@acme.example", 2],
          ["externalId", "x-1", 2],
          ["name", "twin, acme", 2]
        ]
      )
      assert.sameMembers(
        all.data[0].records.map(({ id }: any) => id),
        ids
      )
      const page = yield* list("type=deal&limit=1")
      const rest = yield* list(`type=deal&cursor=${page.nextCursor}`)
      assert.deepStrictEqual([...page.data, ...rest.data], all.data)
      assert.deepStrictEqual((yield* list("type=lead")).data, [])
      yield* lead({ firstName: "Bo", lastName: "Roe", companyName: "Velo" })
      yield* lead({ firstName: "bo", lastName: "ROE", companyName: "VELO" })
      const { data } = yield* list("type=lead")
      assert.deepInclude(data[0], { by: "name", key: "bo roe, velo", count: 2 })
      yield* refused(get("/v1/duplicates"), 400, "invalid_query")
    })
  )

  it.effect("of many addresses are found in one call, in the order of the addresses", () =>
    Effect.gen(function* () {
      const { deal, lead, post } = yield* furnished
      const known = yield* deal("Fleet", { primaryContactEmail: "mia@acme.example" })
      const asked = yield* lead({ lastName: "Roe", workEmail: "bo@velo.example" })
      const { data } = yield* ok(
        post("/v1/match", {
          emails: ["BO@velo.example", "else@acme.example", "x@gmail.com", "mia@acme.example"]
        })
      )
      assert.deepStrictEqual(
        data.map(({ deals, leads, match }: any) => [match, ...[...deals, ...leads].map(({ id }: any) => id)]),
        [["email", asked.id], ["domain", known.id], ["none"], ["email", known.id]]
      )
      yield* refused(post("/v1/match", { emails: [] }), 400, "invalid_body")
      yield* refused(
        post("/v1/match", { emails: Array.from({ length: 101 }, (_, index) => `a${index}@b.example`) }),
        400,
        "invalid_body"
      )
    })
  )
})
