import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hostileUrls } from "../support/hostile/HostileUrls.ts"
import { type Client, TestService } from "../support/server/TestService.ts"

const url = "https://192.0.43.8/hooks?token=s3cret"

const subscribe = (client: Client, changes: object = {}) =>
  Effect.promise(() =>
    client.send("POST", "/v1/webhooks", {
      boardId: client.board.id,
      url,
      events: ["deal.stage_changed"],
      ...changes
    })
  )

const call = (client: Pick<Client, "send">, method: string, path: string, body?: unknown) =>
  Effect.promise(() => client.send(method, path, body))

const stagesOf = (client: Client) =>
  Effect.map(call(client, "GET", `/v1/boards/${client.board.id}/stages`), ({ body }) => body)

layer(TestService.layer())("the webhook API", (it) => {
  it.effect("answers 201 with the subscription and, only then, its secret", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const [first] = yield* stagesOf(client)
      const made = yield* subscribe(client, {
        label: "Warehouse",
        events: ["deal.stage_changed", "deal.won", "deal.won"],
        stageFilter: [first.id, first.id]
      })
      assert.strictEqual(made.status, 201)
      const { id, createdAt, signingSecret, ...rest } = made.body
      assert.match(signingSecret, /^whsec_[A-Za-z0-9+/]{43}=$/u)
      assert.deepStrictEqual(rest, {
        boardId: client.board.id,
        label: "Warehouse",
        urlFingerprint: "cret",
        provider: "generic",
        events: ["deal.stage_changed", "deal.won"],
        stageFilter: [first.id],
        active: true,
        lastDeliveredAt: null,
        lastError: null,
        createdBy: `api_key:${client.apiKey.id}`,
        maker: {
          type: "api_key",
          id: client.apiKey.id,
          name: rest.maker.name,
          userId: client.user.id,
          userName: "Owner",
          isGone: false
        }
      })
      const list = yield* call(client, "GET", `/v1/webhooks?boardId=${client.board.id}`)
      assert.deepStrictEqual(list.body, {
        data: [{ id, createdAt, ...rest }],
        hasMore: false,
        nextCursor: null
      })
    })
  )

  it.effect("stores URL and secret encrypted, and never returns them later", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const made = yield* subscribe(client)
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql`SELECT to_jsonb(w)::text AS text, encode(url, 'escape') AS url,
        encode(secret, 'escape') AS secret FROM webhooks w WHERE id = ${made.body.id}`
      const stored = JSON.stringify(row)
      assert.notInclude(stored, "192.0.43.8")
      assert.notInclude(stored, made.body.signingSecret)
      const list = yield* call(client, "GET", "/v1/webhooks")
      assert.notInclude(list.text, "192.0.43.8")
      assert.notInclude(list.text, "whsec_")
    })
  )

  it.effect("gives a chat tool no secret", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const made = yield* subscribe(client, { url: "https://hooks.slack.com/services/T0/B0/abcd" })
      assert.strictEqual(made.status, 201, made.text)
      assert.strictEqual(made.body.provider, "slack")
      assert.isNull(made.body.signingSecret)
      const rotated = yield* call(client, "POST", `/v1/webhooks/${made.body.id}/rotate-secret`)
      assert.strictEqual(rotated.status, 200)
      assert.isNull(rotated.body.signingSecret)
    })
  )

  it.effect("refuses every hostile URL with invalid_url", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      for (const hostile of hostileUrls) {
        const answer = yield* subscribe(client, { url: hostile.url })
        assert.strictEqual(answer.status, 400, `${hostile.why}: ${hostile.url}`)
        const code =
          hostile.url.includes("\u0000") || hostile.url.length > 2000 ? "invalid_body" : "invalid_url"
        assert.strictEqual(answer.body.error.code, code, `${hostile.why}: ${hostile.url}`)
        assert.strictEqual(answer.body.error.meta.issues[0].path, "url")
      }
      assert.deepStrictEqual((yield* call(client, "GET", "/v1/webhooks")).body.data, [])
    })
  )

  const faults: ReadonlyArray<readonly [string, object, number, string]> = [
    ["no events", { events: [] }, 400, "invalid_body"],
    ["an unknown event", { events: ["deal.lost"] }, 400, "invalid_body"],
    ["a label of 81 characters", { label: "x".repeat(81) }, 400, "invalid_body"],
    ["a board that is no UUID", { boardId: "x" }, 400, "invalid_body"],
    ["a field it does not know", { stages: [] }, 400, "unknown_field"],
    ["a stage that is not the board's", { stageFilter: ["stg_0000000000000000"] }, 400, "invalid_stage"],
    ["a board of nobody's", { boardId: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40" }, 404, "board_not_found"]
  ]
  for (const [why, changes, status, code] of faults) {
    it.effect(`refuses ${why}`, () =>
      Effect.gen(function* () {
        const client = yield* (yield* TestService).workspace()
        const answer = yield* subscribe(client, changes)
        assert.deepStrictEqual([answer.status, answer.body.error.code], [status, code])
      })
    )
  }

  it.effect("lists the board's stages if a stage is unknown", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const answer = yield* subscribe(client, { stageFilter: ["stg_no"] })
      assert.strictEqual(answer.body.error.meta.stages.length, 7)
      assert.match(answer.body.error.message, /stageFilter: stg_no .*Proposal \(stg_/u)
    })
  )

  it.effect("lets members list, and only admins do the rest", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      const { body: webhook } = yield* subscribe(client)
      const at = `/v1/webhooks/${webhook.id}`
      const body = { boardId: client.board.id, url, events: ["deal.won"] }
      for (const role of ["member", "viewer"] as const) {
        const person = yield* service.member(client.workspace.id, role)
        const code = role === "member" ? "admin_required" : "insufficient_scope"
        for (const [method, path, sent] of [
          ["POST", "/v1/webhooks", body],
          ["PATCH", at, { active: false }],
          ["DELETE", at, undefined],
          ["POST", `${at}/test`, undefined],
          ["POST", `${at}/rotate-secret`, undefined],
          ["POST", `${at}/deliveries/${webhook.id}/redeliver`, undefined]
        ] as const) {
          const answer = yield* call(person, method, path, sent)
          assert.deepStrictEqual([answer.status, answer.body.error.code], [403, code], `${method} ${path}`)
        }
        assert.strictEqual((yield* call(person, "GET", "/v1/webhooks")).body.data.length, 1)
        assert.strictEqual((yield* call(person, "GET", `${at}/deliveries`)).status, 200)
      }
    })
  )

  it.effect("finds nothing of another workspace", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      const stranger = yield* service.workspace()
      const { body: webhook } = yield* subscribe(client)
      const at = `/v1/webhooks/${webhook.id}`
      for (const [method, path, sent] of [
        ["GET", at, undefined],
        ["PATCH", at, { active: false }],
        ["DELETE", at, undefined],
        ["GET", `${at}/deliveries`, undefined],
        ["GET", `${at}/deliveries/${webhook.id}`, undefined],
        ["POST", `${at}/test`, undefined],
        ["POST", `${at}/rotate-secret`, undefined],
        ["POST", `${at}/deliveries/${webhook.id}/redeliver`, undefined],
        ["DELETE", "/v1/webhooks/none", undefined]
      ] as const) {
        const answer = yield* call(stranger, method, path, sent)
        assert.deepStrictEqual([answer.status, answer.body.error.code], [404, "webhook_not_found"], path)
      }
      assert.deepStrictEqual((yield* call(stranger, "GET", "/v1/webhooks")).body.data, [])
      const missing = yield* call(client, "POST", `${at}/deliveries/${webhook.id}/redeliver`)
      assert.strictEqual(missing.body.error.code, "delivery_not_found")
    })
  )

  it.effect("reads one subscription, and one delivery with the text it sends", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const { body: made } = yield* subscribe(client)
      const { signingSecret: _secret, ...webhook } = made
      const at = `/v1/webhooks/${webhook.id}`
      assert.deepStrictEqual((yield* call(client, "GET", at)).body, webhook)
      const sent = (yield* call(client, "POST", `${at}/test`)).body
      const read = yield* call(client, "GET", `${at}/deliveries/${sent.id}`)
      assert.strictEqual(read.status, 200, read.text)
      assert.deepInclude(read.body, { id: sent.id, webhookId: webhook.id, event: "webhook.test" })
      assert.deepStrictEqual(JSON.parse(read.body.body), {
        event: "webhook.test",
        webhook_id: webhook.id,
        board_id: client.board.id,
        created_at: sent.createdAt
      })
      const { body: other } = yield* subscribe(client)
      const elsewhere = yield* call(client, "GET", `/v1/webhooks/${other.id}/deliveries/${sent.id}`)
      assert.strictEqual(elsewhere.body.error.code, "delivery_not_found")
      const list = yield* call(client, "GET", `${at}/deliveries`)
      assert.notProperty(list.body.data[0], "body")
    })
  )

  it.effect("changes only the fields sent in a PATCH, and deletes", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const [first] = yield* stagesOf(client)
      const { body: made } = yield* subscribe(client, { label: "A", stageFilter: [first.id] })
      const { signingSecret: _secret, ...webhook } = made
      const at = `/v1/webhooks/${webhook.id}`
      const patched = yield* call(client, "PATCH", at, { label: null, active: false })
      assert.deepStrictEqual(patched.body, { ...webhook, label: null, active: false })
      const wider = yield* call(client, "PATCH", at, { events: ["deal.won"], stageFilter: [], active: true })
      assert.deepStrictEqual(wider.body, { ...webhook, label: null, events: ["deal.won"], stageFilter: [] })
      assert.deepStrictEqual((yield* call(client, "PATCH", at, {})).body, wider.body)
      const unknown = yield* call(client, "PATCH", at, { url })
      assert.strictEqual(unknown.body.error.code, "unknown_field")
      const gone = yield* call(client, "DELETE", at)
      assert.deepStrictEqual([gone.status, gone.body], [200, { id: webhook.id, deleted: true }])
      assert.strictEqual((yield* call(client, "DELETE", at)).status, 404)
    })
  )

  it.effect("pages newest first, per board", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const ids: Array<string> = []
      for (let index = 0; index < 5; index++) ids.unshift((yield* subscribe(client)).body.id)
      const seen: Array<string> = []
      let path = `/v1/webhooks?limit=2&boardId=${client.board.id}`
      while (path !== "") {
        const { body } = yield* call(client, "GET", path)
        seen.push(...body.data.map((one: { id: string }) => one.id))
        path = body.hasMore ? `/v1/webhooks?limit=2&boardId=${client.board.id}&cursor=${body.nextCursor}` : ""
      }
      assert.deepStrictEqual(seen, ids)
    })
  )
})
