import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { bearer, inModern, legacy, send } from "../../support/mcp/McpMessages.ts"
import { TestService } from "../../support/server/TestService.ts"

const prompt = (name: string) => ({ type: "ref/prompt", name })
const template = (uri: string) => ({ type: "ref/resource", uri })

const open = Effect.gen(function* () {
  const service = yield* TestService
  const client = yield* service.workspace()
  const asked = (token: string, body: unknown, headers: Record<string, string> = {}) =>
    Effect.promise(() => send(service.url, "POST", { ...bearer(token), ...headers }, body))
  const complete = (ref: object, name: string, value: string, others?: Record<string, string>) =>
    Effect.map(
      asked(
        client.apiKey.token,
        legacy("completion/complete", {
          ref,
          argument: { name, value },
          ...(others === undefined ? {} : { context: { arguments: others } })
        })
      ),
      ({ body }) => body
    )
  const values = (...args: Parameters<typeof complete>) =>
    Effect.map(complete(...args), (body): ReadonlyArray<string> => body.result.completion.values)
  const read = (uri: string) =>
    Effect.map(asked(client.apiKey.token, legacy("resources/read", { uri })), ({ body }) => body)
  const rest = (method: string, path: string, body?: object) =>
    Effect.map(
      Effect.promise(() => client.send(method, path, body)),
      (answer) => answer.body
    )
  return { service, client, asked, complete, values, read, rest }
})

layer(TestService.layer())("completions", (it) => {
  it.effect("suggest boards, stages and owners by what was typed", () =>
    Effect.gen(function* () {
      const { client, rest, values } = yield* open
      yield* rest("POST", "/v1/boards", { name: "Éxport North", currency: "EUR" })
      const review = prompt("weekly-pipeline-review")
      assert.include(yield* values(review, "board", ""), "Éxport North")
      assert.deepStrictEqual(yield* values(review, "board", "north exp"), ["Éxport North"])
      assert.deepStrictEqual(yield* values(review, "board", "zzz"), [])
      const stages = template("pipeline://boards/{board}/stages/{stage}/deals")
      const all = yield* values(stages, "stage", "", { board: "Éxport North" })
      assert.includeMembers([...all], ["Won", "Proposal"])
      assert.deepStrictEqual(yield* values(stages, "stage", "prop", { board: client.board.id }), ["Proposal"])
      // Two boards, and none chosen.
      assert.deepStrictEqual(yield* values(stages, "stage", "prop"), [])
      const me = yield* rest("GET", "/v1/me")
      assert.deepStrictEqual(yield* values(review, "owner", me.user.email.slice(0, 4)), [me.user.email])
    })
  )

  it.effect("suggest deals and leads by name, and by id where a name is not enough", () =>
    Effect.gen(function* () {
      const { client, read, rest, values } = yield* open
      const boardId = client.board.id
      const deal = (name: string, company: string) => rest("POST", "/v1/deals", { boardId, name, company })
      yield* deal("Annual licence", "Acme")
      const twins = [yield* deal("Renewal", "Acme"), yield* deal("Renewal", "Bolt")]
      yield* rest("POST", "/v1/leads", { firstName: "Mia", lastName: "Chen", companyName: "Acme" })
      yield* rest("POST", "/v1/leads", { companyName: "Bolt" })
      const deals = template("pipeline://deals/{deal}")
      assert.deepStrictEqual(yield* values(deals, "deal", "licence an"), ["Annual licence"])
      assert.sameMembers(
        [...(yield* values(deals, "deal", "renew"))],
        twins.map(({ id }) => id)
      )
      assert.sameMembers([...(yield* values(prompt("qualify-lead"), "lead", ""))], ["Mia Chen", "Bolt"])
      assert.deepStrictEqual(yield* values(prompt("follow-up"), "deal", "acme lic"), ["Annual licence"])

      const one = (yield* read("pipeline://deals/Annual%20licence")).result.contents[0]
      assert.strictEqual(one.mimeType, "text/plain")
      assert.strictEqual(JSON.parse(one.text).name, "Annual licence")
      const lead = (yield* read("pipeline://leads/Mia%20Chen")).result.contents[0]
      assert.strictEqual(JSON.parse(lead.text).contact.firstName, "Mia")
      const several = (yield* read("pipeline://deals/Renewal")).error
      assert.strictEqual(several.code, -32602)
      for (const { id } of twins) assert.include(several.message, id)
      for (const [uri, count] of [
        ["pipeline://deals", 3],
        ["pipeline://leads", 2],
        [`pipeline://boards/${encodeURIComponent(boardId)}/stages/New/deals`, 3],
        ["pipeline://owners/me/deals", 3]
      ] as const) {
        const found = yield* read(uri)
        assert.lengthOf(JSON.parse(found.result.contents[0].text).data, count, uri)
      }
    })
  )

  it.effect("hold at most 100, and say that there are more", () =>
    Effect.gen(function* () {
      const { client, complete, rest } = yield* open
      const boardId = client.board.id
      yield* Effect.forEach(
        Array.from({ length: 101 }, (_, index) => index),
        (index) => rest("POST", "/v1/deals", { boardId, name: `Trailer ${index}` }),
        { concurrency: 8 }
      )
      const { completion } = (yield* complete(template("pipeline://deals/{deal}"), "deal", "trailer")).result
      assert.lengthOf(completion.values, 100)
      assert.isTrue(completion.hasMore)
      const few = (yield* complete(prompt("follow-up"), "deal", "trailer 77")).result.completion
      assert.deepStrictEqual(few, { values: ["Trailer 77"], hasMore: false, total: 1 })
    })
  )

  it.effect("are the same in the revision without a handshake", () =>
    Effect.gen(function* () {
      const { asked, client, complete } = yield* open
      const args = ["board", ""] as const
      const old = (yield* complete(prompt("triage-inbox"), ...args)).result
      const { body, headers } = inModern("completion/complete", {
        ref: prompt("triage-inbox"),
        argument: { name: "board", value: "" }
      })
      const now = (yield* asked(client.apiKey.token, body, headers)).body.result
      assert.deepStrictEqual(now.completion, old.completion)
      assert.isAbove(now.completion.values.length, 0)
    })
  )

  it.effect("tell nothing of another workspace, and stand what is hostile", () =>
    Effect.gen(function* () {
      const other = yield* open
      yield* other.rest("POST", "/v1/deals", { boardId: other.client.board.id, name: "Secret" })
      const { complete, values } = yield* open
      const deals = template("pipeline://deals/{deal}")
      assert.deepStrictEqual(yield* values(deals, "deal", "secret"), [])
      const stages = template("pipeline://boards/{board}/stages/{stage}/deals")
      assert.deepStrictEqual(yield* values(stages, "stage", "", { board: other.client.board.id }), [])
      for (const value of [
        "x".repeat(500_000),
        "%_\\",
        "'; DROP TABLE deals; --",
        "a\u0000b",
        "\ud800",
        "q ".repeat(90)
      ]) {
        for (const [ref, name] of [
          [deals, "deal"],
          [prompt("qualify-lead"), "lead"],
          [prompt("triage-inbox"), "board"]
        ] as const) {
          assert.deepStrictEqual(yield* values(ref, name, value), [], value.slice(0, 30))
        }
      }
      assert.strictEqual((yield* complete(prompt("triage-inbx"), "board", "")).error.code, -32602)
      assert.include((yield* complete(prompt("triage-inbox"), "lead", "")).error.message, "It takes board")
      assert.strictEqual((yield* complete(template("pipeline://nothing/{id}"), "id", "")).error.code, -32602)
      // An argument that nothing is known about.
      assert.deepStrictEqual(yield* values(prompt("monthly-review"), "month", "2026"), [])
    })
  )
})
