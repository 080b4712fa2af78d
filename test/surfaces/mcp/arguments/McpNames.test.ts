import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as McpClients from "../../../support/mcp/McpClients.ts"
import { TestService } from "../../../support/server/TestService.ts"

const open = Effect.gen(function* () {
  const { url, workspace } = yield* TestService
  const { apiKey, board, send } = yield* workspace()
  const session = yield* McpClients.open(url, apiKey.token)
  const call = (name: string, args?: Record<string, unknown>) =>
    Effect.map(
      Effect.promise(() => session.call(name, args)),
      (result) => result.structuredContent
    )
  const deal = (name: string, more: object = {}) =>
    Effect.map(
      Effect.promise(() => send("POST", "/v1/deals", { boardId: board.id, name, ...more })),
      ({ body }) => body
    )
  const lead = (sent: object) =>
    Effect.map(
      Effect.promise(() => send("POST", "/v1/leads", { boardId: board.id, ...sent })),
      ({ body }) => body
    )
  return { call, deal, lead }
})

layer(TestService.layer())("MCP tools by name", (it) => {
  it.effect("take a deal by its exact name or company, ignoring case and accents", () =>
    Effect.gen(function* () {
      const { call, deal } = yield* open
      const acme = yield* deal("Fleet", { company: "Acmé" })
      yield* deal("Acme's second thoughts", { company: "Other" })
      const other = yield* deal("Ship it")
      assert.strictEqual((yield* call("get_deal", { id: " acme " })).id, acme.id)
      assert.strictEqual((yield* call("get_deal", { id: "FLEET" })).id, acme.id)
      for (const id of ["Acme", "fle"]) {
        const { error } = yield* call("move_deal", { id, toStageId: "Won" })
        assert.include(error.message, acme.id, "a part or a company is no deal's name")
      }
      const moved = yield* call("move_deal", { id: " fleet ", toStageId: "Won", note: "Signed." })
      assert.deepStrictEqual([moved.id, moved.stage.region], [acme.id, "won"])
      const note = yield* call("add_note", { id: "ship it", contentText: "Call." })
      assert.strictEqual(note.dealId, other.id)
      const again = { id: "Ship it", name: "Shipped", idempotencyKey: "once" }
      const renamed = yield* call("update_deal", again)
      assert.deepStrictEqual(yield* call("update_deal", again), renamed)
    })
  )

  it.effect("take what a search finds where no name is the same, and list the candidates of several", () =>
    Effect.gen(function* () {
      const { call, deal } = yield* open
      const roof = yield* deal("Solar roof", { company: "Wile", primaryContactEmail: "wile@acme.example" })
      const twins = [yield* deal("Twin", { company: "A" }), yield* deal("B", { company: "twin" })]
      assert.strictEqual((yield* call("get_deal", { id: "roof wile" })).id, roof.id)
      const { error } = yield* call("update_deal", { id: "twi", company: "X" })
      assert.strictEqual(error.code, "invalid_body")
      assert.include(error.message, "2 deals match twi")
      assert.deepStrictEqual(
        error.meta.deals,
        twins.toReversed().map(({ company, id, name, stage }) => ({ id, name, company, stage: stage.name }))
      )
      for (const id of ["Nobody", "o", "%", " ", "x".repeat(400)]) {
        assert.strictEqual((yield* call("get_deal", { id })).error.code, "deal_not_found", id)
      }
      assert.strictEqual((yield* call("get_deal", { id: "Twin" })).error.code, "invalid_query")
    })
  )

  it.effect("take a lead by its name, company or email, also for its enrichment", () =>
    Effect.gen(function* () {
      const { call, lead } = yield* open
      const mia = yield* lead({
        firstName: "Mia",
        lastName: "Chen",
        companyName: "Acme",
        workEmail: "mia@a.example"
      })
      yield* lead({ firstName: "Ada", companyName: "Globex" })
      for (const id of ["mia chen", "ACME", "mia@a.example", "chen"]) {
        assert.strictEqual((yield* call("get_lead", { id })).id, mia.id, id)
      }
      for (const id of ["mia@a", "@a.example", "hen"]) {
        const { error } = yield* call("triage_lead", { id, triageStatus: "junk" })
        assert.include(error.message, mia.id, "a part of an address or a name is no lead's")
      }
      const byEmail = yield* call("triage_lead", { id: "MIA@a.example", triageStatus: "new" })
      assert.strictEqual(byEmail.id, mia.id)
      const written = yield* call("patch_lead_enrichment", { id: "Mia Chen", enrichment: { score: 80 } })
      assert.deepStrictEqual([written.id, written.enrichment.score], [mia.id, 80])
      assert.strictEqual((yield* call("triage_lead", { id: "Acme", triageStatus: "contacted" })).id, mia.id)
    })
  )

  it.effect("ask back where a lead's company is part of another lead's name", () =>
    Effect.gen(function* () {
      const { call, lead } = yield* open
      const dana = yield* lead({ firstName: "Dana", lastName: "Scott", companyName: "BigCo" })
      const evan = yield* lead({ firstName: "Evan", lastName: "Lee", companyName: "Dana" })
      const { error } = yield* call("triage_lead", { id: "dana", triageStatus: "junk" })
      for (const { id } of [dana, evan]) assert.include(error.message, id)
      const done = yield* call("triage_lead", { id: "Evan Lee", triageStatus: "contacted" })
      assert.strictEqual(done.id, evan.id)
    })
  )

  it.effect("say so if the id of a lead was sent for a deal, or the reverse", () =>
    Effect.gen(function* () {
      const { call, deal, lead } = yield* open
      const [{ id: dealId }, { id: leadId }] = [yield* deal("D"), yield* lead({ firstName: "Ada" })]
      const one = (yield* call("move_deal", { id: leadId, toStageId: "stg_0000000000000000" })).error
      assert.deepStrictEqual([one.code, one.message.includes("get_lead")], ["deal_not_found", true])
      const other = (yield* call("triage_lead", { id: dealId, triageStatus: "junk" })).error
      assert.deepStrictEqual([other.code, other.message.includes("get_deal")], ["lead_not_found", true])
      const elsewhere = yield* open
      const { error } = yield* elsewhere.call("get_deal", { id: leadId })
      assert.notInclude(error.message, "lead,")
    })
  )
})
