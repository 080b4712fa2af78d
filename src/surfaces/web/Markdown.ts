/** Renders untrusted Markdown as HTML that can't run or load anything, or link somewhere unnoticed. */
import { createRequire } from "node:module"
import type sanitize from "sanitize-html"
import { lazy } from "../../shared/Memo.ts"
import * as PlainText from "../../shared/PlainText.ts"
import { href, html, Html } from "./Html.ts"

/** The maximum number of characters shown of a text. */
const maxLength = 20_000

/** Syntax with quadratic parsing time or unlimited nesting. */
const bounds: ReadonlyArray<readonly [pattern: RegExp, most: number]> = [
  [/[*_~]/gu, 1_000],
  [/[`<&@]/gu, 2_000],
  [/\[/gu, 300],
  [/\]/gu, 300],
  [/\n/gu, 400],
  [/^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])){8}/gmu, 0]
]
const largest = 200_000

/**
 * The measured worst-case cost of characters, in microseconds: a table cell, a line, and a column of indentation, which a line in a nested
 * list pays once for each list around it.
 */
const costs: ReadonlyArray<readonly [pattern: RegExp, microseconds: number]> = [
  [/\|/gu, 20],
  [/\n/gu, 50],
  [/>/gu, 15],
  [/(?<=^[ \t]*) /gmu, 8],
  [/(?<=^[ \t]*)\t/gmu, 32],
  [/[*_~`<&@[\]]/gu, 10]
]

/** Parsing blocks all other requests, for at most about 50 ms. */
const budget = 45_000

const load = createRequire(import.meta.url)

/** The library is loaded synchronously with the first text, since most services never show one. */
const library = lazy(() => {
  const { micromark } = load("micromark") as typeof import("micromark")
  const { gfm, gfmHtml } = load("micromark-extension-gfm") as typeof import("micromark-extension-gfm")
  // Footnotes repeat their definition for each reference, so a short text could grow without limit.
  const extensions = [gfm(), { disable: { null: ["gfmFootnoteCall", "gfmFootnoteDefinition"] } }]
  return {
    made: (text: string) => micromark(text, { extensions, htmlExtensions: [gfmHtml()] }),
    sanitize: load("sanitize-html") as typeof sanitize
  }
})

const textOnly = (text = ""): sanitize.Tag => ({ tagName: "span", attribs: {}, text })

/** Whether a link may lead to this address. */
const isOutside = (address: string): boolean => /^(?:https?|mailto):/iu.test(address) && href(address) !== "#"

const link = (address: string, text?: string): sanitize.Tag => ({
  tagName: "a",
  attribs: { href: href(address), rel: "noopener noreferrer nofollow" },
  ...(text === undefined ? {} : { text })
})

/** Sanitizer rules for one text; they track the tags that are open. */
const rules = (): sanitize.IOptions => {
  let links = 0
  const headings: Array<number> = []

  /** A heading is one level below its parent, starting at h3, because the page uses h1 and h2. */
  const heading = (name: string): sanitize.Tag => {
    const level = Number(name.slice(1))
    while ((headings.at(-1) ?? 0) >= level) headings.pop()
    headings.push(level)
    return { tagName: `h${Math.min(2 + headings.length, 6)}`, attribs: {} }
  }

  const anchor: sanitize.Transformer = (_, { href: address = "" }) =>
    links > 1 || !isOutside(address) ? { tagName: "span", attribs: {} } : link(address)

  const image: sanitize.Transformer = (_, { alt = "", src = "" }) => {
    const text = alt.trim() === "" ? "Image" : alt
    return links > 0 || !isOutside(src) ? textOnly(text) : link(src, text)
  }

  return {
    allowedTags: [
      ...["h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "ul", "ol", "li"],
      ...["strong", "em", "del", "code", "pre", "a", "span"],
      ...["table", "thead", "tbody", "tr", "th", "td"]
    ],
    allowedAttributes: { a: ["href", "rel"], ol: ["start"] },
    allowedSchemes: ["http", "https", "mailto"],
    allowProtocolRelative: false,
    transformTags: {
      ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, heading])),
      a: anchor,
      img: image,
      input: (_, attribs) => textOnly("checked" in attribs ? "☑" : "☐")
    },
    exclusiveFilter: ({ mediaChildren, tag, text }) =>
      /^h\d$/u.test(tag) && text.trim() === "" && mediaChildren.length === 0,
    onOpenTag: (name) => {
      if (name === "a") links++
    },
    onCloseTag: (name) => {
      if (name === "a") links--
    }
  }
}

/** A wide table gets its own scroll container, which the keyboard can reach. */
const framed = (text: string): string =>
  text
    .replaceAll("<table>", '<div class="table" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const isCostly = (text: string): boolean =>
  bounds.some(([pattern, most]) => count(text, pattern) > most) ||
  costs.reduce((sum, [pattern, cost]) => sum + count(text, pattern) * cost, 0) > budget

const written = (text: string): string | undefined => {
  if (isCostly(text)) return undefined
  const { made: markup, sanitize } = library()
  const html = markup(text)
  return html.length > largest ? undefined : framed(sanitize(html, rules()))
}

/** The rendered text, or the plain text if rendering would take too long. */
export const render = (text: string): Html => {
  const excerpt = PlainText.cut(text, maxLength)
  const rendered = written(excerpt)
  return html`<div class="markdown">
    ${rendered === undefined ? html`<p class="verbatim">${excerpt}</p>` : new Html(rendered)}
    ${excerpt !== text && html`<p class="hint">There is more of this text; the API has all of it.</p>`}
  </div>`
}
