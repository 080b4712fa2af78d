import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Agent from "../support/approvals/Agent.ts"
import { TestService } from "../support/server/TestService.ts"

const events = ["approval.requested", "approval.decided"]

const open = Effect.gen(function* () {
  const admin = yield* (yield* TestService).workspace()
  const scout = yield* Agent.make(admin, { operations: { "deals.update": "ask" } })
  const deal = yield* Agent.deal(admin)
  const send = (...args: Parameters<typeof admin.send>) => Effect.promise(() => admin.send(...args))
  const subscribe = (changes: object = {}) =>
    send("POST", "/v1/webhooks", {
      boardId: admin.board.id,
      url: "https://hooks.example.com/",
      events,
      ...changes
    })
  /** What was sent to a subscription, oldest first. */
  const sentTo = (id: string) =>
    Effect.gen(function* () {
      const { body } = yield* send("GET", `/v1/webhooks/${id}/deliveries`)
      const whole = yield* Effect.forEach(body.data, (one: any) =>
        send("GET", `/v1/webhooks/${id}/deliveries/${one.id}`)
      )
      return whole.map((answer): any => JSON.parse(answer.body.body)).toReversed()
    })
  const ask = (company: string) => scout.ask("PATCH", `/v1/deals/${deal.id}`, { company })
  return { admin, scout, deal, send, subscribe, sentTo, ask }
})

layer(TestService.layer())("the events of approvals", (it) => {
  it.effect("tell subscriptions of every board what waits, and what came of it", () =>
    Effect.gen(function* () {
      const { admin, ask, scout, send, sentTo, subscribe } = yield* open
      const other = (yield* send("POST", "/v1/boards", { name: "Other" })).body
      const ids = [
        (yield* subscribe()).body.id,
        (yield* subscribe({ boardId: other.id, events: ["approval.requested"] })).body.id,
        (yield* subscribe({ events: ["deal.created", "deal.stage_changed"] })).body.id
      ]
      const first = yield* ask("Acme")
      yield* send("POST", `/v1/approvals/${first.id}/approve`)
      const second = yield* ask("Bolt")
      yield* send("POST", `/v1/approvals/${second.id}/decline`, { reason: "Ask Ada." })
      const all = yield* sentTo(ids[0])
      assert.deepStrictEqual(
        all.map(({ approval_id: id, event, status }) => [event, id, status]),
        [
          ["approval.requested", first.id, undefined],
          ["approval.decided", first.id, "done"],
          ["approval.requested", second.id, undefined],
          ["approval.decided", second.id, "declined"]
        ]
      )
      const [asked, , , declined] = all
      assert.deepInclude(asked, {
        operation: "deals.update",
        summary: first.summary,
        requested_by: `api_key:${scout.id}`,
        requested_at: first.createdAt,
        expires_at: first.expiresAt
      })
      assert.include(asked.requester, "Scout/1.2")
      assert.match(asked.url, new RegExp(`/approvals/${first.id}$`, "u"))
      assert.deepInclude(declined, { reason: "Ask Ada.", decided_by: `api_key:${admin.apiKey.id}` })
      assert.strictEqual((yield* sentTo(ids[1])).length, 2)
      assert.deepStrictEqual(yield* sentTo(ids[2]), [])
    })
  )

  it.effect("tell chat tools in their own format, with the way to decide", () =>
    Effect.gen(function* () {
      const { ask, send, sentTo, subscribe } = yield* open
      const { body } = yield* subscribe({ url: "https://hooks.slack.com/services/T0/B0/x" })
      const { id } = yield* ask("<!channel> Acme")
      yield* send("POST", `/v1/approvals/${id}/decline`)
      const [asked, declined] = yield* sentTo(body.id)
      assert.match(asked.text, /^Waiting for approval: Update a deal: /u)
      assert.notInclude(JSON.stringify(asked), "<!channel>")
      assert.match(asked.blocks.at(-1).text.text, new RegExp(`/approvals/${id}\\|Approve or decline>$`, "u"))
      assert.match(declined.text, /^Declined: /u)
    })
  )

  it.effect("tell of no rehearsal, and of a request that is sent again once", () =>
    Effect.gen(function* () {
      const { deal, scout, sentTo, subscribe } = yield* open
      const { body } = yield* subscribe()
      const patch = (headers: Record<string, string>) =>
        Effect.promise(() => scout.send("PATCH", `/v1/deals/${deal.id}`, { company: "Acme" }, headers))
      yield* patch({ "dry-run": "true" })
      assert.deepStrictEqual(yield* sentTo(body.id), [])
      const key = { "idempotency-key": "once" }
      assert.deepStrictEqual([(yield* patch(key)).status, (yield* patch(key)).status], [202, 202])
      assert.strictEqual((yield* sentTo(body.id)).length, 1)
    })
  )

  it.effect("are for those who may read leads, since a write may be about one", () =>
    Effect.gen(function* () {
      const { ask, send, subscribe } = yield* open
      const without = { scope: "deals:read deals:write" }
      const { body } = yield* subscribe()
      yield* ask("Acme")
      const path = `/v1/webhooks/${body.id}/deliveries`
      assert.lengthOf((yield* send("GET", path)).body.data, 1)
      assert.deepStrictEqual((yield* send("GET", path, undefined, without)).body.data, [])
      const refused = yield* send("POST", `/v1/webhooks/${body.id}/test`, undefined, without)
      assert.strictEqual(refused.body.error.code, "insufficient_scope")
    })
  )
})
