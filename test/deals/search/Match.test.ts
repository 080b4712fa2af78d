import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Client, TestService } from "../../support/server/TestService.ts"

const match = (client: Client, email: string) =>
  Effect.promise(() => client.send("GET", `/v1/match?email=${encodeURIComponent(email)}`))

const deal = (client: Client, fields: Record<string, unknown>) =>
  Effect.promise(async () => {
    const answer = await client.send("POST", "/v1/deals", {
      boardId: client.board.id,
      name: "Deal",
      ...fields
    })
    assert.strictEqual(answer.status, 201)
    return answer.body
  })

const lead = (client: Client, fields: Record<string, unknown>) =>
  Effect.promise(async () => {
    const answer = await client.send("POST", "/v1/leads", fields)
    assert.strictEqual(answer.status, 201)
    return answer.body
  })

const ids = (items: ReadonlyArray<{ readonly id: string }>) => items.map(({ id }) => id)

layer(TestService.layer())("match over REST", (it) => {
  it.effect("finds deals and leads with the same address, in any case", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const made = yield* deal(client, { primaryContactEmail: " Mia@Acme.Example ", amountCents: 5 })
      const other = yield* deal(client, { primaryContactEmail: "jo@acme.example" })
      const asked = yield* lead(client, {
        workEmail: "MIA@acme.example",
        firstName: "Mia",
        lastName: "Chen",
        companyName: "Acme"
      })
      const { body, status } = yield* match(client, "mia@ACME.example")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        email: "mia@ACME.example",
        domain: "acme.example",
        match: "email",
        deals: [
          {
            id: made.id,
            name: "Deal",
            company: null,
            stage: "New",
            amount_cents: 5,
            currency: "USD",
            contact_name: null,
            owner_name: "Owner",
            url: `/deals/${made.id}`
          }
        ],
        leads: [{ id: asked.id, name: "Mia Chen", company: "Acme", status: "new", url: `/leads/${asked.id}` }]
      })
      assert.notInclude(ids(body.deals), other.id)
    })
  )

  it.effect("falls back on the domain of addresses and of a lead's website", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const made = yield* deal(client, { primaryContactEmail: "jo@acme.example" })
      const byEmail = yield* lead(client, { workEmail: "ann@acme.example" })
      const both = yield* lead(client, {
        workEmail: "bo@acme.example",
        companyWebsite: "https://www.acme.example/x"
      })
      const bySite = yield* lead(client, { companyName: "Acme", companyWebsite: "WWW.Acme.example" })
      yield* lead(client, { workEmail: "a@notacme.example" })
      yield* deal(client, { primaryContactEmail: "a@sub.acme.example" })
      const { body } = yield* match(client, "mia@acme.example")
      assert.deepStrictEqual([body.match, body.domain], ["domain", "acme.example"])
      assert.deepStrictEqual(ids(body.deals), [made.id])
      assert.deepStrictEqual(ids(body.leads), [bySite.id, both.id, byEmail.id])
    })
  )

  it.effect("does not fall back for public mail hosts", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      for (const host of [
        "gmail.com",
        "outlook.com",
        "web.de",
        "gmx.ch",
        "live.se",
        "riseup.net",
        "telia.com"
      ]) {
        const made = yield* deal(client, { primaryContactEmail: `jo@${host}` })
        const none = yield* match(client, `mia@${host}`)
        assert.deepStrictEqual(none.body, {
          email: `mia@${host}`,
          domain: null,
          match: "none",
          deals: [],
          leads: []
        })
        const exact = yield* match(client, `jo@${host}`)
        assert.deepStrictEqual([exact.body.match, exact.body.domain], ["email", null])
        assert.deepStrictEqual(ids(exact.body.deals), [made.id])
      }
    })
  )

  it.effect("returns at most 25, newest first, with won deals and without deleted deals", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const made = yield* Effect.forEach(Array.from({ length: 27 }), (_, index) =>
        deal(client, { name: `Deal ${index}`, primaryContactEmail: "mia@acme.example" })
      )
      yield* Effect.promise(() => client.send("DELETE", `/v1/deals/${made[26].id}`))
      const { body: stages } = yield* Effect.promise(() =>
        client.send("GET", `/v1/boards/${client.board.id}/stages`)
      )
      yield* Effect.promise(() =>
        client.send("POST", `/v1/deals/${made[25].id}/move`, { toStageId: stages[5].id })
      )
      const { body } = yield* match(client, "mia@acme.example")
      assert.strictEqual(body.deals[0].stage, "Won")
      assert.deepStrictEqual(ids(body.deals), ids(made.slice(1, 26).toReversed()))
    })
  )

  it.effect("follows a changed contact, and sees no other workspace", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      const other = yield* service.workspace()
      const made = yield* deal(client, { primaryContactEmail: "old@acme.example" })
      yield* Effect.promise(() =>
        client.send("PATCH", `/v1/deals/${made.id}`, { primaryContactEmail: "new@other.example" })
      )
      assert.strictEqual((yield* match(client, "old@acme.example")).body.match, "none")
      assert.strictEqual((yield* match(client, "new@other.example")).body.match, "email")
      assert.strictEqual((yield* match(other, "new@other.example")).body.match, "none")
    })
  )

  it.effect("answers 400 without an email, or with an invalid one", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      for (const query of ["", "?email=", "?email=mia", "?email=mia@", "?email=a@b.c&email=d@e.f"]) {
        const answer = yield* Effect.promise(() => client.send("GET", `/v1/match${query}`))
        assert.deepStrictEqual([answer.status, answer.body.error.code], [400, "invalid_query"], query)
      }
    })
  )
})
