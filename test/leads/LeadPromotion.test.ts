import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Client, TestService } from "../support/server/TestService.ts"

const nowhere = "00000000-0000-7000-8000-000000000000"

const newLead = Effect.fnUntraced(function* ({ send }: Client, body: object, enrichment?: object) {
  const made = yield* Effect.promise(() => send("POST", "/v1/leads", body))
  const id = made.body.id as string
  if (enrichment !== undefined) yield* Effect.promise(() => send("PATCH", `/v1/leads/${id}`, { enrichment }))
  const promote = (sent?: object, headers?: Record<string, string>) =>
    Effect.promise(() => send("POST", `/v1/leads/${id}/promote`, sent, headers))
  return { id, promote }
})

layer(TestService.layer())("promotion, switched off", (it) => {
  it.effect("is refused before the lead is looked up", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const { promote } = yield* newLead(client, { firstName: "A" })
      const answers = [
        yield* promote(),
        yield* promote({ dealName: "X" }),
        yield* Effect.promise(() => client.send("POST", `/v1/leads/${nowhere}/promote`))
      ]
      for (const { body, status } of answers) {
        assert.deepStrictEqual(
          [status, body.error.type, body.error.code],
          [403, "permission_error", "promote_disabled"]
        )
      }
    })
  )
})

layer(TestService.layer({ PROMOTION_ENABLED: "true" }))("promotion", (it) => {
  it.effect("makes one deal from the lead on its board", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const { board, send, user } = client
      yield* Effect.promise(() =>
        send("PATCH", `/v1/boards/${board.id}`, { defaultDealAmountCents: 500, currency: "EUR" })
      )
      const lead = yield* newLead(
        client,
        { firstName: "Mia", lastName: "Chen", workEmail: "mia@acme.example", companyName: "Acme" },
        {
          contact: { name: "Someone Else", title: "COO", email: "other@acme.example", phone: "+1 555" },
          body: "See [her](https://www.linkedin.com/in/mia-chen)."
        }
      )
      const { body, status } = yield* lead.promote()
      assert.deepStrictEqual([status, body], [201, { dealId: body.dealId, leadId: lead.id }])
      const { body: deal } = yield* Effect.promise(() => send("GET", `/v1/deals/${body.dealId}`))
      assert.deepInclude(deal, {
        boardId: board.id,
        name: "Acme",
        company: "Acme",
        amountCents: 500,
        currency: "EUR",
        ownerId: user.id,
        leadId: lead.id,
        primaryContact: {
          name: "Mia Chen",
          title: "COO",
          email: "mia@acme.example",
          phone: "+1 555",
          linkedin: "https://www.linkedin.com/in/mia-chen"
        }
      })
      assert.strictEqual(deal.stage.name, "New")
      const { body: after } = yield* Effect.promise(() => send("GET", `/v1/leads/${lead.id}`))
      assert.deepStrictEqual([after.triageStatus, after.dealId], ["promoted", deal.id])
      assert.strictEqual(after.promotedAt, deal.createdAt)
      const again = yield* lead.promote({ dealName: "Other" })
      assert.deepStrictEqual([again.status, again.body], [200, body])
      const activity = yield* Effect.promise(() => send("GET", `/v1/deals/${deal.id}/activity`))
      const events = activity.body.data.map((one: any) => [one.systemEventType, one.systemEventData.leadId])
      assert.deepStrictEqual(events.toSorted(), [
        ["deal_created", undefined],
        ["lead_promoted", lead.id]
      ])
    })
  )

  it.effect("makes one deal from 20 parallel promotions", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const lead = yield* newLead(client, { companyName: "Acme" })
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => lead.promote()),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [
        ...Array.from({ length: 19 }, () => 200),
        201
      ])
      assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
      const deals = yield* Effect.promise(() => client.send("GET", "/v1/deals"))
      assert.deepStrictEqual(
        deals.body.data.map((one: any) => one.id),
        [answers[0]!.body.dealId]
      )
    })
  )

  it.effect("makes a new deal if the first was deleted, one from 20 parallel promotions", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const lead = yield* newLead(client, { companyName: "Acme" })
      const first = yield* lead.promote()
      yield* Effect.promise(() => client.send("DELETE", `/v1/deals/${first.body.dealId}`))
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => lead.promote()),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [
        ...Array.from({ length: 19 }, () => 200),
        201
      ])
      assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
      const { dealId } = answers[0]!.body
      assert.notStrictEqual(dealId, first.body.dealId)
      const deal = yield* Effect.promise(() => client.send("GET", `/v1/deals/${dealId}`))
      assert.deepStrictEqual([deal.status, deal.body.name], [200, "Acme"])
      const read = yield* Effect.promise(() => client.send("GET", `/v1/leads/${lead.id}`))
      assert.deepStrictEqual([read.body.triageStatus, read.body.dealId], ["promoted", dealId])
    })
  )

  it.effect("takes a name and an owner, and refuses invalid ones", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      const member = yield* service.member(client.workspace.id, "viewer")
      const lead = yield* newLead(client, { firstName: "A" })
      const refused = [
        [{ ownerUserId: nowhere }, "invalid_owner"],
        [{ ownerUserId: "x" }, "invalid_body"],
        [{ dealName: "n".repeat(201) }, "invalid_body"],
        [{ name: "X" }, "unknown_field"]
      ] as const
      for (const [sent, code] of refused) {
        const { body, status } = yield* lead.promote(sent)
        assert.deepStrictEqual([status, body.error.code], [400, code])
      }
      const { body } = yield* lead.promote({ dealName: "Chosen", ownerUserId: member.id })
      const { body: deal } = yield* Effect.promise(() => client.send("GET", `/v1/deals/${body.dealId}`))
      assert.deepStrictEqual([deal.name, deal.ownerId, deal.company], ["Chosen", member.id, null])
      const missing = yield* Effect.promise(() => client.send("POST", `/v1/leads/${nowhere}/promote`, {}))
      assert.deepStrictEqual([missing.status, missing.body.error.code], [404, "lead_not_found"])
    })
  )

  it.effect("falls back to the default owner of the lead's form, if still a member", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const service = yield* TestService
      const client = yield* service.workspace()
      const { board, send, user, workspace } = client
      const member = yield* service.member(workspace.id, "member")
      const form = "00000000-0000-7000-8000-0000000000f1"
      yield* sql`INSERT INTO forms ${sql.insert({ workspace_id: workspace.id, id: form, board_id: board.id, token: "t", default_owner_id: member.id, created_at: "2026-05-01T09:30:00.000Z" })}`
      const ownerOf = Effect.gen(function* () {
        const lead = yield* newLead(client, { firstName: "A" })
        yield* sql`UPDATE leads SET form_id = ${form} WHERE workspace_id = ${workspace.id} AND id = ${lead.id}`
        const { body } = yield* lead.promote()
        const deal = yield* Effect.promise(() => send("GET", `/v1/deals/${body.dealId}`))
        return deal.body.ownerId
      })
      assert.strictEqual(yield* ownerOf, member.id)
      yield* sql`UPDATE members SET removed_at = ${"2026-05-01T09:30:00.000Z"}
        WHERE workspace_id = ${workspace.id} AND user_id = ${member.id}`
      assert.strictEqual(yield* ownerOf, user.id)
    })
  )

  it.effect("can undo a mistake: junk and bad_fit leads can be promoted", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      for (const triageStatus of ["junk", "bad_fit", "stale", "contacted"]) {
        const lead = yield* newLead(client, { firstName: "A" })
        yield* Effect.promise(() => client.send("PATCH", `/v1/leads/${lead.id}`, { triageStatus }))
        assert.strictEqual((yield* lead.promote()).status, 201, triageStatus)
      }
    })
  )

  it.effect("is a 409 on a board without stages, and writes nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const client = yield* (yield* TestService).workspace()
      const lead = yield* newLead(client, { firstName: "A" })
      yield* sql`DELETE FROM stages WHERE workspace_id = ${client.workspace.id}`
      const { body, status } = yield* lead.promote()
      assert.deepStrictEqual(
        [status, body.error.type, body.error.code],
        [409, "conflict_error", "board_has_no_stages"]
      )
      const read = yield* Effect.promise(() => client.send("GET", `/v1/leads/${lead.id}`))
      assert.deepStrictEqual([read.body.triageStatus, read.body.dealId], ["new", null])
    })
  )

  it.effect("needs room in the plan", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace("free")
      const { board, send } = client
      const lead = yield* newLead(client, { firstName: "A" })
      const create = () => send("POST", "/v1/deals", { boardId: board.id, name: "D" })
      yield* Effect.promise(() => Promise.all(Array.from({ length: 100 }, create)))
      const { body, status } = yield* lead.promote()
      assert.deepStrictEqual(
        [status, body.error.code, body.error.meta.limit],
        [403, "plan_limit_exceeded", "active_deals"]
      )
    })
  )

  it.effect("replays its answer under an idempotency key", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const lead = yield* newLead(client, { firstName: "A" })
      const first = yield* lead.promote({}, { "idempotency-key": "p" })
      const second = yield* lead.promote({}, { "idempotency-key": "p" })
      assert.deepStrictEqual([first.status, second.status, second.text], [201, 201, first.text])
    })
  )
})
