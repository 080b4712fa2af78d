/** Style sheets and scripts of the pages: named by their content, so that browsers keep them for good. */
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import * as Unchanging from "../Unchanging.ts"

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8"
}

/** Beside this file. */
const names = [
  "style.css",
  "page.js",
  "settings.css",
  "report.css",
  "reports.css",
  "lead.css",
  "leads.css",
  "leads.js",
  "sure.js",
  "board.css",
  "board.js",
  "deal.css",
  "setup.css",
  "stages.js",
  "panel.css",
  "panel.js",
  "docs.css"
] as const

export type Name = (typeof names)[number]

const read = (name: string) => {
  const body = readFileSync(new URL(name, import.meta.url))
  const [stem, extension = ""] = name.split(".") as [string, string?]
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 12)
  return { path: `/assets/${stem}.${hash}.${extension}` as const, body, contentType: types[extension]! }
}

const assets = Object.fromEntries(names.map((name) => [name, read(name)]))

/** The address of an asset. */
export const path = (name: Name): string => assets[name]!.path

export const routes = Object.values(assets).map(({ path }) => ({ method: "GET", path }))

const headers = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff"
}

export const layer = Layer.mergeAll(
  ...(Object.values(assets).map(({ body, contentType, path }) =>
    Layer.unwrap(
      Effect.map(Unchanging.make(Effect.succeed({ body, contentType, headers })), (handler) =>
        HttpRouter.add("GET", path, handler)
      )
    )
  ) as unknown as [Layer.Layer<never>])
)
