/** Style sheets and scripts of the pages. Their names contain a hash of the content, so that browsers cache them indefinitely. */
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { languages } from "./i18n/Words.ts"
import type { Language } from "./i18n/Language.ts"
import * as StaticResponse from "../http/response/StaticResponse.ts"

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8"
}

/** Each file is next to the page it belongs to. */
const files = [
  "approvals/pages/approvals.css",
  "audit/pages/audit.css",
  "boards/pages/board.css",
  "boards/pages/board.js",
  "boards/pages/lanes.js",
  "boards/pages/lostDialog.js",
  "boards/pages/stages.js",
  "deals/pages/deal.css",
  "deals/pages/deal.js",
  "deals/pages/inline.css",
  "deals/pages/list/list.css",
  "deals/pages/list/list.js",
  "deals/pages/panel.css",
  "deals/pages/panel.js",
  "identity/pages/account/passkeys.js",
  "identity/pages/signIn/setup.css",
  "imports/pages/imports.css",
  "leads/pages/inbox/leads.css",
  "leads/pages/inbox/leads.js",
  "leads/pages/lead.css",
  "leads/pages/lead.js",
  "reports/pages/forecast.css",
  "reports/pages/report.css",
  "reports/pages/reports.css",
  "surfaces/docs/docs.css",
  "surfaces/docs/docs.js",
  "surfaces/docs/search.js",
  "surfaces/web/assets/frame.css",
  "surfaces/web/assets/page.js",
  "surfaces/web/assets/phone.css",
  "surfaces/web/assets/settings.css",
  "surfaces/web/assets/style.css",
  "surfaces/web/assets/confirmKey.js",
  "surfaces/web/assets/tabs.css",
  "surfaces/web/assets/tokens.css",
  "surfaces/web/find/find.css",
  "surfaces/web/find/find.js",
  "surfaces/web/start/start.css",
  "surfaces/web/today/newLeads.css",
  "surfaces/web/today/steps.css",
  "surfaces/web/today/today.css",
  "surfaces/web/today/today.js",
  "views/pages/views.css"
] as const

type NameIn<File> = File extends `${string}/${infer Rest}` ? NameIn<Rest> : File

export type Name = NameIn<(typeof files)[number]>

const read = (file: string) => {
  const name = file.slice(file.lastIndexOf("/") + 1)
  return named(name, readFileSync(new URL(`../../${file}`, import.meta.url)))
}

const named = (name: string, body: Buffer) => {
  const [stem, extension = ""] = name.split(".") as [string, string?]
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 12)
  return { name, path: `/assets/${stem}.${hash}.${extension}` as const, body, contentType: types[extension]! }
}

/** The phrases that scripts use: one file for each language, loaded before the scripts. */
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

export const path = (name: Name): string => assets[name]!.path

export const words = (language: Language): string => assets[`words-${language}.js`]!.path

/** All assets with their contents, for writing them to a folder that another server serves. */
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
      Effect.map(StaticResponse.make(Effect.succeed({ body, contentType, headers })), (handler) =>
        HttpRouter.add("GET", path, handler)
      )
    )
  )
)
