import { assert, layer } from "@effect/vitest"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as App from "../../../src/service/App.ts"
import { answered, open } from "../../support/mcp/Confirming.ts"
import { bearer, legacy, send } from "../../support/mcp/McpMessages.ts"
import { TestService } from "../../support/server/TestService.ts"

layer(TestService.layer())("a call that is final", (it) => {
  it.effect("asks a person first, in their words, and runs once they agree", () =>
    Effect.gen(function* () {
      const { call, lead, statusOf } = yield* open
      const id = yield* lead()
      const args = { id, triageStatus: "junk" }
      const asked = (yield* call("triage_lead", args)).result
      assert.strictEqual(asked.resultType, "input_required")
      const { method, params } = asked.inputRequests.confirm
      assert.strictEqual(method, "elicitation/create")
      assert.strictEqual(
        params.message,
        "An agent wants to triage a lead as junk: Mia Chen, Acme Bcc: x. Only an undo takes this back, for 30 days. Go on?"
      )
      assert.strictEqual(yield* statusOf(id), "new")
      const done = (yield* call("triage_lead", args, answered("accept", asked.requestState))).result
      assert.strictEqual(done.structuredContent.triageStatus, "junk")
      assert.strictEqual(yield* statusOf(id), "junk")
    })
  )

  it.effect("asks before it deletes, admins alone", () =>
    Effect.gen(function* () {
      const { call, client, service } = yield* open
      const body = { boardId: client.board.id, url: "https://hooks.example/x", events: ["deal.won"] }
      const made = yield* Effect.promise(() => client.send("POST", "/v1/webhooks", body))
      const { id } = made.body
      const asked = (yield* call("delete_webhook", { id })).result
      assert.match(
        asked.inputRequests.confirm.params.message,
        new RegExp(`^An agent wants to delete .+: ${id}\\. This can't be undone\\. `, "u")
      )
      const member = yield* service.member(client.workspace.id, "member")
      const refused = yield* call("delete_webhook", { id }, {}, { elicitation: {} }, member.token)
      assert.strictEqual(refused.result.structuredContent.error.code, "admin_required")
      const { result } = yield* call("delete_webhook", { id }, answered("accept", asked.requestState))
      assert.isTrue(result.structuredContent.deleted)
    })
  )

  it.effect("changes nothing if the person says no, and says so", () =>
    Effect.gen(function* () {
      const { call, lead, statusOf } = yield* open
      const ids = [yield* lead(), yield* lead()]
      const args = { ids, triageStatus: "bad_fit" }
      const asked = (yield* call("bulk_triage_leads", args)).result
      assert.include(asked.inputRequests.confirm.params.message, "triage 2 leads as bad_fit")
      const filter = { triageStatus: "new" }
      const filtered = (yield* call("bulk_triage_leads", { filter, triageStatus: "junk" })).result
      assert.include(filtered.inputRequests.confirm.params.message, "triage 2 leads as junk: Mia Chen, Acme")
      for (const action of ["decline", "cancel"]) {
        const { result } = yield* call("bulk_triage_leads", args, answered(action, asked.requestState))
        assert.isTrue(result.isError)
        assert.strictEqual(result.structuredContent.error.code, "declined")
        assert.include(result.content[0].text, "Nothing was changed")
      }
      for (const id of ids) assert.strictEqual(yield* statusOf(id), "new")
    })
  )

  it.effect("changes only the leads that were shown, however many match by then", () =>
    Effect.gen(function* () {
      const { call, lead, statusOf } = yield* open
      const shown = yield* Effect.forEach(["Ada", "Bo", "Cy", "Di"], (firstName) =>
        lead({ firstName, companyName: "GrowCo" })
      )
      const args = { filter: { search: '"GrowCo' }, triageStatus: "junk" }
      const asked = (yield* call("bulk_triage_leads", args)).result
      assert.match(
        asked.inputRequests.confirm.params.message,
        /triage 4 leads as junk: (?:\w+, GrowCo; ){3}and 1 more\. Only/u
      )
      const late = yield* lead({ firstName: "Eve", companyName: "GrowCo" })
      for (let time = 0; time < 2; time++) {
        const accepted = answered("accept", asked.requestState)
        const { result } = yield* call("bulk_triage_leads", args, accepted)
        assert.deepStrictEqual(result.structuredContent, { updated: 4, unchanged: 0 })
        for (const id of shown) assert.strictEqual(yield* statusOf(id), "junk")
        assert.strictEqual(yield* statusOf(late), "new")
      }
      // Nothing to ask about, and what would be refused, is answered at once.
      const none = (yield* call("bulk_triage_leads", { ...args, filter: { search: "nobody" } })).result
      assert.deepInclude(none.structuredContent, { updated: 0, unchanged: 0 })
      const wrong = (yield* call("bulk_triage_leads", { ...args, filter: { view: "active" } })).result
      assert.include(wrong.structuredContent.error.message, "nearly everything")
    })
  )

  it.effect("takes an answer once, even if the change was undone since", () =>
    Effect.gen(function* () {
      const { call, lead, statusOf } = yield* open
      const sql = yield* SqlClient.SqlClient
      const id = yield* lead()
      const args = { id, triageStatus: "junk" }
      const { requestState } = (yield* call("triage_lead", args)).result
      yield* call("triage_lead", args, answered("accept", requestState))
      const back = (yield* call("triage_lead", { id, triageStatus: "new" })).result
      assert.isTrue(back.isError)
      yield* sql`UPDATE leads SET triage_status = 'new' WHERE id = ${id}`
      const { result } = yield* call("triage_lead", args, answered("accept", requestState))
      assert.include(result.content.at(-1).text, "nothing was done again")
      assert.strictEqual(yield* statusOf(id), "new")
    })
  )

  it.effect("takes an answer for that call alone", () =>
    Effect.gen(function* () {
      const { call, client, lead, service, statusOf } = yield* open
      const [id, other] = [yield* lead(), yield* lead()]
      const args = { id, triageStatus: "junk" }
      const { requestState } = (yield* call("triage_lead", args)).result
      const second = (yield* service.member(client.workspace.id, "member")).token
      const tampered = `${requestState.slice(0, -2)}${requestState.endsWith("AA") ? "BB" : "AA"}`
      const wrong: ReadonlyArray<ReturnType<typeof call>> = [
        call("triage_lead", { ...args, id: other }, answered("accept", requestState)),
        call("triage_lead", { ...args, triageStatus: "bad_fit" }, answered("accept", requestState)),
        call("bulk_triage_leads", { ids: [id], triageStatus: "junk" }, answered("accept", requestState)),
        call("triage_lead", args, answered("accept", tampered)),
        call("triage_lead", args, answered("accept", "")),
        call("triage_lead", args, answered("accept", "x".repeat(100_000))),
        call("triage_lead", args, answered("accept", undefined)),
        call("triage_lead", args, answered("accept", requestState), { elicitation: {} }, second)
      ]
      for (const one of wrong) assert.strictEqual((yield* one).error?.code, -32602)
      for (const one of [id, other]) assert.strictEqual(yield* statusOf(one), "new")
      // An answer to another question, and none: it asks again.
      for (const more of [
        { requestState },
        { requestState, inputResponses: { other: { action: "accept" } } }
      ]) {
        assert.strictEqual((yield* call("triage_lead", args, more)).result.resultType, "input_required")
      }
      // The order of the arguments does not matter.
      const turned = { triageStatus: "junk", id }
      const { result } = yield* call("triage_lead", turned, answered("accept", requestState))
      assert.strictEqual(result.structuredContent.triageStatus, "junk")
    })
  )

  it.effect("is not asked about by clients that can't, of older revisions, or when it can be undone", () =>
    Effect.gen(function* () {
      const { call, client, lead, service } = yield* open
      const complete = (can: object, triageStatus = "junk") =>
        Effect.gen(function* () {
          const { result } = yield* call("triage_lead", { id: yield* lead(), triageStatus }, {}, can)
          assert.strictEqual(result.resultType, "complete")
          assert.strictEqual(result.structuredContent.triageStatus, triageStatus)
        })
      yield* complete({})
      yield* complete({ elicitation: { url: {} } })
      yield* complete({ elicitation: {} }, "contacted")
      const old = legacy("tools/call", {
        name: "triage_lead",
        arguments: { id: yield* lead(), triageStatus: "junk" }
      })
      const { body } = yield* Effect.promise(() =>
        send(service.url, "POST", bearer(client.apiKey.token), old)
      )
      assert.strictEqual(body.result.structuredContent.triageStatus, "junk")
      // What is refused anyway is refused at once.
      const missing = yield* call("triage_lead", { id: "nobody", triageStatus: "junk" })
      assert.strictEqual(missing.result.structuredContent.error.code, "lead_not_found")
    })
  )

  it.effect("is confirmed by the official client of itself", () =>
    Effect.gen(function* () {
      const { client, lead, service, statusOf } = yield* open
      const [kept, gone] = [yield* lead(), yield* lead()]
      yield* Effect.promise(async () => {
        const agent = new Client(
          { name: "test", version: "1.0.0" },
          { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } }
        )
        const said: Array<string> = []
        const answers = ["decline", "accept"] as const
        agent.setRequestHandler("elicitation/create", ({ params }) => {
          said.push(params.message)
          return { action: answers[said.length - 1]!, content: {} }
        })
        const requestInit = { headers: bearer(client.apiKey.token) }
        await agent.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }))
        const triage = (id: string) =>
          agent.callTool({ name: "triage_lead", arguments: { id, triageStatus: "junk" } })
        assert.isTrue((await triage(kept)).isError)
        assert.isUndefined((await triage(gone)).isError)
        assert.lengthOf(said, 2)
        await agent.close()
      })
      assert.strictEqual(yield* statusOf(kept), "new")
      assert.strictEqual(yield* statusOf(gone), "junk")
    })
  )
})

layer(TestService.layer({}, { serving: App.served }))("an old answer", (it) => {
  it.effect("is not taken after 10 minutes", () =>
    Effect.gen(function* () {
      const { call, lead, statusOf } = yield* open
      const id = yield* lead()
      const args = { id, triageStatus: "junk" }
      const { requestState } = (yield* call("triage_lead", args)).result
      yield* TestClock.adjust("601 seconds")
      const { error } = yield* call("triage_lead", args, answered("accept", requestState))
      assert.include(error.message, "older than 10 minutes")
      assert.strictEqual(yield* statusOf(id), "new")
    })
  )
})
