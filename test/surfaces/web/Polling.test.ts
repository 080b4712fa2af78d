import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { fill } from "../../support/samples/DealSamples.ts"
import { TestService } from "../../support/server/TestService.ts"

/** Seconds between two looks of a board that nothing happens on, and the most bytes that an hour of them may cost. */
const pace = 8
const maxBytes = 500_000

/** What an answer has on the wire before its body, in HTTP/1.1. */
const sizeOf = (headers: Headers) =>
  [...headers].reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    "HTTP/1.1 304 Not Modified".length + 4
  )

layer(TestService.layer())("a page that looks for news", (it) => {
  it.effect("is told that there is none for little, and is sent anew what changed", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const [id] = yield* fill(owner)
      yield* Effect.promise(async () => {
        for (const path of [
          "/boards",
          "/deals",
          `/deals/${id}`,
          "/leads",
          "/reports",
          "/settings/webhooks"
        ]) {
          const first = await owner.browser.open(path)
          const tag = first.headers.get("etag")!
          assert.match(tag, /^W\/"[\w-]{22}"$/u, path)
          const again = await owner.browser.send(first.url.replace(owner.base, ""), {
            headers: { "if-none-match": tag }
          })
          assert.deepStrictEqual([again.status, again.text], [304, ""], path)
          assert.isBelow((sizeOf(again.headers) * 3600) / pace, maxBytes, path)
        }
        const board = await owner.browser.open("/boards")
        const held = { headers: { "if-none-match": board.headers.get("etag")! } }
        const at = board.url.replace(owner.base, "")
        await owner.send("PATCH", `/v1/deals/${id}`, { name: "Renamed since" })
        const changed = await owner.browser.send(at, held)
        assert.strictEqual(changed.status, 200)
        assert.include(changed.text, "Renamed since")
      })
    })
  )

  it.effect("gives nobody else's page away by its tag", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const stranger = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const page = await owner.browser.open("/boards")
        const held = { headers: { "if-none-match": page.headers.get("etag")! } }
        const theirs = await stranger.browser.send(page.url.replace(owner.base, ""), held)
        assert.strictEqual(theirs.status, 404)
      })
    })
  )

  it.effect("is a page too where there is none, but for programs", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const asking = (path: string, accept: string) =>
        Effect.promise(async () => {
          const answer = await fetch(url + path, { headers: { accept, "accept-language": "de" } })
          return [answer.status, answer.headers.get("content-type"), await answer.text()] as const
        })
      const [status, type, text] = yield* asking("/nothing-here", "text/html,application/xhtml+xml")
      assert.deepStrictEqual([status, type], [404, "text/html; charset=utf-8"])
      assert.include(text, "Diese Seite gibt es nicht.")
      for (const [path, accept] of [
        ["/nothing-here", "*/*"],
        ["/v1/nothing", "text/html"]
      ] as const) {
        const [status, type, text] = yield* asking(path, accept)
        assert.deepStrictEqual([status, type], [404, "application/json"], path)
        assert.strictEqual(JSON.parse(text).error.code, "route_not_found")
      }
    })
  )
})
