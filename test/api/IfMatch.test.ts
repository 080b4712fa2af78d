/** Every write of one record takes If-Match: done for the record's ETag, refused without a change for another. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { routed } from "../../src/contract/Api.ts"
import * as Operation from "../../src/contract/Operation.ts"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"
import { bearer, legacy, send } from "../support/mcp/McpMessages.ts"
import { TestService } from "../support/server/TestService.ts"
import * as Requests from "../support/server/Requests.ts"

const conditional = routed.flatMap((operation) => {
  const [found] = Operation.preconditions(operation, routed)
  return found === undefined ? [] : [{ operation, read: found.read }]
})

/** Those that a fixture as it is refuses: promotion is off, for example. */
const needsMore = new Set([
  "approvals.approve",
  "approvals.decline",
  "boards.replaceStages",
  "deals.merge",
  "leads.merge",
  "leads.promote",
  "webhooks.redeliver",
  "webhooks.test"
])

contract("If-Match", (it) => {
  it.effect(
    "of another version is refused by every write of one record, and changes nothing",
    () =>
      Effect.gen(function* () {
        const api = yield* workspace()
        assert.isAbove(conditional.length, 15)
        for (const { operation, read } of conditional) {
          const ids = yield* Requests.fixtures(api, routed)
          const look = Requests.send(api, Requests.requestOf(read, ids))
          const before = yield* look
          assert.strictEqual(before.status, 200, before.text)
          const etag = before.headers.get("etag")!
          assert.match(etag, /^"[\w-]{22}"$/u, read.id)
          const request = Requests.requestOf(operation, ids)
          for (const other of ['"other"', `W/${etag}`, '"a", "b"']) {
            const answer = yield* Requests.send(api, request, { "if-match": other })
            assert.strictEqual(answer.status, 412, `${operation.id} ${answer.text}`)
            const { code, meta } = answer.body.error
            assert.deepStrictEqual([code, meta], ["precondition_failed", { etag }], operation.id)
          }
          assert.strictEqual((yield* look).text, before.text, operation.id)
          if (needsMore.has(operation.id)) continue
          const done = yield* Requests.send(api, request, { "if-match": `"other", ${etag}` })
          assert.isBelow(done.status, 300, `${operation.id} ${done.text}`)
        }
      }),
    120_000
  )

  it.effect("takes the ETag that a write answered, which is that of the read", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const ids = yield* Requests.fixtures(api, routed)
      const answering = routed.filter(
        ({ id, ...one }) =>
          Operation.answersRecord({ id, ...one }, routed) &&
          !["deals.merge", "deals.restore", "leads.merge"].includes(id)
      )
      assert.isAbove(answering.length, 8)
      for (const operation of answering) {
        const answer = yield* Requests.send(api, Requests.requestOf(operation, ids))
        assert.isBelow(answer.status, 300, `${operation.id} ${answer.text}`)
        const read = routed.find(
          (one) => Operation.isVersioned(one, routed) && (one.resource ?? one.success) === operation.success
        )!
        const id = answer.body.id ?? ids["board"]
        const path = `/v1${read.http.path.replace(/:[^/]+/u, id)}`
        const whole = yield* api.get(path)
        assert.strictEqual(
          answer.headers.get("etag"),
          whole.headers.get("etag"),
          `${operation.id} ${answer.text} ${whole.text}`
        )
      }
    })
  )

  it.effect("is a list, whose empty elements are ignored", () =>
    Effect.gen(function* () {
      const { board, get, patch, post } = yield* workspace()
      const path = `/v1/deals/${(yield* created(post("/v1/deals", { boardId: board.id, name: "A" }))).id}`
      for (const wrap of [
        (tag: string) => `,${tag}`,
        (tag: string) => `${tag},`,
        (tag: string) => `W/"a", , ${tag}`,
        () => " * "
      ]) {
        const etag = (yield* get(path)).headers.get("etag")!
        yield* ok(patch(path, { name: wrap(etag) }, { "if-match": wrap(etag) }))
      }
    })
  )

  it.effect("lets one of ten changes through that were all made of one version", () =>
    Effect.gen(function* () {
      const { board, get, patch, post } = yield* workspace()
      const { id } = yield* created(post("/v1/deals", { boardId: board.id, name: "A" }))
      const etag = (yield* get(`/v1/deals/${id}`)).headers.get("etag")!
      const answers = yield* Effect.forEach(
        Array.from({ length: 10 }, (_, index) => index),
        (index) => patch(`/v1/deals/${id}`, { keyTerms: `terms ${index}` }, { "if-match": etag }),
        { concurrency: "unbounded" }
      )
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
      assert.deepStrictEqual(statuses, [200, ...Array.from({ length: 9 }, () => 412)])
    })
  )

  it.effect("is never ignored: malformed, of no record, or another condition, it is refused", () =>
    Effect.gen(function* () {
      const { board, get, patch, post } = yield* workspace()
      const { id } = yield* created(post("/v1/deals", { boardId: board.id, name: "A" }))
      const path = `/v1/deals/${id}`
      for (const bad of ["x", '"a', '"a" "b"', "", ",", ", ,"])
        yield* refused(patch(path, { name: "B" }, { "if-match": bad }), 400, "invalid_request")
      yield* refused(
        post("/v1/deals", { boardId: board.id, name: "B" }, { "if-match": "*" }),
        400,
        "invalid_request"
      )
      for (const other of [{ "if-none-match": "*" }, { "if-unmodified-since": new Date().toUTCString() }])
        yield* refused(patch(path, { name: "B" }, other), 400, "invalid_request")
      yield* refused(
        patch(`/v1/deals/${board.id}`, { name: "B" }, { "if-match": "*" }),
        404,
        "deal_not_found"
      )
      assert.strictEqual((yield* ok(get(path))).name, "A")
      assert.strictEqual((yield* ok(patch(path, { name: "B" }, { "if-match": "*" }))).name, "B")
    })
  )

  it.effect("holds for a dry run, and a repeated key gets its first answer", () =>
    Effect.gen(function* () {
      const { board, get, patch, post } = yield* workspace()
      const { id } = yield* created(post("/v1/deals", { boardId: board.id, name: "A" }))
      const path = `/v1/deals/${id}`
      const first = (yield* get(path)).headers.get("etag")!
      const keyed = { "if-match": first, "idempotency-key": "once" }
      const done = yield* patch(path, { name: "B" }, keyed)
      const again = yield* patch(path, { name: "B" }, keyed)
      assert.deepStrictEqual([again.status, again.text], [200, done.text])
      yield* refused(
        patch(path, { name: "C" }, { "if-match": first, "dry-run": "true" }),
        412,
        "precondition_failed"
      )
    })
  )

  it.effect("is an argument of tools, whose results tell the record's ETag", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const { board, get, patch, post } = api
      const { url } = yield* TestService
      const { id } = yield* created(post("/v1/deals", { boardId: board.id, name: "A" }))
      const path = `/v1/deals/${id}`
      const call = (name: string, args: object): Effect.Effect<any> =>
        Effect.map(
          Effect.promise(() =>
            send(url, "POST", bearer(api.apiKey.token), legacy("tools/call", { name, arguments: args }))
          ),
          ({ body }) => body
        )
      const seen = (yield* call("get_deal", { id })).result
      const etag = seen._meta["sales-pipeline/etag"]
      assert.strictEqual(etag, (yield* get(path)).headers.get("etag"))
      const changed = yield* patch(path, { name: "B" })
      const late = (yield* call("update_deal", { id, name: "C", ifMatch: etag })).result
      assert.deepStrictEqual(
        [late.isError, late.structuredContent.error.meta.etag],
        [true, changed.headers.get("etag")]
      )
      const now = changed.headers.get("etag")!
      const done = (yield* call("update_deal", { id, name: "C", ifMatch: now })).result
      assert.strictEqual((yield* ok(get(path))).name, "C")
      assert.strictEqual(done._meta["sales-pipeline/etag"], (yield* get(path)).headers.get("etag"))
    })
  )

  it.effect("is an argument of every tool that changes one record", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const { board, get, post } = api
      const { url } = yield* TestService
      const { id: dealId } = yield* created(post("/v1/deals", { boardId: board.id, name: "A" }))
      const { id } = yield* created(post("/v1/templates", { name: "T", subject: "S", body: "B" }))
      const call = (name: string, args: object): Effect.Effect<any> =>
        Effect.map(
          Effect.promise(() =>
            send(url, "POST", bearer(api.apiKey.token), legacy("tools/call", { name, arguments: args }))
          ),
          ({ body }) => body.result
        )
      const { name: boardName } = yield* ok(get(`/v1/boards/${board.id}`))
      const lead = yield* created(post("/v1/leads", { boardId: board.id, firstName: "Zoe", lastName: "Zed" }))
      for (const [name, args, path] of [
        ["set_board_goals", { boardId: board.id, proposals: 7 }, `/v1/boards/${board.id}/goals`],
        ["set_board_goals", { boardId: boardName, proposals: 8 }, `/v1/boards/${board.id}/goals`],
        ["set_board_goals", { proposals: 9 }, `/v1/boards/${board.id}/goals`],
        ["log_template_use", { id, dealId }, `/v1/deals/${dealId}`],
        ["log_template_use", { id: "T", dealId: "A" }, `/v1/deals/${dealId}`],
        ["log_template_use", { id, leadId: "Zoe Zed" }, `/v1/leads/${lead.id}`],
        ["update_deal", { id: "A", company: "Acme" }, `/v1/deals/${dealId}`],
        ["add_note", { id: "A", contentText: "Hello" }, `/v1/deals/${dealId}`]
      ] as const) {
        const etag = (yield* get(path)).headers.get("etag")!
        const refusal = yield* call(name, { ...args, ifMatch: '"other"' })
        assert.deepStrictEqual(
          [refusal.structuredContent.error.code, refusal.structuredContent.error.meta.etag],
          ["precondition_failed", etag],
          JSON.stringify(refusal)
        )
        assert.strictEqual((yield* get(path)).headers.get("etag"), etag)
        assert.isUndefined((yield* call(name, { ...args, ifMatch: etag })).isError, name)
      }
      for (const [args, code] of [
        [{ id: "A", name: "B", ifMatch: "nothing" }, "invalid_request"],
        [{ id: "nobody", name: "B", ifMatch: "*" }, "deal_not_found"]
      ] as const)
        assert.strictEqual((yield* call("update_deal", args)).structuredContent.error.code, code)
      const both = yield* call("log_template_use", { id, dealId, leadId: lead.id, ifMatch: "*" })
      assert.include(both.structuredContent.error.message, "this call changes several")
    })
  )
})
