/** The API description and the documentation. Its pages need no script and are built from docs/ and the contract. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { BaseUrl } from "../../layers/runtime/BaseUrl.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import { NotFound, status } from "../../schema/Fault.ts"
import * as Contents from "./docs/Contents.ts"
import * as Description from "./docs/Description.ts"
import { searcher } from "./docs/search.js"
import * as DocsSite from "./docs/DocsSite.ts"
import * as OpenApi from "./openapi/OpenApi.ts"
import * as Postman from "./openapi/Postman.ts"
import * as PageResponse from "./web/PageResponse.ts"
import * as StaticResponse from "./http/response/StaticResponse.ts"

/** Browsers cache the response but revalidate it each time: a 304 is cheap, and an outdated reference is not. */
const cacheable =
  (contentType: string, headers: Readonly<Record<string, string>> = {}) =>
  (body: string): StaticResponse.Content => ({
    body,
    contentType,
    headers: { ...headers, "x-content-type-options": "nosniff", "cache-control": "public, no-cache" }
  })

const htmlType = "text/html; charset=utf-8"
const page = cacheable(htmlType, PageResponse.headers())
const json = cacheable("application/json")

/** Nothing in the picture may run, even if it is opened as a page. */
const picture = cacheable("image/svg+xml", {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"
})

const paths = ["/openapi.json", "/postman.json", "/docs", "/docs/*"]
export const routes = paths.map((path) => ({ method: "GET", path }))

export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const base = yield* BaseUrl
    const { rateLimitPerAddress, rateLimitPerKey, rateLimitPerWorkspace } = yield* Settings
    const rates = { rateLimitPerAddress, rateLimitPerKey, rateLimitPerWorkspace }
    // The site is built on the first request, since most processes never serve it.
    const site = yield* Effect.cached(
      Effect.gen(function* () {
        const site = DocsSite.make({ description: Description.of(base), rates, live: true })
        const index = yield* Effect.cached(site.index)
        const find = yield* Effect.cached(Effect.map(index, searcher))
        const contents = [
          { path: "/docs/search.json", content: Effect.map(index, (all) => json(JSON.stringify(all))) },
          ...[...site.pages].map(([path, body]) => ({ path, content: Effect.sync(() => page(body())) })),
          ...Contents.pictures().map((file) => {
            return { path: `/docs/${file}`, content: Effect.sync(() => picture(Contents.text(file))) }
          })
        ]
        const handlers = yield* Effect.forEach(contents, ({ content, path }) =>
          Effect.map(StaticResponse.make(content), (handler) => [path, handler] as const)
        )
        return { ...site, find, handlers: new Map(handlers) }
      })
    )
    const documentation = Effect.gen(function* () {
      const { headers, url } = yield* HttpServerRequest.HttpServerRequest
      const { pathname, searchParams } = new URL(url, base)
      const path = pathname.replace(/\/$/u, "")
      const { find, handlers, missing, search } = yield* site
      const answer = (body: string, options = {}) =>
        HttpServerResponse.text(body, { ...options, contentType: htmlType, headers: PageResponse.headers() })
      if (path === "/docs/search") {
        return answer(search(yield* find, (searchParams.get("q") ?? "").slice(0, 100)))
      }
      const handler = handlers.get(path)
      if (handler !== undefined) return yield* handler
      if (headers["accept"]?.includes("text/html") === true)
        return answer(missing(yield* find, path), { status: status.not_found })
      return yield* new NotFound({
        code: "route_not_found",
        message: `There is no page at ${path}. /docs lists all of them.`
      })
    })
    const served = (path: `/${string}`, make: () => unknown) =>
      Effect.map(StaticResponse.make(Effect.sync(() => json(JSON.stringify(make())))), (handler) =>
        HttpRouter.add("GET", path, handler)
      )
    return Layer.mergeAll(
      yield* served("/openapi.json", () => OpenApi.make(base)),
      yield* served("/postman.json", () => Postman.make(Description.of(base))),
      HttpRouter.add("GET", "/docs/*", documentation)
    )
  })
)
