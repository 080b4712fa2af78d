/** A file of docs/ as an article: headings with anchors, links within the site, coloured code. The files are our own. */
import { createRequire } from "node:module"
import { Html } from "../pages/platform/Html.ts"
import * as Highlight from "./Highlight.ts"

export interface Heading {
  readonly level: number
  readonly id: string
  readonly title: string
}

interface Article {
  readonly body: Html
  readonly headings: ReadonlyArray<Heading>
}

const load = createRequire(import.meta.url)

/** Loaded with the first page: most services show none. */
const library = () => {
  const { micromark } = load("micromark") as typeof import("micromark")
  const { gfm, gfmHtml } = load("micromark-extension-gfm") as typeof import("micromark-extension-gfm")
  return (text: string) => micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
}

let loaded: ReturnType<typeof library> | undefined

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'"
}

/** The text of HTML that micromark wrote. */
export const plain = (html: string): string =>
  html.replaceAll(/<[^>]*>/gu, "").replaceAll(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => entities[entity]!)

/** As GitHub makes it, so that links work in both places. */
export const slug = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/gu, "-")

/** A wide table scrolls by itself, by keyboard too. */
const framed = (html: string): string =>
  html
    .replaceAll("<table>", '<div class="table" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")

const coloured = (html: string): string =>
  html.replaceAll(
    /<pre><code(?: class="language-([\w-]+)")?>([\s\S]*?)<\/code><\/pre>/gu,
    (_, language: string | undefined, text: string) =>
      `<pre tabindex="0"><code>${Highlight.code(plain(text), language ?? "")}</code></pre>`
  )

/** `link` says where a link leads; one that leads nowhere here becomes its text. */
const linked = (html: string, link: (address: string) => string | undefined): string =>
  html
    .replaceAll(/<a href="([^"]*)">([\s\S]*?)<\/a>/gu, (_, address: string, text: string) => {
      const to = link(plain(address))
      return to === undefined
        ? `<span>${text}</span>`
        : `<a href="${to.replaceAll("&", "&amp;")}">${text}</a>`
    })
    .replaceAll(/<img src="([^"]*)" alt="([^"]*)" \/>/gu, (_, address: string, alt: string) => {
      const to = link(address)
      return to === undefined
        ? alt
        : `<a class="picture" href="${to}"><img src="${to}" alt="${alt}" loading="lazy" /></a>`
    })

export const make = (source: string, link: (address: string) => string | undefined): Article => {
  loaded ??= library()
  const headings: Array<Heading> = []
  const met = new Map<string, number>()
  const anchored = (html: string) =>
    html.replaceAll(/<h([1-6])>([\s\S]*?)<\/h\1>/gu, (_, level: string, inner: string) => {
      const title = plain(inner)
      const base = slug(title)
      const count = met.get(base) ?? 0
      met.set(base, count + 1)
      const id = count === 0 ? base : `${base}-${count}`
      headings.push({ level: Number(level), id, title })
      const anchor =
        level === "1"
          ? ""
          : `<a class="anchor" href="#${id}" aria-label="Link to: ${Highlight.code(title, "")}">#</a>`
      return `<h${level} id="${id}">${inner}${anchor}</h${level}>`
    })
  const commentless = source.replaceAll(/^<!--[\s\S]*?-->\n?/gmu, "")
  const html = framed(anchored(linked(coloured(loaded(commentless)), link)))
  return { body: new Html(html), headings }
}
