import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { Browser, open } from "../support/pages/Browser.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

/** An app that gets its response by POST; `came` is its next request. */
const listening = Effect.acquireRelease(
  Effect.callback<{ readonly uri: string; readonly came: () => Promise<URLSearchParams>; stop: () => void }>(
    (resume) => {
      let arrive = (_: URLSearchParams) => {}
      const server = createServer((request, response) => {
        void text(request).then((body) => {
          if (request.method === "POST") arrive(new URLSearchParams(body))
          response.setHeader("content-type", "text/html").end("<title>App</title><p>Thank you.</p>")
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        const came = () => new Promise<URLSearchParams>((resolve) => (arrive = resolve))
        const stop = () => void server.close().closeAllConnections()
        resume(Effect.succeed({ uri: `http://127.0.0.1:${port}/callback`, came, stop }))
      })
    }
  ),
  ({ stop }) => Effect.sync(stop)
)

const pages = Layer.merge(TestService.layer(), Browser.layer())

layer(pages, { excludeTestServices: true })("a form_post response", (it) => {
  for (const javaScriptEnabled of [true, false]) {
    it.effect(
      `reaches the app ${javaScriptEnabled ? "by the page's script" : "by a button if scripts are off"}`,
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.make()
          const { came, uri } = yield* listening
          const { complaints, page } = yield* open(yield* Browser, { javaScriptEnabled })
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            const app = await OAuthApp.make(owner.base, { redirect_uris: [uri] })
            for (const decision of ["Deny", "Allow"]) {
              const arrived = came()
              await page.goto(app.authorizeUrl({ redirect_uri: uri, response_mode: "form_post" }))
              await page.getByRole("button", { name: decision }).click()
              if (!javaScriptEnabled) await page.getByRole("button", { name: "Continue" }).click()
              const answer = await arrived
              await page.getByText("Thank you.").waitFor()
              assert.strictEqual(answer.get("state"), "the-state")
              assert.strictEqual(answer.get("iss"), owner.base)
              if (decision === "Deny") {
                assert.strictEqual(answer.get("error"), "access_denied")
                continue
              }
              const { status } = await app.exchange(answer.get("code") ?? "", { redirect_uri: uri })
              assert.strictEqual(status, 200)
            }
            // Chromium logs the status 400 of a denial.
            assert.deepStrictEqual(
              complaints.filter((one) => !one.startsWith("Failed to load resource")),
              []
            )
          })
        }),
      60_000
    )
  }

  it.effect("has a policy that allows only its own script, and posting only to the app", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const url = app.authorizeUrl({ response_mode: "form_post", prompt: "none" })
        const page = await browser.open(url)
        assert.include(page.text, "<script>")
        const policy = page.headers.get("content-security-policy") ?? ""
        assert.match(policy, /script-src 'self' 'sha256-[^']+'/u)
        assert.include(policy, "form-action http://127.0.0.1:7777")
        assert.notInclude(policy, "unsafe")
        assert.include(page.headers.get("cache-control"), "no-store")
        const redirect_uri = "https://evil.example/"
        const refused = await browser.open(app.authorizeUrl({ response_mode: "form_post", redirect_uri }))
        assert.strictEqual(refused.status, 400)
        assert.notInclude(refused.text, "<script>")
        assert.include(refused.headers.get("content-security-policy"), "form-action 'self'")
      })
    })
  )
})
