import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { starters } from "../../src/templates/rules/StarterTemplates.ts"
import { type Client, TestService } from "../support/server/TestService.ts"

const ask = (client: Client, method: string, path: string, body?: unknown) =>
  Effect.promise(() => client.send(method, path, body))

const listed = (client: Client) => Effect.map(ask(client, "GET", "/v1/templates"), ({ body }) => body.data)

const newDeal = (client: Client) =>
  Effect.map(
    ask(client, "POST", "/v1/deals", {
      boardId: client.board.id,
      name: "Deal",
      company: " Acme ",
      primaryContactName: "Mia van Chen"
    }),
    ({ body }) => body
  )

layer(TestService.layer())("templates over REST", (it) => {
  it.effect("gives a new workspace five starter templates, in order and unused", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const answer = yield* ask(client, "GET", "/v1/templates")
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(Object.keys(answer.body), ["data"])
      assert.deepStrictEqual(
        answer.body.data,
        starters.map((draft, index) => ({
          id: answer.body.data[index].id,
          ...draft,
          use_count: 0
        }))
      )
    })
  )

  it.effect("lists the most used first, as many as asked for", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const [, , third] = yield* listed(client)
      const used = yield* ask(client, "POST", `/v1/templates/${third.id}/use`)
      assert.deepStrictEqual([used.status, used.body], [200, { ok: true }])
      const one = yield* ask(client, "GET", "/v1/templates?limit=1")
      assert.deepStrictEqual(one.body.data, [{ ...third, use_count: 1 }])
      for (const query of ["limit=0", "limit=101", "cursor=x"]) {
        assert.strictEqual((yield* ask(client, "GET", `/v1/templates?${query}`)).status, 400)
      }
    })
  )

  it.effect("counts every one of 50 parallel uses, and records each", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const sql = yield* SqlClient.SqlClient
      const [first] = yield* listed(client)
      yield* Effect.promise(() =>
        Promise.all(
          Array.from({ length: 50 }, () => client.send("POST", `/v1/templates/${first.id}/use`, {}))
        )
      )
      assert.strictEqual((yield* listed(client))[0].use_count, 50)
      const rows = yield* sql<{ uses: number }>`SELECT count(*) AS uses FROM template_uses
        WHERE workspace_id = ${client.workspace.id} AND template_id = ${first.id}`
      assert.strictEqual(rows[0]!.uses, 50)
    })
  )

  it.effect("writes an email_sent entry to the deal's activity", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const [first] = yield* listed(client)
      const deal = yield* newDeal(client)
      const body = { deal_id: deal.id, lead_id: null }
      yield* ask(client, "POST", `/v1/templates/${first.id}/use`, body)
      const activity = yield* ask(client, "GET", `/v1/deals/${deal.id}/activity`)
      const [entry] = activity.body.data
      assert.strictEqual(entry.systemEventType, "email_sent")
      assert.deepStrictEqual(entry.systemEventData, {
        actor: `api_key:${client.apiKey.id}`,
        template: { id: first.id, name: first.name, subject: first.subject }
      })
    })
  )

  it.effect("sets a new lead to contacted, and leaves a lead with a later status", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const [first] = yield* listed(client)
      const lead = (yield* ask(client, "POST", "/v1/leads", { workEmail: "mia@acme.example" })).body
      const path = `/v1/templates/${first.id}/use`
      yield* ask(client, "POST", path, { lead_id: lead.id })
      const contacted = (yield* ask(client, "GET", `/v1/leads/${lead.id}`)).body
      assert.strictEqual(contacted.triageStatus, "contacted")
      assert.notStrictEqual(contacted.contactedAt, null)
      yield* ask(client, "POST", path, { lead_id: lead.id })
      assert.deepStrictEqual((yield* ask(client, "GET", `/v1/leads/${lead.id}`)).body, contacted)
    })
  )

  it.effect("counts nothing if the template, deal or lead does not exist", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      const other = yield* service.workspace()
      const [first] = yield* listed(client)
      const foreign = yield* newDeal(other)
      const nobody = "00000000-0000-7000-8000-000000000000"
      const cases = [
        [`/v1/templates/${nobody}/use`, {}, 404, "template_not_found"],
        [`/v1/templates/none/use`, {}, 404, "template_not_found"],
        [`/v1/templates/${first.id}/use`, { deal_id: foreign.id }, 404, "deal_not_found"],
        [`/v1/templates/${first.id}/use`, { lead_id: nobody }, 404, "lead_not_found"],
        [`/v1/templates/${first.id}/use`, { deal_id: "none" }, 400, "invalid_body"],
        [`/v1/templates/${first.id}/use`, { dealId: nobody }, 400, "unknown_field"]
      ] as const
      for (const [path, body, status, code] of cases) {
        const answer = yield* ask(client, "POST", path, body)
        assert.deepStrictEqual([answer.status, answer.body.error.code], [status, code])
      }
      assert.strictEqual((yield* listed(client))[0].use_count, 0)
    })
  )

  it.effect("creates, changes and deletes templates only within the workspace", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      const other = yield* service.workspace()
      const body = { name: "Mine", subject: "S", body: "B" }
      const created = yield* ask(client, "POST", "/v1/templates", body)
      assert.strictEqual(created.status, 201)
      assert.deepInclude(created.body, { ...body, use_count: 0 })
      const path = `/v1/templates/${created.body.id}`
      const changed = yield* ask(client, "PATCH", path, { color: "#000000" })
      assert.deepStrictEqual(changed.body, { ...created.body, color: "#000000" })
      assert.strictEqual((yield* ask(other, "PATCH", path, { name: "x" })).status, 404)
      assert.strictEqual((yield* ask(other, "DELETE", path)).status, 404)
      const deleted = yield* ask(client, "DELETE", path)
      assert.deepStrictEqual([deleted.status, deleted.body], [200, { id: created.body.id, deleted: true }])
      assert.strictEqual((yield* ask(client, "DELETE", path)).status, 404)
      assert.strictEqual((yield* listed(client)).length, 5)
    })
  )

  it.effect("fills merge tokens from a deal or a lead, and names those it can't fill", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const sent = {
        name: "Tokens",
        subject: "{{company}} / {{ first_name }}",
        body: "{{sender_first_name}} {{other}}"
      }
      const { id } = (yield* ask(client, "POST", "/v1/templates", sent)).body
      const render = (query: string) => ask(client, "GET", `/v1/templates/${id}/render?${query}`)
      const deal = yield* newDeal(client)
      assert.deepStrictEqual((yield* render(`deal_id=${deal.id}`)).body, {
        id,
        name: "Tokens",
        to: null,
        subject: "Acme / Mia",
        body: "Owner {{other}}",
        unfilled: []
      })
      const lead = (yield* ask(client, "POST", "/v1/leads", { firstName: "{{company}}" })).body
      const filled = (yield* render(`lead_id=${lead.id}`)).body
      assert.deepStrictEqual([filled.subject, filled.unfilled], ["{{company}} / {{company}}", ["company"]])
      const both = yield* render(`lead_id=${lead.id}&deal_id=${deal.id}`)
      assert.deepStrictEqual([both.status, both.body.error.code], [400, "invalid_query"])
    })
  )

  it.effect("lets a viewer read templates but not write them", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      const viewer = yield* service.member(client.workspace.id, "viewer")
      const read = yield* Effect.promise(() => viewer.send("GET", "/v1/templates"))
      assert.strictEqual(read.status, 200)
      const use = `/v1/templates/${read.body.data[0].id}/use`
      const refused = yield* Effect.promise(() => viewer.send("POST", use, {}))
      assert.deepStrictEqual([refused.status, refused.body.error.code], [403, "insufficient_scope"])
    })
  )
})
