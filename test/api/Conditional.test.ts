import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { routed } from "../../src/contract/Api.ts"
import * as Operation from "../../src/contract/Operation.ts"
import { contract, created, ok, workspace } from "../support/server/Contract.ts"
import * as Requests from "../support/server/Requests.ts"

contract("the read of one record", (it) => {
  it.effect("is answered 304 without a body to whoever has it", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const ids = yield* Requests.fixtures(api, routed)
      for (const operation of routed.filter((one) => Operation.isOfOne(one))) {
        const request = Requests.requestOf(operation, ids)
        const first = yield* Requests.send(api, request)
        assert.strictEqual(first.status, 200, first.text)
        const etag = first.headers.get("etag")!
        assert.match(etag, /^"[\w-]{22}"$/u, operation.id)
        assert.strictEqual(first.headers.get("cache-control"), "private, no-cache")
        for (const held of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
          const again = yield* Requests.send(api, request, { "if-none-match": held })
          assert.deepStrictEqual([again.status, again.text], [304, ""], `${operation.id} ${held}`)
          assert.strictEqual(again.headers.get("etag"), etag)
          assert.isNotNull(again.headers.get("ratelimit"))
        }
        const other = yield* Requests.send(api, request, { "if-none-match": '"other"' })
        assert.strictEqual(other.status, 200)
      }
    })
  )

  it.effect("has another ETag once anything in it changes, in its own row or in another", () =>
    Effect.gen(function* () {
      const { board, get, patch, post, put } = yield* workspace()
      const deal = yield* created(post("/v1/deals", { boardId: board.id, name: "A" }))
      const path = `/v1/deals/${deal.id}`
      const seen = new Set<string>()
      const look = Effect.gen(function* () {
        const answer = yield* get(path, { "if-none-match": [...seen].join(", ") || '"none"' })
        assert.strictEqual(answer.status, 200, "it changed")
        seen.add(answer.headers.get("etag")!)
      })
      yield* look
      yield* ok(patch(path, { company: "Acme" }))
      yield* look
      const stages = yield* ok(get(`/v1/boards/${board.id}/stages`))
      const renamed = stages.map(({ id, name, probability, region }: any) => ({
        id,
        name: id === deal.stage.id ? "Renamed" : name,
        probability,
        region
      }))
      yield* ok(put(`/v1/boards/${board.id}/stages`, { stages: renamed }))
      yield* look
      assert.strictEqual(seen.size, 3)
    })
  )

  it.effect("is refused to whoever may not read it, whatever they have", () =>
    Effect.gen(function* () {
      const { board, get, post } = yield* workspace()
      const stranger = yield* workspace()
      const { id } = yield* created(post("/v1/deals", { boardId: board.id, name: "A" }))
      const etag = (yield* get(`/v1/deals/${id}`)).headers.get("etag")!
      const held = { "if-none-match": etag }
      assert.strictEqual((yield* stranger.get(`/v1/deals/${id}`, held)).status, 404)
      assert.strictEqual((yield* get(`/v1/deals/${id}`, { ...held, scope: "leads:read" })).status, 403)
    })
  )

  it.effect("has the same headers for HEAD, and other origins may use its ETag", () =>
    Effect.gen(function* () {
      const { board, get, post, request } = yield* workspace()
      const { id } = yield* created(post("/v1/deals", { boardId: board.id, name: "A" }))
      const whole = yield* get(`/v1/deals/${id}`)
      const head = yield* request("HEAD", `/v1/deals/${id}`)
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      for (const name of ["etag", "content-length", "content-type", "cache-control"]) {
        assert.strictEqual(head.headers.get(name), whole.headers.get(name), name)
      }
      const etag = whole.headers.get("etag")!
      assert.strictEqual(
        (yield* request("HEAD", `/v1/deals/${id}`, undefined, { "if-none-match": etag })).status,
        304
      )
      assert.include(whole.headers.get("access-control-expose-headers")!, "ETag")
      const preflight = yield* request("OPTIONS", `/v1/deals/${id}`)
      assert.include(preflight.headers.get("access-control-allow-headers")!, "if-none-match")
    })
  )
})
