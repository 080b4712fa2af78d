import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { globSync } from "node:fs"
import { vi } from "vitest"
import * as Fault from "../../../schema/Fault.ts"
import { routed } from "../../../src/contract/Api.ts"
import { sections } from "../../../src/surfaces/docs/Contents.ts"
import { Browser, open } from "../../support/pages/Browser.ts"
import { document } from "../../support/mcp/Conformance.ts"
import { inspect, weigh } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const get = (path: string, headers: Record<string, string> = {}) =>
  Effect.flatMap(TestService, ({ url }) =>
    Effect.promise(async () => {
      const response = await fetch(url + path, { headers: { "accept-encoding": "identity", ...headers } })
      return { status: response.status, headers: response.headers, text: await response.text() }
    })
  )

type Page = Effect.Success<ReturnType<typeof get>>

const linksOf = ({ text }: Page) =>
  Array.from(text.matchAll(/\s(?:href|src)="([^"]*)"/gu), ([, link]) => link!)

/** Every page that links lead to from the first one, by its path. */
const pages = Effect.gen(function* () {
  const found = new Map<string, Page>()
  const ahead = ["/docs"]
  for (let path = ahead.pop(); path !== undefined; path = ahead.pop()) {
    if (found.has(path)) continue
    const page = yield* get(path)
    found.set(path, page)
    ahead.push(
      ...linksOf(page)
        .map((link) => link.split("#")[0]!)
        .filter((link) => /^\/docs(?:\/|$)/u.test(link))
    )
  }
  return found
})

const known = new WeakMap<Page, ReadonlyArray<string>>()
const idsOf = (page: Page) => {
  const ids = known.get(page) ?? Array.from(page.text.matchAll(/\sid="([^"]*)"/gu), ([, id]) => id!)
  known.set(page, ids)
  return ids
}

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "the documentation",
  (it) => {
    it.effect("is plain pages under the policy of all pages, whose links and anchors lead somewhere", () =>
      Effect.gen(function* () {
        const found = yield* pages
        const others = new Set<string>()
        for (const [path, page] of found) {
          assert.strictEqual(page.status, 200, path)
          assert.strictEqual(page.headers.get("x-content-type-options"), "nosniff", path)
          assert.include(page.headers.get("content-security-policy") ?? "", "default-src 'none'", path)
          if (path.endsWith(".svg")) continue
          assert.match(page.headers.get("content-type") ?? "", /^text\/html/u, path)
          assert.isBelow(Buffer.byteLength(page.text), 200_000, path)
          assert.include(page.text, '<html lang="en">')
          assert.notMatch(page.text, /<script(?![^>]* src="\/assets\/)|\sstyle="|\son\w+="/u, path)
          const ids = idsOf(page)
          assert.strictEqual(new Set(ids).size, ids.length, `${path} has an id twice`)
          for (const link of linksOf(page)) {
            const [address = "", anchor] = link.split("#")
            if (/^(?:https?:|mailto:|data:)/u.test(link)) continue
            const target = found.get(address === "" ? path : address)
            if (target === undefined) others.add(address)
            else if (anchor !== undefined) assert.include(idsOf(target), anchor, `${path} → ${link}`)
          }
        }
        for (const address of others) assert.strictEqual((yield* get(address)).status, 200, address)
        assert.isAbove(found.size, routed.length + 40)
      })
    )

    it.effect("has a page for each operation, error code, event and file of docs/", () =>
      Effect.gen(function* () {
        const found = yield* pages
        for (const operation of routed) {
          const { text } = found.get(`/docs/${operation.id.replaceAll(".", "/")}`)!
          assert.include(text, `<code>/v1${operation.http.path.replace(/:([^/]+)/gu, "{$1}")}</code>`)
          for (const field of Object.keys(operation.input)) {
            assert.include(text, `<code>${field}</code>`, operation.id)
          }
          for (const word of ["curl", "createClient", "sales_pipeline", "Scope: "]) assert.include(text, word)
          if (operation.tool !== undefined) assert.include(text, `<code>${operation.tool}</code>`)
        }
        for (const code of Fault.classes.flatMap(Fault.codesOf)) {
          assert.include(idsOf(found.get("/docs/errors")!), code)
        }
        const undo = found.get("/docs/undo/run")!
        assert.include(linksOf(undo), "/docs/errors#entry_not_found")
        assert.notInclude(linksOf(undo), "/docs/errors#lead_not_found")
        const update = linksOf(found.get("/docs/leads/update")!)
        assert.includeMembers(update, [
          "/docs/errors#enrichment_claimed",
          "/docs/errors#idempotency_key_reused"
        ])
        for (const code of ["last_admin", "invalid_rule"]) assert.notInclude(update, `/docs/errors#${code}`)
        for (const event of Object.keys(document.webhooks)) {
          assert.include(idsOf(found.get("/docs/webhook-events")!), event)
        }
        const listed = sections().flatMap(({ guides }) => guides.map(({ file }) => `docs/${file}`))
        const files = globSync("docs/**/*.md", { exclude: ["docs/site/**"] })
        assert.deepStrictEqual(listed.toSorted(), files.toSorted(), "docs/contents.json")
        for (const { guides } of sections())
          for (const { path } of guides) assert.isTrue(found.has(path), path)
      })
    )

    it.effect(
      "is accessible, loads little, and shifts nothing",
      () =>
        Effect.gen(function* () {
          const { url } = yield* TestService
          const { complaints, page } = yield* open(yield* Browser)
          yield* Effect.promise(async () => {
            for (const path of [
              "/docs",
              "/docs/guide/concepts",
              "/docs/deals/move",
              "/docs/errors",
              "/docs/limits"
            ]) {
              await page.goto(url + path)
              await inspect(page, path.slice(1).replaceAll("/", "-"))
              await page.setViewportSize({ width: 320, height: 700 })
              const wider = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
              assert.isAtMost(wider as number, 0, `${path} at 320`)
            }
            await page.setViewportSize({ width: 1280, height: 844 })
            await weigh(page, `${url}/docs/leads/create`)
            assert.deepStrictEqual(complaints, [])
          })
        }),
      120_000
    )

    it.effect(
      "finds by keyboard, and without scripts, and sends a request with a key that it does not keep",
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.make()
          const key = owner.apiKey.token
          const { complaints, page } = yield* open(yield* Browser)
          const { page: bare } = yield* open(yield* Browser, { javaScriptEnabled: false })
          yield* Effect.promise(async () => {
            await vi.waitFor(
              async () => assert.strictEqual((await fetch(`${owner.base}/docs/search.json`)).status, 200),
              { timeout: 60_000 }
            )
            await page.goto(`${owner.base}/docs`)
            await page.keyboard.press("/")
            await page.keyboard.type("move a deal")
            await page.locator("#found-0").waitFor()
            await page.keyboard.press("ArrowDown")
            await page.keyboard.press("Enter")
            await page.waitForURL("**/docs/deals/move")

            await page.goto(`${owner.base}/docs/boards/create`)
            await page.getByLabel("API key").fill(key)
            await page.getByRole("button", { name: "Send" }).click()
            const answer = page.locator(".answer pre")
            await answer.waitFor()
            assert.match((await answer.textContent()) ?? "", /^200[\s\S]*dry-run: true[\s\S]*"dryRun"/u)
            const kept = await page.evaluate(
              "JSON.stringify([localStorage, sessionStorage, document.cookie])"
            )
            assert.notInclude(kept as string, key)
            assert.deepStrictEqual(complaints, [])

            await bare.goto(`${owner.base}/docs`)
            await bare.getByRole("searchbox").fill("idempotency key reused")
            await bare.keyboard.press("Enter")
            await bare.getByRole("link", { name: "idempotency_key_reused" }).click()
            await bare.waitForURL("**/docs/errors#idempotency_key_reused")
          })
        }),
      120_000
    )

    it.effect("is what an error leads to", () =>
      Effect.gen(function* () {
        const ids = idsOf(yield* get("/docs/errors"))
        for (const path of ["/v1/nothing", "/v1/me", "/v1/deals/%00"]) {
          const { headers, text } = yield* get(path)
          const { code } = JSON.parse(text).error
          assert.strictEqual(headers.get("link"), `</docs/errors#${code}>; rel="help"; type="text/html"`)
          assert.include(ids, code)
        }
      })
    )

    it.effect("has answers of their own for what is not there, and for what is too long", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* get("/docs/guide/nothing")).status, 404)
        assert.strictEqual((yield* get("/docs/pictures/..%2f..%2fpackage.json")).status, 404)
        const { status, text } = yield* get(`/docs/search?q=${"<b>".repeat(300)}`)
        assert.strictEqual(status, 200)
        assert.notInclude(text, "<b>")
      })
    )

    it.effect("is compressed, as all documents are, and not sent again to who has it", () =>
      Effect.gen(function* () {
        const asset = /href="(\/assets\/docs[^"]+)"/u.exec((yield* get("/docs")).text)![1]!
        const documents = [
          "/openapi.json",
          "/postman.json",
          "/docs/search.json",
          "/llms.txt",
          "/llms-full.txt",
          "/skill.md"
        ]
        for (const path of ["/docs", "/docs/leads", ...documents, asset]) {
          const plain = yield* get(path)
          const size = Buffer.byteLength(plain.text)
          assert.isNull(plain.headers.get("content-encoding"))
          assert.include(plain.headers.get("vary") ?? "", "accept-encoding")
          assert.match(plain.headers.get("cache-control") ?? "", /no-cache|immutable|max-age/u)
          for (const [accepted, coding] of [
            ["gzip, deflate, br", "br"],
            ["gzip;q=1.0, br;q=0", "gzip"],
            ["GZIP", "gzip"],
            ["deflate, br; q=0.0", null]
          ] as const) {
            const packed = yield* get(path, { "accept-encoding": accepted })
            assert.strictEqual(packed.headers.get("content-encoding"), coding, `${path} ${accepted}`)
            assert.strictEqual(packed.text, plain.text)
            if (coding !== null)
              assert.isBelow(Number(packed.headers.get("content-length")), size * 0.6, path)
          }
          const etag = plain.headers.get("etag")!
          for (const held of [etag, `"x", ${etag}`, "*"]) {
            const again = yield* get(path, { "if-none-match": held })
            assert.deepStrictEqual([again.status, again.text], [304, ""], held)
            assert.strictEqual(again.headers.get("etag"), etag)
          }
          assert.strictEqual((yield* get(path, { "if-none-match": '"x"' })).status, 200)
        }
      })
    )
  }
)
