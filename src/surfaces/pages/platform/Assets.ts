/** Style sheets and scripts of the pages: named by their content, so that browsers keep them for good. */
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { type Language, languages } from "../words/Words.ts"
import * as Unchanging from "../../http/Unchanging.ts"

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8"
}

/** Each beside the page it belongs to. */
const files = [
  "../docs/docs.css",
  "../docs/docs.js",
  "../docs/search.js",
  "approvals/approvals.css",
  "audit/audit.css",
  "boards/board.css",
  "boards/board.js",
  "boards/lanes.js",
  "boards/stages.js",
  "deals/deal.css",
  "deals/deal.js",
  "deals/inline.css",
  "deals/list.css",
  "deals/list.js",
  "deals/panel.css",
  "deals/panel.js",
  "find/find.css",
  "find/find.js",
  "identity/passkeys.js",
  "identity/setup.css",
  "imports/imports.css",
  "leads/lead.css",
  "leads/lead.js",
  "leads/leads.css",
  "leads/leads.js",
  "platform/frame.css",
  "platform/page.js",
  "platform/phone.css",
  "platform/settings.css",
  "platform/style.css",
  "platform/sure.js",
  "platform/tabs.css",
  "platform/tokens.css",
  "reports/report.css",
  "reports/reports.css",
  "start/start.css",
  "views/views.css"
] as const

type NameIn<File> = File extends `../docs/${infer Name}` | `${string}/${infer Name}`
  ? Name extends `${string}/${string}`
    ? never
    : Name
  : never

export type Name = NameIn<(typeof files)[number]>

const read = (file: string) => {
  const name = file.slice(file.lastIndexOf("/") + 1)
  return named(name, readFileSync(new URL(`../${file}`, import.meta.url)))
}

const named = (name: string, body: Buffer) => {
  const [stem, extension = ""] = name.split(".") as [string, string?]
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 12)
  return { name, path: `/assets/${stem}.${hash}.${extension}` as const, body, contentType: types[extension]! }
}

/** What the scripts of a page say: one file for each language, which a page loads before them. */
const wordsOf = (language: Language) => {
  const { scripts } = languages[language].words
  const body = Buffer.from(`globalThis.words = ${JSON.stringify(scripts)}\n`)
  return named(`words-${language}.js`, body)
}

const assets = Object.fromEntries(
  [...files.map(read), ...(Object.keys(languages) as Array<Language>).map(wordsOf)].map((asset) => [
    asset.name,
    asset
  ])
)

/** The address of an asset. */
export const path = (name: Name): string => assets[name]!.path

export const words = (language: Language): string => assets[`words-${language}.js`]!.path

/** With their contents, for a folder that another server serves. */
export const all = Object.values(assets)

export const routes = all.map(({ path }) => ({ method: "GET", path }))

const headers = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff"
}

export const layer = Layer.mergeAll(
  Layer.empty,
  ...all.map(({ body, contentType, path }) =>
    Layer.unwrap(
      Effect.map(Unchanging.make(Effect.succeed({ body, contentType, headers })), (handler) =>
        HttpRouter.add("GET", path, handler)
      )
    )
  )
)
