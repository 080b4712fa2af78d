import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestService } from "../../support/server/TestService.ts"

const get = (path: string, accept: string) =>
  Effect.flatMap(TestService, ({ url }) =>
    Effect.promise(async () => {
      const response = await fetch(url + path, { headers: { accept } })
      return { status: response.status, headers: response.headers, text: await response.text() }
    })
  )

const browser = "text/html,application/xhtml+xml,*/*;q=0.8"

layer(TestService.layer(), { excludeTestServices: true })("a page that the documentation lacks", (it) => {
  it.effect("is told to readers with the pages that are likely meant", () =>
    Effect.gen(function* () {
      const { headers, status, text } = yield* get("/docs/guide/delivery-of-webhooks?x=<b>", browser)
      assert.strictEqual(status, 404)
      assert.include(headers.get("content-type"), "text/html")
      assert.include(headers.get("content-security-policy"), "default-src 'none'")
      assert.include(text, "Page not found")
      assert.include(text, 'href="/docs/guide/webhooks-delivery')
      const misspelt = yield* get("/docs/guide/webhoks", browser)
      assert.match(misspelt.text, /Did you mean[^]*href="\/docs\/guide\/webhooks"/u)
      assert.strictEqual((yield* get(`/docs/${"x".repeat(9_000)}`, browser)).status, 404)
    })
  )

  it.effect("is an error to programs", () =>
    Effect.gen(function* () {
      for (const accept of ["*/*", "application/json"]) {
        const { headers, status, text } = yield* get("/docs/guide/webhoks", accept)
        assert.strictEqual(status, 404)
        assert.include(headers.get("content-type"), "application/json")
        assert.strictEqual(JSON.parse(text).error.code, "route_not_found")
      }
    })
  )
})
