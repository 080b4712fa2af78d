import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { open } from "../../../support/mcp/McpCaller.ts"
import { type Client, TestService } from "../../../support/server/TestService.ts"

const mia = { firstName: "Mia", lastName: "Chen", workEmail: "mia@acme.example", companyName: "Acme" }

const deal = (client: Client, more: object) =>
  Effect.map(
    Effect.promise(() => client.send("POST", "/v1/deals", { boardId: client.board.id, ...more })),
    ({ body }) => body
  )

layer(TestService.layer({ PROMOTION_ENABLED: "true" }))("a lead's path over MCP", (it) => {
  it.effect("ends in one deal, by the lead's name and the owner's email, once however often", () =>
    Effect.gen(function* () {
      const { call, client, rest } = yield* open
      const lead = yield* call("create_lead", mia)
      const args = { id: "mia chen", dealName: "Fleet", ownerUserId: client.user.email }
      const first = yield* call("promote_lead", args)
      assert.strictEqual(first.leadId, lead.id)
      assert.deepStrictEqual(yield* call("promote_lead", args), first)
      const made = yield* rest("GET", `/v1/deals/${first.dealId}`)
      assert.deepStrictEqual([made.name, made.company, made.ownerId], ["Fleet", "Acme", client.user.id])
      const refused = yield* call("triage_lead", { id: lead.id, triageStatus: "junk" })
      assert.strictEqual(refused.error.code, "invalid_triage_transition")
      const { error } = yield* call("promote_lead", { id: "Nobody" })
      assert.strictEqual(error.code, "lead_not_found")
      const owner = yield* call("promote_lead", { id: lead.id, ownerUserId: "nobody@a.example" })
      assert.deepStrictEqual([owner.error.code, owner.error.meta.members.length], ["invalid_owner", 1])
      const wrong = yield* call("promote_lead", { id: first.dealId })
      assert.include(wrong.error.message, "get_deal")
    })
  )

  it.effect("names promote_lead where triage can't promote", () =>
    Effect.gen(function* () {
      const { call, rest } = yield* open
      const { id } = yield* call("create_lead", mia)
      const { error } = yield* rest("PATCH", `/v1/leads/${id}`, { triageStatus: "promoted" })
      assert.include(error.message, "promote_lead (POST /v1/leads/{id}/promote)")
      const tool = yield* call("triage_lead", { id, triageStatus: "promoted" })
      assert.include(tool.error.message, "promote_lead")
    })
  )

  it.effect("matches an address with deal, stage, owner and lead in one call", () =>
    Effect.gen(function* () {
      const { call, client } = yield* open
      yield* deal(client, {
        name: "Fleet",
        amountCents: 5_000,
        primaryContactName: "Mia Chen",
        primaryContactEmail: "mia@acme.example"
      })
      yield* call("create_lead", mia)
      const found = yield* call("match_contact", { email: "MIA@acme.example" })
      const { id: _, url: __, ...row } = found.deals[0]
      assert.deepStrictEqual(row, {
        name: "Fleet",
        company: null,
        stage: "New",
        amount_cents: 5_000,
        currency: "USD",
        contact_name: "Mia Chen",
        owner_name: "Owner"
      })
      assert.deepStrictEqual([found.match, found.leads[0].name], ["email", "Mia Chen"])
      assert.strictEqual((yield* call("match_contact", { email: "mia" })).error.code, "invalid_query")
    })
  )
})

layer(TestService.layer())("templates over MCP", (it) => {
  it.effect("are chosen by name, filled for a deal or a lead, and their use recorded", () =>
    Effect.gen(function* () {
      const { call, client, rest } = yield* open
      const { data } = yield* call("list_templates", {})
      assert.deepStrictEqual(Object.keys(data[0]), ["id", "name", "subject", "tokens", "use_count"])
      assert.deepStrictEqual(data[0].tokens, ["company", "first_name", "sender_first_name"])
      const { id } = yield* deal(client, {
        name: "Fleet",
        company: "Acme",
        primaryContactName: "Mia Chen",
        primaryContactEmail: "mia@acme.example"
      })
      const filled = yield* call("render_template", { id: "follow-UP", dealId: "Fleet" })
      assert.strictEqual(filled.to, "mia@acme.example")
      assert.match(filled.body, /^Hi Mia,[^]+ at Acme, [^]+Owner$/u)
      assert.deepStrictEqual(filled.unfilled, [])
      const bare = yield* call("render_template", { id: filled.id })
      assert.deepStrictEqual([bare.to, bare.unfilled], [null, ["first_name", "company"]])
      const once = { id: "Follow-up", dealId: id, idempotencyKey: "sent" }
      for (const _ of [1, 2]) assert.deepStrictEqual(yield* call("log_template_use", once), { ok: true })
      const activity = yield* rest("GET", `/v1/deals/${id}/activity`)
      assert.deepStrictEqual(
        activity.data.map((one: any) => one.systemEventType),
        ["email_sent", "deal_created"]
      )
      assert.strictEqual((yield* call("list_templates", {})).data[0].use_count, 1)

      const lead = yield* call("create_lead", mia)
      assert.strictEqual(
        (yield* call("render_template", { id: "Follow-up", leadId: "Acme" })).to,
        "mia@acme.example"
      )
      yield* call("log_template_use", { id: "Follow-up", leadId: "mia chen" })
      assert.strictEqual((yield* call("get_lead", { id: lead.id })).triageStatus, "contacted")
    })
  )

  it.effect("answer a wrong name, two recipients and a deal that is not there with the way out", () =>
    Effect.gen(function* () {
      const { call, client, rest } = yield* open
      const errorOf = (name: string, args: object) => Effect.map(call(name, args), ({ error }) => error)
      const wrong = yield* errorOf("render_template", { id: "Follow up" })
      assert.strictEqual(wrong.code, "invalid_query")
      assert.include(wrong.message, "no template is called Follow up. The templates are: First reply (")
      assert.include(wrong.message, "Did you mean Follow-up?")
      assert.strictEqual(wrong.meta.templates.length, 5)
      const twin = yield* rest("POST", "/v1/templates", { name: "PROPOSAL", subject: "S", body: "B" })
      const twins = yield* errorOf("log_template_use", { id: "Proposal" })
      assert.strictEqual(twins.code, "invalid_body")
      assert.include(twins.message, `2 templates are called Proposal; send the id of one:`)
      assert.include(
        twins.meta.templates.map((one: any) => one.id),
        twin.id
      )
      const { id } = yield* deal(client, { name: "Fleet" })
      const lead = yield* call("create_lead", mia)
      const both = yield* errorOf("render_template", { id: "Follow-up", dealId: id, leadId: lead.id })
      assert.include(both.message, "Send dealId or leadId, not both")
      const nobody = "00000000-0000-7000-8000-000000000001"
      const gone = yield* errorOf("log_template_use", { id: "Follow-up", dealId: nobody })
      assert.strictEqual(gone.code, "deal_not_found")
      const noTemplate = yield* errorOf("render_template", { id: nobody })
      assert.strictEqual(noTemplate.code, "template_not_found")
      assert.strictEqual((yield* call("list_templates", {})).data[0].use_count, 0)
    })
  )

  it.effect("of which there are too many end early, and say so", () =>
    Effect.gen(function* () {
      const { call, client, service } = yield* open
      const long = { subject: "語".repeat(400), body: "B" }
      const more = Array.from({ length: 45 }, (_, n) => ({ name: `${"n".repeat(70)} ${n}`, ...long }))
      for (const one of more) yield* Effect.promise(() => client.send("POST", "/v1/templates", one))
      const { data, notice } = yield* call("list_templates", {})
      assert.isBelow(data.length, 50)
      assert.isAbove(data.length, 5)
      assert.strictEqual(notice, `The first ${data.length} of 50, to stay near 8,000 tokens.`)
      yield* service.member(client.workspace.id, "viewer")
      const all = yield* call("list_members", {})
      assert.deepStrictEqual(Object.keys(all), ["data"])
      assert.sameMembers(Object.keys(all.data[0]), ["id", "name", "email", "role"])
      const found = yield* call("list_members", { q: client.user.email.slice(0, -3).toUpperCase() })
      assert.deepStrictEqual(found.data, [all.data.find((one: any) => one.id === client.user.id)])
    })
  )
})
