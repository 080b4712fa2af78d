/** The API description, and the API reference built from it: pages that need no script. */
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { BaseUrl } from "../../layers/platform/BaseUrl.ts"
import { operations, routed } from "../contract/Api.ts"
import type { Description } from "./docs/Description.ts"
import * as Group from "./docs/Group.ts"
import * as Overview from "./docs/Overview.ts"
import * as OpenApi from "./openapi/OpenApi.ts"
import { html, type Html } from "./pages/platform/Html.ts"
import * as Layout from "./pages/platform/Layout.ts"
import * as Page from "./pages/platform/Page.ts"
import * as Reader from "./pages/words/Reader.ts"
import * as Unchanging from "./http/Unchanging.ts"

/** Browsers cache it but check each time: a 304 is cheap, an outdated reference is not. */
const kept = { "cache-control": "public, no-cache" }

/** The tools of each operation by its id: its own, and those that narrow it. */
const tools = Map.groupBy(
  operations.filter(({ tool }) => tool !== undefined),
  ({ formOf, id }) => formOf ?? id
)

const links: ReadonlyArray<readonly [string, string]> = [
  ["/docs", "Reference"],
  ["/docs/errors", "Errors"],
  ["/docs/webhook-events", "Events"],
  ["/openapi.json", "OpenAPI"]
]

const navigation = (path: string): Html => html`
  <nav class="sections" aria-label="API reference">
    ${links.map(
      ([address, text]) =>
        html`<a href="${address}" ${address === path && html`aria-current="page"`}>${text}</a>`
    )}
  </nav>
`

interface Sheet {
  readonly path: `/${string}`
  readonly title: string
  readonly body: (description: Description) => Html
}

const groups = [...new Set(routed.map(({ id }) => id.split(".")[0]!))]

const sheets: ReadonlyArray<Sheet> = [
  { path: "/docs", title: "API reference", body: Overview.overview },
  { path: "/docs/errors", title: "Errors", body: Overview.errors },
  { path: "/docs/webhook-events", title: "Events", body: Overview.events },
  ...groups.map((group): Sheet => ({
    path: `/docs/${group}`,
    title: `${Group.title(group)} API`,
    body: (description) => Group.page(description, group, tools)
  }))
]

/** One text for all: it is kept by browsers and proxies. */
const english = Reader.of("en")

const pageOf = ({ body, path, title }: Sheet, description: Description): Unchanging.Content => ({
  body: Layout.render(
    { title, body: body(description), aside: navigation(path), styles: ["docs.css"] },
    english
  ),
  contentType: "text/html; charset=utf-8",
  headers: { ...Page.headers(), ...kept }
})

const served = (
  path: `/${string}`,
  content: Effect.Effect<Unchanging.Content>
): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
  Layer.unwrap(Effect.map(Unchanging.make(content), (handler) => HttpRouter.add("GET", path, handler)))

export const routes = ["/openapi.json", ...sheets.map(({ path }) => path)].map((path) => ({
  method: "GET",
  path
}))

export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const base = yield* BaseUrl
    // Built on the first request, since most processes never get one.
    const description = yield* Effect.cached(Effect.sync(() => OpenApi.make(base)))
    const json = Effect.map(description, (document) => ({
      body: JSON.stringify(document),
      contentType: "application/json",
      headers: { ...kept, "x-content-type-options": "nosniff" }
    }))
    return Layer.mergeAll(
      served("/openapi.json", json),
      ...sheets.map((sheet) =>
        served(
          sheet.path,
          Effect.map(description, (document) => pageOf(sheet, document as unknown as Description))
        )
      )
    )
  })
)
