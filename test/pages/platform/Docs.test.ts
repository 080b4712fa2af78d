import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { routed } from "../../../src/contract/Api.ts"
import { Browser, open } from "../../support/pages/Browser.ts"
import { document } from "../../support/mcp/Conformance.ts"
import { inspect, weigh } from "../../support/pages/Looks.ts"
import { TestService } from "../../support/server/TestService.ts"

const groups = [...new Set(routed.map(({ id }) => id.split(".")[0]!))]
const paths = ["/docs", "/docs/errors", "/docs/webhook-events", ...groups.map((group) => `/docs/${group}`)]

const get = (path: string, headers: Record<string, string> = {}) =>
  Effect.flatMap(TestService, ({ url }) =>
    Effect.promise(async () => {
      const response = await fetch(url + path, { headers: { "accept-encoding": "identity", ...headers } })
      return { status: response.status, headers: response.headers, text: await response.text() }
    })
  )

/** Every page, by its path. */
const pages = Effect.map(
  Effect.forEach(paths, (path) => Effect.map(get(path), (page) => [path, page] as const)),
  (entries) => new Map(entries)
)

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "the API reference",
  (it) => {
    it.effect("is plain pages, each small, under the policy of all pages", () =>
      Effect.gen(function* () {
        for (const [path, { headers, status, text }] of yield* pages) {
          assert.strictEqual(status, 200, path)
          assert.match(headers.get("content-type") ?? "", /^text\/html/u)
          assert.include(headers.get("content-security-policy") ?? "", "default-src 'none'")
          assert.include(headers.get("content-security-policy") ?? "", "frame-ancestors 'none'")
          assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
          assert.strictEqual(headers.get("x-frame-options"), "DENY")
          assert.isBelow(Buffer.byteLength(text), 150_000, path)
          assert.include(text, '<html lang="en">')
          assert.notInclude(text, "<script")
          for (const [, address] of text.matchAll(/(?:src|href)="([^"]*)"/gu)) {
            assert.match(address!, /^(?:\/|#|data:image\/svg\+xml,)/u, path)
          }
        }
      })
    )

    it.effect("shows each operation's request, fields, answers and scopes", () =>
      Effect.gen(function* () {
        const found = yield* pages
        for (const operation of routed) {
          const { text } = found.get(`/docs/${operation.id.split(".")[0]}`)!
          const section = text.slice(text.indexOf(`id="${operation.id}"`)).split("</section>")[0]!
          assert.include(section, `<code>/v1${operation.http.path.replace(/:([^/]+)/gu, "{$1}")}</code>`)
          assert.include(section, "<code>curl ")
          for (const field of Object.keys(operation.input)) {
            assert.include(section, `<code>${field}</code>`, operation.id)
          }
          assert.include(section, "Scope: ")
          if (operation.tool !== undefined) assert.include(section, `<code>${operation.tool}</code>`)
          assert.include(section, '<a href="/docs/errors#e401">401</a>')
        }
        for (const event of Object.keys(document.webhooks)) {
          assert.include(found.get("/docs/webhook-events")!.text, `id="${event}"`)
        }
        for (const schema of Object.values<any>(document.components.schemas)) {
          for (const code of schema.properties?.error?.properties?.code?.enum ?? []) {
            assert.include(found.get("/docs/errors")!.text, `<code>${code}</code>`)
          }
        }
      })
    )

    it.effect("has no broken link, and no id twice", () =>
      Effect.gen(function* () {
        const found = yield* pages
        const idsOf = (text: string) => Array.from(text.matchAll(/\sid="([^"]*)"/gu), ([, id]) => id!)
        for (const [path, { text }] of found) {
          assert.strictEqual(new Set(idsOf(text)).size, idsOf(text).length, path)
          for (const [, address, anchor] of text.matchAll(/href="([^"#]*)#([^"]*)"/gu)) {
            const target = found.get(address === "" ? path : address!)
            assert.include(idsOf(target!.text), anchor!, `${path} → ${address}#${anchor}`)
          }
          for (const [, address] of text.matchAll(/href="(\/docs[^"#]*)"/gu))
            assert.isTrue(found.has(address!))
        }
      })
    )

    it.effect(
      "is accessible, loads little, and shifts nothing",
      () =>
        Effect.gen(function* () {
          const { url } = yield* TestService
          const { complaints, page } = yield* open(yield* Browser)
          yield* Effect.promise(async () => {
            for (const path of ["/docs", "/docs/leads", "/docs/webhook-events"]) {
              await page.goto(url + path)
              await page
                .locator("summary")
                .evaluateAll((all) => all.slice(0, 3).forEach((one: any) => one.click()))
              await inspect(page, path.slice(1).replace("/", "-"))
            }
            await weigh(page, `${url}/docs/leads`)
            assert.deepStrictEqual(complaints, [])
          })
        }),
      120_000
    )

    it.effect("and its files are compressed, and not sent again to a browser that has them", () =>
      Effect.gen(function* () {
        const asset = /href="(\/assets\/docs[^"]+)"/u.exec((yield* get("/docs")).text)![1]!
        for (const path of ["/docs", "/docs/leads", "/openapi.json", asset]) {
          const plain = yield* get(path)
          const size = Buffer.byteLength(plain.text)
          assert.isNull(plain.headers.get("content-encoding"))
          assert.include(plain.headers.get("vary") ?? "", "accept-encoding")
          assert.match(plain.headers.get("cache-control") ?? "", /no-cache|immutable/u)
          for (const [accepted, coding] of [
            ["gzip, deflate, br", "br"],
            ["gzip;q=1.0, br;q=0", "gzip"],
            ["GZIP", "gzip"],
            ["deflate, br; q=0.0", null]
          ] as const) {
            const packed = yield* get(path, { "accept-encoding": accepted })
            assert.strictEqual(packed.headers.get("content-encoding"), coding, `${path} ${accepted}`)
            assert.strictEqual(packed.text, plain.text)
            if (coding !== null) assert.isBelow(Number(packed.headers.get("content-length")), size / 2)
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
