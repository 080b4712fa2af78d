/** The API description, and the documentation: pages that need no script, made of docs/ and of the contract. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { BaseUrl } from "../../layers/platform/BaseUrl.ts"
import { Settings } from "../../layers/platform/Settings.ts"
import { NotFound, status } from "../../schema/Fault.ts"
import * as Contents from "./docs/Contents.ts"
import type { Description } from "./docs/Description.ts"
import * as Index from "./docs/Index.ts"
import { find } from "./docs/search.js"
import * as Site from "./docs/Site.ts"
import * as OpenApi from "./openapi/OpenApi.ts"
import * as Postman from "./openapi/Postman.ts"
import * as Page from "./pages/platform/Page.ts"
import * as Unchanging from "./http/Unchanging.ts"

/** Browsers cache it but check each time: a 304 is cheap, an outdated reference is not. */
const kept = { "cache-control": "public, no-cache" }
const nosniff = { "x-content-type-options": "nosniff" }

const htmlType = "text/html; charset=utf-8"
const pageHeaders = { ...Page.headers(), ...kept }

/** Nothing runs in it, even if it is opened as a page. */
const pictureHeaders = {
  ...kept,
  ...nosniff,
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"
}

const drawing = (path: string) =>
  Effect.sync(() => ({
    body: Contents.text(path.slice("/docs/".length)),
    contentType: "image/svg+xml",
    headers: pictureHeaders
  }))

export const routes = ["/openapi.json", "/postman.json", "/docs", "/docs/*"].map((path) => ({
  method: "GET",
  path
}))

const nothing = (path: string) =>
  new NotFound({
    code: "route_not_found",
    message: `There is no page at ${path}. /docs lists all of them.`
  })

export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const base = yield* BaseUrl
    const rates = yield* Settings
    // All is made on the first request, since most processes never get one.
    const description = yield* Effect.cached(Effect.sync(() => OpenApi.whole(base)))
    const site = yield* Effect.cached(
      Effect.map(description, (document) =>
        Site.make({ description: document as unknown as Description, rates, live: true })
      )
    )
    // Who asked first may be gone before it is made: it is made for all.
    let making: ReturnType<typeof Index.make> | undefined
    const index = Effect.flatMap(site, ({ row }) => Effect.promise(() => (making ??= Index.make(row))))
    const json = (body: Effect.Effect<unknown>) =>
      Effect.map(body, (value) => ({
        body: JSON.stringify(value),
        contentType: "application/json",
        headers: { ...kept, ...nosniff }
      }))
    const answers = new Map<string, Effect.Success<ReturnType<typeof Unchanging.make>>>()
    const contentOf = (path: string, pages: ReadonlyMap<string, () => string>) => {
      if (path === "/docs/search.json") return json(index)
      if (Contents.isPicture(path)) return drawing(path)
      const page = pages.get(path)
      return page === undefined
        ? undefined
        : Effect.sync(() => ({ body: page(), contentType: htmlType, headers: pageHeaders }))
    }
    const search = (url: URL) =>
      Effect.map(Effect.all([site, index]), ([{ found }, entries]) => {
        const query = (url.searchParams.get("q") ?? "").slice(0, 100)
        return HttpServerResponse.text(found(query, find(entries, query, 30)), {
          contentType: htmlType,
          headers: Page.headers()
        })
      })
    /** For a reader; programs get the error envelope. */
    const missing = (path: string) =>
      Effect.map(Effect.all([site, index]), ([{ missing }, entries]) => {
        const words = path.slice("/docs/".length, 200).replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        return HttpServerResponse.text(missing(path, find(entries, words, 5)), {
          status: status.not_found,
          contentType: htmlType,
          headers: Page.headers()
        })
      })
    const page = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const url = new URL(request.url, base)
      const path = url.pathname.replace(/\/$/u, "")
      if (path === "/docs/search") return yield* search(url)
      if (path === "/docs/search.json") yield* index
      const known = answers.get(path)
      if (known !== undefined) return yield* known
      const content = contentOf(path, (yield* site).pages)
      if (content === undefined) {
        const isRead = request.headers["accept"]?.includes("text/html") === true
        return yield* isRead ? missing(path) : nothing(path)
      }
      const made = yield* Unchanging.make(content)
      answers.set(path, made)
      return yield* made
    })
    const served = (path: `/${string}`, body: Effect.Effect<unknown>) =>
      Layer.unwrap(Effect.map(Unchanging.make(json(body)), (handler) => HttpRouter.add("GET", path, handler)))
    return Layer.mergeAll(
      served(
        "/openapi.json",
        Effect.sync(() => OpenApi.make(base))
      ),
      served(
        "/postman.json",
        Effect.map(description, (document) => Postman.make(document as unknown as Description))
      ),
      HttpRouter.add("GET", "/docs/*", page)
    )
  })
)
