/** The API description, and a reference page made from it, served from what is installed. */
import { Effect, Layer, Scope } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiScalar, OpenApi as HttpApiOpenApi } from "effect/http-api"
import { BaseUrl } from "../../layers/BaseUrl.ts"
import * as OpenApi from "./OpenApi.ts"

const description = Layer.unwrap(
  Effect.gen(function* () {
    const document = JSON.stringify(OpenApi.make(yield* BaseUrl))
    const response = HttpServerResponse.text(document, { contentType: "application/json" })
    return HttpRouter.add("GET", "/openapi.json", response)
  })
)

/** Scalar reads an HttpApi; ours has no endpoints of its own and is described by our document. */
const pageOf = (base: string) => {
  const document = OpenApi.make(base)
  const api = HttpApi.make("pipeline").annotate(HttpApiOpenApi.Transform, () => document)
  return HttpRouter.toHttpEffect(
    HttpApiScalar.layer(api, {
      path: "/docs",
      scalar: { withDefaultFonts: false, defaultOpenAllTags: true }
    })
  )
}

/** Made when first asked for: its script alone is megabytes. */
const reference = Layer.unwrap(
  Effect.gen(function* () {
    const base = yield* BaseUrl
    const scope = yield* Effect.scope
    const page = yield* Effect.cached(Scope.provide(pageOf(base), scope))
    return HttpRouter.add("GET", "/docs", Effect.flatten(page))
  })
)

export const routes = [
  { method: "GET", path: "/openapi.json" },
  { method: "GET", path: "/docs" }
]

export const layer = Layer.mergeAll(description, reference)
