/** Markdown of strangers as HTML of a page: nothing in it runs, loads, or leads anywhere unseen. */
import { createRequire } from "node:module"
import type sanitize from "sanitize-html"
import { lazy } from "../../values/Memo.ts"
import * as PlainText from "../../values/PlainText.ts"
import { href, html, Html } from "./Html.ts"

/** Characters shown of a text. */
const longest = 20_000

/** Syntax with quadratic parsing time, or unlimited nesting. */
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
 * What signs cost in the worst place for them, in microseconds as measured: a cell, a line, and a column of indentation, which a
 * line of a nested list pays for each list that it stands in.
 */
const costs: ReadonlyArray<readonly [pattern: RegExp, microseconds: number]> = [
  [/\|/gu, 20],
  [/\n/gu, 50],
  [/>/gu, 15],
  [/(?<=^[ \t]*) /gmu, 8],
  [/(?<=^[ \t]*)\t/gmu, 32],
  [/[*_~`<&@[\]]/gu, 10]
]

/** A page blocks everyone else for as long as its text is parsed: at most about 50 ms. */
const budget = 45_000

const load = createRequire(import.meta.url)

/** Loaded with the first text: pages are drawn at once, and most services show none. */
const library = lazy(() => {
  const { micromark } = load("micromark") as typeof import("micromark")
  const { gfm, gfmHtml } = load("micromark-extension-gfm") as typeof import("micromark-extension-gfm")
  // Footnotes repeat what they refer to, as often as it is asked for.
  const extensions = [gfm(), { disable: { null: ["gfmFootnoteCall", "gfmFootnoteDefinition"] } }]
  return {
    made: (text: string) => micromark(text, { extensions, htmlExtensions: [gfmHtml()] }),
    sanitize: load("sanitize-html") as typeof sanitize
  }
})

const textOnly = (text = ""): sanitize.Tag => ({ tagName: "span", attribs: {}, text })

/** An address that a link may lead to. */
const isOutside = (address: string): boolean => /^(?:https?|mailto):/iu.test(address) && href(address) !== "#"

const link = (address: string, text?: string): sanitize.Tag => ({
  tagName: "a",
  attribs: { href: href(address), rel: "noopener noreferrer nofollow" },
  ...(text === undefined ? {} : { text })
})

/** The rules for one text; they count what is open around a tag. */
const rules = (): sanitize.IOptions => {
  let links = 0
  const headings: Array<number> = []

  /** One below the heading it stands under, the first being h3: a page has the two above it. */
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

/** A wide table scrolls by itself, by keyboard too. */
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
  const made = markup(text)
  return made.length > largest ? undefined : framed(sanitize(made, rules()))
}

/** The text as it is meant to be read; as it was typed, where working that out would take long. */
export const render = (text: string): Html => {
  const shown = PlainText.cut(text, longest)
  const made = written(shown)
  return html`<div class="markdown">
    ${made === undefined ? html`<p class="verbatim">${shown}</p>` : new Html(made)}
    ${shown !== text && html`<p class="hint">There is more of this text; the API has all of it.</p>`}
  </div>`
}
