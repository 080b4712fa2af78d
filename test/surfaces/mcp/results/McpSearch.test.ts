import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as McpClients from "../../../support/mcp/McpClients.ts"
import { TestService } from "../../../support/server/TestService.ts"

/** A session in a new workspace; `call` returns the structured content, `write` the resource. */
const open = Effect.gen(function* () {
  const { session, workspace } = yield* McpClients.inWorkspace
  const call = (name: string, args: Record<string, unknown> = {}) =>
    Effect.promise(async () => {
      const result = await session.call(name, args)
      assert.isNotTrue(result.isError, JSON.stringify(result))
      return result.structuredContent
    })
  const write = (method: string, path: string, body: unknown) =>
    Effect.promise(async () => (await workspace.send(method, path, body)).body)
  return { board: workspace.board, call, session, write }
})

layer(TestService.layer())("searching with tools", (it) => {
  it.effect("finds a deal by its contact, and by words from several fields", () =>
    Effect.gen(function* () {
      const { board, call, write } = yield* open
      yield* write("POST", "/v1/deals", {
        boardId: board.id,
        name: "Annual licence",
        company: "Acme",
        primaryContactEmail: "wile@acme.example"
      })
      for (const q of ["wile@acme.example", "Acme licence", "lícence ACME"]) {
        assert.lengthOf((yield* call("search_deals", { q })).data, 1, q)
      }
    })
  )

  it.effect("finds a lead by words from several fields", () =>
    Effect.gen(function* () {
      const { call, write } = yield* open
      yield* write("POST", "/v1/leads", {
        firstName: "Zoë",
        lastName: "Chen",
        companyName: "Acme",
        workEmail: "zoe@acme.example"
      })
      for (const q of ["chen zoe", "acme Chen", "zoe@acme.example zoë"]) {
        assert.lengthOf((yield* call("search_leads", { q })).data, 1, q)
      }
      assert.lengthOf((yield* call("search_leads", { q: "chen other" })).data, 0)
    })
  )

  it.effect("finds open deals quiet for 30 days, worth most, in one call", () =>
    Effect.gen(function* () {
      const { board, call, write } = yield* open
      const sql = yield* SqlClient.SqlClient
      for (const [name, amountCents] of Object.entries({ Small: 100, Large: 900, None: null, Lively: 999 })) {
        const { createdAt, id } = yield* write("POST", "/v1/deals", { boardId: board.id, name, amountCents })
        if (name !== "Lively")
          yield* sql`UPDATE deals SET active_on = active_on - 30,
          created_at = ${new Date(Date.parse(createdAt) - 40 * 86_400_000).toISOString()} WHERE id = ${id}`
      }
      const names = (tool: string, args: object) =>
        Effect.map(call(tool, { ...args }), ({ data }) => data.map((deal: any) => deal.name))
      const quiet = { quietDays: 30, sort: "-amount" }
      assert.deepStrictEqual(yield* names("list_deals", quiet), ["Large", "Small", "None"])
      assert.deepStrictEqual(yield* names("list_deals", { ...quiet, ownerId: "me", limit: 1 }), ["Large"])
      assert.deepStrictEqual(yield* names("search_deals", { ...quiet, q: "l", amountMax: 500 }), ["Small"])
      const { hint } = yield* call("list_deals", { quietDays: 31, ownerId: "me" })
      assert.strictEqual(hint, "Nothing matches all of this, but 4 do without ownerId and quietDays.")
    })
  )

  it.effect("says of amounts in several currencies that they aren't compared", () =>
    Effect.gen(function* () {
      const { board, call, write } = yield* open
      const other = yield* write("POST", "/v1/boards", { name: "Partners", currency: "JPY" })
      yield* write("POST", "/v1/deals", { boardId: board.id, name: "Dollars", amountCents: 4_800_000 })
      yield* write("POST", "/v1/deals", { boardId: other.id, name: "Yen", amountCents: 5_000_000 })
      const names = ({ data }: any) => data.map((deal: any) => deal.name)
      const sorted = yield* call("list_deals", { sort: "-amount" })
      assert.deepStrictEqual(names(sorted), ["Dollars", "Yen"])
      assert.strictEqual(
        sorted.notice,
        "Amounts here are in USD, JPY, and nothing is converted. They are in order within each currency. Send boardId for one board's."
      )
      const bounded = yield* call("list_deals", { amountMin: 4_000_000 })
      assert.match(bounded.notice, /^Amounts here are in JPY, USD, and nothing is converted\. Send boardId/u)
      assert.isUndefined((yield* call("list_deals", {})).notice)
      assert.isUndefined((yield* call("list_deals", { sort: "-amount", boardId: board.id })).notice)
    })
  )

  it.effect("says with an empty answer what a wider search of deals would find", () =>
    Effect.gen(function* () {
      const { board, call, write } = yield* open
      const other = yield* write("POST", "/v1/boards", { name: "Partners" })
      const stages = yield* write("GET", `/v1/boards/${board.id}/stages`, undefined)
      const stage = (region: string) => stages.find((one: any) => one.region === region).id
      const make = (name: string, boardId: string, stageId?: string) =>
        write("POST", "/v1/deals", { boardId, name, ...(stageId === undefined ? {} : { stageId }) })
      yield* make("Acme one", board.id, stage("won"))
      yield* make("Acme two", board.id, stage("dead"))
      yield* make("Zeta", other.id)
      const hint = (name: string, args: Record<string, unknown>) =>
        Effect.map(call(name, args), (answer) => {
          assert.deepStrictEqual([answer.data, answer.hasMore, answer.nextCursor], [[], false, null])
          return answer.hint
        })
      assert.strictEqual(
        yield* hint("search_deals", { q: "acme" }),
        "Nothing matches all of this, but 2 do with status all."
      )
      assert.include(yield* hint("search_deals", { q: "acme two", status: "won" }), "1 does with status all")
      assert.include(yield* hint("search_deals", { q: "zeta", boardId: board.id }), "1 does without boardId")
      assert.include(
        yield* hint("search_deals", { q: "acme", boardId: "Partners" }),
        "2 do with status all and without boardId"
      )
      assert.include(yield* hint("list_deals", { q: "acme" }), "2 do with status all")
      assert.strictEqual(
        yield* hint("search_deals", { q: "nobody" }),
        "No wider search finds anything in the names, companies and contacts of deals either. Notes were searched, too. search_leads searches leads."
      )
      assert.isUndefined(
        yield* hint("list_deals", {
          q: "nobody",
          status: "all",
          search: "nobody",
          in: ["deals", "notes", "leads"]
        })
      )
      assert.notProperty(yield* call("search_deals", { q: "zeta" }), "hint")
      const full = yield* call("search_deals", { q: "acme", detail: "full" })
      assert.property(full, "hint")
    })
  )

  it.effect("says the same for leads", () =>
    Effect.gen(function* () {
      const { call, write } = yield* open
      const lead = yield* write("POST", "/v1/leads", { companyName: "Acme" })
      yield* write("PATCH", `/v1/leads/${lead.id}`, { triageStatus: "junk" })
      const hint = (name: string, args: Record<string, unknown>) =>
        Effect.map(call(name, args), (answer) => {
          assert.lengthOf(answer.data, 0)
          return answer.hint
        })
      assert.include(yield* hint("search_leads", { q: "acme", view: "active" }), "1 does without view")
      assert.include(
        yield* hint("search_leads", { q: "acme", triageStatus: "new" }),
        "1 does without triageStatus"
      )
      assert.include(yield* hint("list_leads", { triageStatus: "new" }), "1 does without triageStatus")
      assert.include(yield* hint("list_leads", { scoreMin: 1 }), "1 does without scoreMin")
      assert.strictEqual(
        yield* hint("search_leads", { q: "nobody" }),
        "No wider search of leads finds anything either. search_deals searches deals."
      )
    })
  )

  it.effect("says with an empty list what search_deals and search_leads would find by the same words", () =>
    Effect.gen(function* () {
      const { board, call, write } = yield* open
      yield* write("POST", "/v1/deals", {
        boardId: board.id,
        name: "Zebra uniq",
        primaryContactEmail: "zed@z.example"
      })
      yield* write("POST", "/v1/leads", { companyName: "Key Board" })
      const hint = (name: string, args: Record<string, unknown>) =>
        Effect.map(call(name, args), ({ data, hint }) => [data.length, hint])
      const one = [0, "Nothing matches all of this, but 1 does with search_deals."]
      const all = { boardId: board.id, status: "all" }
      assert.deepStrictEqual(yield* hint("list_deals", { q: "uniq zebra", ...all }), one)
      assert.deepStrictEqual(yield* hint("list_deals", { q: "uniq zebra", status: "all" }), one)
      assert.deepStrictEqual(yield* hint("list_deals", { q: "zed@z.example" }), one)
      assert.deepStrictEqual(yield* hint("list_leads", { q: "board key" }), [
        0,
        "Nothing matches all of this, but 1 does with search_leads."
      ])
    })
  )

  it.effect("counts only open deals in a search without the stage, as that search would answer", () =>
    Effect.gen(function* () {
      const { board, call, write } = yield* open
      const stages = yield* write("GET", `/v1/boards/${board.id}/stages`, undefined)
      const dead = stages.find((one: any) => one.region === "dead").id
      yield* write("POST", "/v1/deals", { boardId: board.id, name: "Acme", stageId: dead })
      const { hint } = yield* call("search_deals", { q: "acme", stageId: "New", boardId: board.id })
      assert.include(hint, "1 does with status all and without boardId and stageId.")
      assert.lengthOf((yield* call("search_deals", { q: "acme" })).data, 0)
      assert.lengthOf((yield* call("search_deals", { q: "acme", status: "all" })).data, 1)
    })
  )

  it.effect("does not suggest other leads in a search of suspects", () =>
    Effect.gen(function* () {
      const { call, write } = yield* open
      yield* write("POST", "/v1/leads", { companyName: "Acme" })
      for (const args of [{ view: "suspect", triageStatus: "junk" }, { view: "suspect" }]) {
        assert.notProperty(yield* call("list_leads", args), "hint")
      }
      const { hint } = yield* call("search_leads", { q: "acme", view: "suspect" })
      assert.isUndefined(hint)
    })
  )

  it.effect("reports an unknown board like any parameter, and a stage without a name", () =>
    Effect.gen(function* () {
      const { board, session, write } = yield* open
      const read = yield* Effect.promise(() => session.call("list_deals", { boardId: "nope" }))
      assert.strictEqual((read as any).structuredContent.error.code, "invalid_query")
      const made = yield* Effect.promise(() => session.call("create_deal", { name: "A", boardId: "nope" }))
      assert.strictEqual((made as any).structuredContent.error.code, "invalid_body")
      const { error } = yield* write("POST", "/v1/deals", { boardId: board.id, name: "A", stageId: "" })
      assert.match(error.message, /^stageId "" is not a stage of this deal's board/u)
    })
  )
})
