/** Public files for agents and their clients: server card, catalog, llms.txt, a skill, the icon. */
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { readFileSync } from "node:fs"
import { BaseUrl } from "../../layers/runtime/BaseUrl.ts"
import * as Icon from "./agents/Icon.ts"
import * as LlmsFull from "./agents/LlmsFull.ts"
import * as LlmsText from "./agents/LlmsText.ts"
import * as ServerCard from "./agents/ServerCard.ts"
import * as Description from "./docs/Description.ts"
import * as StaticResponse from "./http/response/StaticResponse.ts"

/** Nothing in these files may run or load, even if one is opened as a page. */
const headers = {
  "cache-control": "public, max-age=3600",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff"
}

type Body = string | Uint8Array

interface Document {
  readonly path: `/${string}`
  readonly contentType: string
  readonly body: (base: string) => Body | Effect.Effect<Body>
}

const json = (make: (base: string) => unknown) => (base: string) => JSON.stringify(make(base))

const text = "text/plain; charset=utf-8"
const markdown = "text/markdown; charset=utf-8"

const documents: ReadonlyArray<Document> = [
  { path: "/mcp/server-card", contentType: ServerCard.cardType, body: json(ServerCard.card) },
  // Drafts of SEP-2127 used this path, and some clients still do.
  { path: "/.well-known/mcp/server-card.json", contentType: "application/json", body: json(ServerCard.card) },
  {
    path: "/.well-known/ai-catalog.json",
    contentType: ServerCard.catalogType,
    body: json(ServerCard.catalog)
  },
  { path: "/llms.txt", contentType: text, body: LlmsText.make },
  { path: "/llms-full.txt", contentType: text, body: (base) => LlmsFull.make(Description.of(base)) },
  {
    path: "/skill.md",
    contentType: markdown,
    body: () => readFileSync(new URL("./agents/skill/SKILL.md", import.meta.url), "utf8")
  },
  { path: "/icon.svg", contentType: "image/svg+xml", body: () => Icon.svg },
  { path: "/icon.png", contentType: "image/png", body: () => Icon.png }
]

export const routes = documents.map(({ path }) => ({ method: "GET", path }))

const served = ({ body, contentType, path }: Document, base: string) => {
  const content = Effect.map(
    Effect.suspend(() => {
      const made = body(base)
      return Effect.isEffect(made) ? made : Effect.succeed(made)
    }),
    (made) => ({ body: made, contentType, headers })
  )
  return Layer.unwrap(
    Effect.map(StaticResponse.make(content), (handler) => HttpRouter.add("GET", path, handler))
  )
}

export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const base = yield* BaseUrl
    const [first, ...others] = documents.map((document) => served(document, base))
    return Layer.mergeAll(first!, ...others)
  })
)
