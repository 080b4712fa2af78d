/** Report cards (MCP Apps): each is a page that draws a tool's result and loads nothing. */
import type { ReadResourceResult, Resource } from "@modelcontextprotocol/server"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Kind as Report } from "../../reports/rules/ReportView.ts"
import { css } from "./cards/Style.ts"

const hash = (text: string) => createHash("sha256").update(text).digest()

/** cards/Draw.ts with its imports, bundled by `npm run generate`. */
const script = readFileSync(new URL("./cards/generated.js", import.meta.url), "utf8")

const policy = [
  "default-src 'none'",
  `script-src 'sha256-${hash(script).toString("base64")}'`,
  `style-src 'sha256-${hash(css).toString("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'"
].join("; ")

const pageOf = (kind: Kind, title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${css}</style>
</head>
<body>
<main id="card" class="report" data-kind="${kind}"><p class="subtitle">Waiting for the report…</p></main>
<script type="module">${script}</script>
</body>
</html>
`

const mimeType = "text/html;profile=mcp-app"

/** Tells the host that the page needs no other origins. */
const ui = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } }

/** The reports that have a card. */
export type Kind = Exclude<Report, "weighted_pipeline" | "period" | "funnel">

export interface Card {
  readonly resource: Resource
  readonly contents: Extract<ReadResourceResult["contents"][number], { readonly text: string }>
}

const make = (kind: Kind, title: string): Card => {
  const text = pageOf(kind, title)
  // Clients cache a page by its address, so a changed page gets a new address.
  const uri = `ui://sales-pipeline/${kind}/${hash(text).toString("hex").slice(0, 12)}`
  const description = `The page that shows ${title.toLowerCase()}.`
  return {
    resource: { uri, name: `${kind}_card`, title, description, mimeType, _meta: ui },
    contents: { uri, mimeType, text, _meta: ui }
  }
}

export const cards: Readonly<Record<Kind, Card>> = {
  dealboard_summary: make("dealboard_summary", "Dealboard summary"),
  this_month: make("this_month", "This month"),
  deals_won: make("deals_won", "Deals won"),
  deal_progress: make("deal_progress", "Deal progress")
}

export const isKind = (shows: string): shows is Kind => shows in cards

/** The page at a card's address. */
export const contentsOf = (uri: string) =>
  Object.values(cards).find((card) => card.resource.uri === uri)?.contents

/** A tool's link to its card, under the current key and the older one. */
export const metaOf = (kind: Kind) => {
  const { uri } = cards[kind].resource
  return { ui: { resourceUri: uri }, "ui/resourceUri": uri }
}
