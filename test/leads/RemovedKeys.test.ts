import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { bearer, legacy, send as post } from "../support/mcp/McpMessages.ts"
import { TestService } from "../support/server/TestService.ts"

const start = Effect.gen(function* () {
  const service = yield* TestService
  const client = yield* service.workspace()
  const { body } = yield* Effect.promise(() => client.send("POST", "/v1/leads", { firstName: "A" }))
  const id = body.id as string
  const patch = (fields: object) => Effect.promise(() => client.send("PATCH", `/v1/leads/${id}`, fields))
  const call = (args: object) =>
    Effect.promise(async () => {
      const message = legacy("tools/call", { name: "patch_lead_enrichment", arguments: { id, ...args } })
      return (await post(service.url, "POST", bearer(client.apiKey.token), message)).body.result
        .structuredContent
    })
  yield* patch({ enrichment: { summary: "x", own: 1, other: null } })
  const keys = Effect.map(patch({}), ({ body }) => Object.keys(body.enrichment).sort())
  return { patch, call, keys }
})

layer(TestService.layer())("keys of an enrichment", (it) => {
  it.effect("are removed by name, a caller's own too, and the history says so", () =>
    Effect.gen(function* () {
      const { keys, patch } = yield* start
      const { body, status, text } = yield* patch({ enrichment: { score: 1 }, remove: ["own", "summary"] })
      assert.strictEqual(status, 200, text)
      const { history, ...rest } = body.enrichment
      assert.deepStrictEqual(rest, { score: 1, other: null })
      assert.deepStrictEqual(history.at(-1).payload, { score: 1, own: null, summary: null })
      assert.strictEqual((yield* patch({ remove: ["other"] })).status, 200)
      assert.deepStrictEqual(yield* keys, ["history", "score"])
    })
  )

  it.effect("that are not there or sent as well are not removed, and nothing is written", () =>
    Effect.gen(function* () {
      const { keys, patch } = yield* start
      const misspelt = yield* patch({ enrichment: { score: 1 }, remove: ["ownn"] })
      assert.deepStrictEqual([misspelt.status, misspelt.body.error.code], [400, "invalid_body"])
      assert.include(misspelt.body.error.message, "Did you mean own?")
      const both = yield* patch({ enrichment: { own: 2 }, remove: ["own"] })
      assert.strictEqual(both.status, 400)
      assert.strictEqual((yield* patch({ remove: ["history"] })).status, 400)
      assert.strictEqual((yield* patch({ remove: "own" })).status, 400)
      assert.deepStrictEqual(yield* keys, ["history", "other", "own", "summary"])
    })
  )

  it.effect("are at most 500 of a caller's own, in one write or in several", () =>
    Effect.gen(function* () {
      const { call, keys, patch } = yield* start
      const own = (from: number, count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, n) => [`key ${from + n}`, n]))
      // There are own and other already.
      assert.strictEqual((yield* patch({ enrichment: { ...own(0, 498), score: 1 } })).status, 200)
      for (const count of [1, 700, 20_000]) {
        const { body, status } = yield* patch({ enrichment: own(1_000, count) })
        assert.deepStrictEqual([status, body.error.code], [400, "enrichment_too_large"])
        assert.strictEqual(body.error.meta.limit, 500)
        const { error } = yield* call({ enrichment: own(1_000, count) })
        assert.strictEqual(error.code, "enrichment_too_large")
      }
      assert.strictEqual((yield* patch({ enrichment: own(0, 498) })).status, 200)
      assert.lengthOf(yield* keys, 498 + 5)
    })
  )

  it.effect("are removed by a tool's clear, whichever kind they are", () =>
    Effect.gen(function* () {
      const { call, keys } = yield* start
      const alone = yield* call({ clear: ["own"] })
      assert.isUndefined(alone.error)
      assert.deepStrictEqual(yield* keys, ["history", "other", "summary"])
      yield* call({ enrichment: { score: 5 }, clear: ["summary", "other"] })
      assert.deepStrictEqual(yield* keys, ["history", "score"])
      const { error } = yield* call({ clear: ["scor"] })
      assert.include(error.message, "Did you mean score?")
      assert.strictEqual(error.meta.issues[0].path, "clear")
    })
  )
})
