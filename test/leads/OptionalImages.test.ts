import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { gallery } from "../support/fakes/Gallery.ts"
import { bearer, legacy, send as post } from "../support/mcp/McpMessages.ts"
import { TestService } from "../support/server/TestService.ts"

const start = Effect.gen(function* () {
  const service = yield* TestService
  const client = yield* service.workspace()
  const { url } = yield* gallery
  const { body } = yield* Effect.promise(() => client.send("POST", "/v1/leads", { firstName: "A" }))
  const id = body.id as string
  const patch = (fields: object, headers?: Record<string, string>) =>
    Effect.promise(() => client.send("PATCH", `/v1/leads/${id}`, fields, headers))
  const call = (args: object) =>
    Effect.promise(async () => {
      const message = legacy("tools/call", { name: "patch_lead_enrichment", arguments: { id, ...args } })
      const answer = await post(service.url, "POST", bearer(client.apiKey.token), message)
      return answer.body.result
    })
  return { url, patch, call, id }
})

const settings = { OUTBOUND_ALLOW_PRIVATE: "true" }

layer(TestService.layer(settings))("images that may be missing", (it) => {
  it.effect("are left out with a warning, and the rest is written", () =>
    Effect.gen(function* () {
      const { patch, url } = yield* start
      const gone = `${url}/gone.png`
      const enrichment = {
        summary: "Worth it.",
        screenshot: gone,
        attachments: [{ url: `${url}/1.png`, kind: "page" }, { url: gone }]
      }
      const { body, headers, status, text } = yield* patch({ enrichment, screenshotOptional: true })
      assert.strictEqual(status, 200, text)
      const { attachments, history, ...rest } = body.enrichment
      assert.deepStrictEqual(rest, { summary: "Worth it." })
      assert.deepStrictEqual(
        attachments.map(({ kind, sourceUrl }: any) => [kind, sourceUrl]),
        [["page", `${url}/1.png`]]
      )
      const reason = "the answer was HTTP 404"
      assert.deepStrictEqual(history[0].payload.failedImages, [
        { field: "enrichment.screenshot", url: gone, reason },
        { field: "enrichment.attachments[1].url", url: gone, reason }
      ])
      const warning = headers.get("service-warning")!
      assert.include(warning, `enrichment.screenshot was not stored: ${reason}.`)
      assert.include(warning, "enrichment.attachments[1].url was not stored")
    })
  )

  it.effect("leave the images that the lead has, where none of the new ones came", () =>
    Effect.gen(function* () {
      const { patch, url } = yield* start
      const images = { screenshot: `${url}/2.png`, attachments: [{ url: `${url}/3.png` }] }
      const { body } = yield* patch({ enrichment: images })
      const { history: _, ...before } = body.enrichment
      const failing = { screenshot: `${url}/no.png`, attachments: [{ url: "http://[" }], score: 5 }
      const after = yield* patch({ enrichment: failing, screenshotOptional: true })
      const { history, ...kept } = after.body.enrichment
      assert.deepStrictEqual(kept, { ...before, score: 5 })
      assert.strictEqual(history.length, 2)
      const removed = yield* patch({
        enrichment: { screenshot: null, attachments: [] },
        screenshotOptional: true
      })
      assert.isNull(removed.headers.get("service-warning"))
      assert.deepStrictEqual(Object.keys(removed.body.enrichment).sort(), ["attachments", "history", "score"])
    })
  )

  it.effect("warn a tool's caller, in a replay too", () =>
    Effect.gen(function* () {
      const { call, url } = yield* start
      const args = {
        enrichment: { summary: "x", screenshot: `${url}/gone.png` },
        screenshotOptional: true,
        idempotencyKey: "one"
      }
      const first = (yield* call(args)).structuredContent
      assert.strictEqual(first.enrichment.summary, "x")
      assert.strictEqual(first.warnings.length, 1)
      assert.include(first.warnings[0], "enrichment.screenshot was not stored: the answer was HTTP 404")
      const second = (yield* call(args)).structuredContent
      assert.deepStrictEqual(second, first)
      assert.strictEqual(second.enrichment.history.length, 1)
    })
  )

  it.effect("are refused unless that is said, with the way out, and nothing is written", () =>
    Effect.gen(function* () {
      const { call, patch, url } = yield* start
      const enrichment = { summary: "x", screenshot: `${url}/gone.png` }
      const { isError, structuredContent } = yield* call({ enrichment })
      assert.isTrue(isError)
      assert.strictEqual(structuredContent.error.code, "image_fetch_failed")
      assert.include(structuredContent.error.message, "screenshotOptional")
      const off = yield* patch({ enrichment, screenshotOptional: false })
      assert.strictEqual(off.status, 400)
      const read = yield* patch({})
      assert.deepStrictEqual(read.body.enrichment, { history: [] })
    })
  )

  it.effect("can't be listed as failed by a caller", () =>
    Effect.gen(function* () {
      const { patch } = yield* start
      const failedImages = [{ field: "a", url: "b", reason: "c" }]
      const { body, headers } = yield* patch({
        enrichment: { failedImages, own: 1 },
        screenshotOptional: true
      })
      assert.isNull(headers.get("service-warning"))
      assert.deepStrictEqual(body.enrichment.history[0].payload, { own: 1 })
    })
  )
})
