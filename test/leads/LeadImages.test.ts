import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { gallery } from "../support/fakes/Gallery.ts"
import { TestService } from "../support/server/TestService.ts"

const start = Effect.gen(function* () {
  const { send } = yield* (yield* TestService).workspace()
  const { asked, url } = yield* gallery
  const { body } = yield* Effect.promise(() => send("POST", "/v1/leads", { firstName: "A" }))
  const patch = (enrichment: unknown, headers?: Record<string, string>) =>
    Effect.promise(() => send("PATCH", `/v1/leads/${body.id}`, { enrichment }, headers))
  return { asked, url, patch, send, id: body.id as string }
})

layer(TestService.layer({ OUTBOUND_ALLOW_PRIVATE: "true" }))("images of an enrichment", (it) => {
  it.effect("are stored before the answer, and name their source", () =>
    Effect.gen(function* () {
      const { patch, url } = yield* start
      const service = yield* TestService
      const attachments = [{ url: `${url}/2.png`, filename: "site.png", kind: "page", own: 1 }]
      const { body, status, text } = yield* patch({ screenshot: `${url}/1.png`, attachments })
      assert.strictEqual(status, 200, text)
      const { history, screenshot, screenshotSource, ...rest } = body.enrichment
      assert.isTrue(screenshot.startsWith(`${service.url}/files/`))
      assert.strictEqual(screenshotSource, `${url}/1.png`)
      const [attachment] = rest.attachments
      assert.isTrue(attachment.url.startsWith(`${service.url}/files/`))
      assert.deepStrictEqual(
        { ...attachment, url: "" },
        { ...attachments[0], url: "", sourceUrl: `${url}/2.png` }
      )
      assert.deepStrictEqual(history[0].payload, {
        attachments: rest.attachments,
        screenshot,
        screenshotSource
      })
      const image = yield* Effect.promise(() => fetch(screenshot))
      assert.deepStrictEqual([image.status, image.headers.get("content-type")], [200, "image/png"])
    })
  )

  it.effect("stay as they are when sent back, and are removed with their source", () =>
    Effect.gen(function* () {
      const { asked, patch, url } = yield* start
      const { body } = yield* patch({ screenshot: `${url}/3.png`, attachments: [{ url: `${url}/4.png` }] })
      const before = asked.length
      const { history: _, ...read } = body.enrichment
      const again = yield* patch({ ...read, summary: "x" })
      assert.strictEqual(asked.length, before)
      const { history: __, ...after } = again.body.enrichment
      assert.deepStrictEqual(after, { ...read, summary: "x" })
      const removed = yield* patch({ screenshot: null, attachments: [] })
      const { history: ___, ...left } = removed.body.enrichment
      assert.deepStrictEqual(left, { summary: "x", attachments: [] })
    })
  )

  it.effect("keep separate sources if one picture is both screenshot and attachment", () =>
    Effect.gen(function* () {
      const { patch, url } = yield* start
      const image = (name: string) => `${url}/8-${name}.png`
      const attachments = [
        { url: image("a"), kind: "a" },
        { url: image("b"), kind: "b" }
      ]
      const { body, text } = yield* patch({ screenshot: image("s"), attachments })
      const sources = ({ enrichment }: any) => [
        enrichment.screenshotSource,
        ...enrichment.attachments.map((one: any) => [one.kind, one.sourceUrl])
      ]
      const expected = [image("s"), ["a", image("a")], ["b", image("b")]]
      assert.deepStrictEqual(sources(body), expected, text)
      assert.strictEqual(
        new Set([body.enrichment.screenshot, ...body.enrichment.attachments.map((one: any) => one.url)]).size,
        1
      )
      const again = yield* patch(body.enrichment)
      assert.deepStrictEqual(sources(again.body), expected)
      const alone = yield* patch({ screenshot: body.enrichment.screenshot })
      assert.deepStrictEqual(sources(alone.body), expected)
      const bare = body.enrichment.attachments.map(({ kind, url }: any) => ({ kind, url }))
      assert.deepStrictEqual(sources((yield* patch({ attachments: bare })).body), expected)
      const turned = yield* patch({ attachments: body.enrichment.attachments.toReversed() })
      assert.deepStrictEqual(sources(turned.body), [expected[0], expected[2], expected[1]])
    })
  )

  it.effect("can't be blank: a screenshot is removed with null, as the refusal says", () =>
    Effect.gen(function* () {
      const { patch, url } = yield* start
      const { body } = yield* patch({ screenshot: `${url}/9.png` })
      for (const screenshot of ["", " "]) {
        const refused = yield* patch({ screenshot, summary: "x" })
        assert.deepStrictEqual([refused.status, refused.body.error.code], [400, "invalid_body"])
        assert.include(refused.body.error.message, "enrichment.screenshot")
        assert.include(refused.body.error.message, "send null to remove it")
      }
      const kept = yield* patch({})
      assert.strictEqual(kept.body.enrichment.screenshot, body.enrichment.screenshot)
      assert.isUndefined(kept.body.enrichment.summary)
      const attached = yield* patch({ attachments: [{ url: "" }] })
      assert.strictEqual(attached.status, 400)
      assert.isUndefined((yield* patch({ screenshot: null })).body.enrichment.screenshot)
    })
  )

  it.effect("merge nothing if one of them can't be fetched", () =>
    Effect.gen(function* () {
      const { id, patch, send, url } = yield* start
      const attachments = [{ url: `${url}/5.png` }, { url: `${url}/gone.png` }]
      const { body, status } = yield* patch({ summary: "x", attachments })
      assert.deepStrictEqual([status, body.error.code], [400, "image_fetch_failed"])
      assert.include(body.error.message, "enrichment.attachments[1].url")
      const read = yield* Effect.promise(() => send("GET", `/v1/leads/${id}`))
      assert.deepStrictEqual(read.body.enrichment, { history: [] })
    })
  )

  it.effect("are fetched neither for an unknown lead nor for a replay", () =>
    Effect.gen(function* () {
      const { asked, patch, send, url } = yield* start
      const enrichment = { screenshot: `${url}/6.png` }
      const missing = yield* Effect.promise(() =>
        send("PATCH", "/v1/leads/00000000-0000-7000-8000-000000000000", { enrichment })
      )
      assert.deepStrictEqual([missing.status, missing.body.error.code], [404, "lead_not_found"])
      assert.deepStrictEqual(asked, [])
      const first = yield* patch(enrichment, { "idempotency-key": "one" })
      const second = yield* patch(enrichment, { "idempotency-key": "one" })
      assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
      assert.strictEqual(second.text, first.text)
      assert.deepStrictEqual(asked, ["/6.png"])
      const other = yield* patch({ screenshot: `${url}/7.png` }, { "idempotency-key": "one" })
      assert.strictEqual(other.body.error.code, "idempotency_key_reused")
      assert.deepStrictEqual(asked, ["/6.png"])
    })
  )
})
