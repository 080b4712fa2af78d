/** Renders our own Markdown as HTML, with links within the site and anchors on headings; `{#id}` at the end sets one. */
import { createRequire } from "node:module"
import { lazy } from "../../shared/Memo.ts"
import * as Html from "../web/Html.ts"
import * as Reader from "../web/i18n/Reader.ts"

/** Every reader gets the same page, so that browsers and proxies can cache it. */
const english = Reader.of("en")

export const drawn = (part: Html.Html): string => Html.drawn(part, english)

/** HTML as plain text. */
const plain = (html: string): string => Html.plain(new Html.Html(html), english)

const load = createRequire(import.meta.url)

/** Loaded with the first page, since most services never serve one. */
const markdown = lazy(() => {
  const { micromark } = load("micromark") as typeof import("micromark")
  const { gfm, gfmHtml } = load("micromark-extension-gfm") as typeof import("micromark-extension-gfm")
  return (text: string) => micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
})

/** The languages of code samples, by the library's names. */
const languages: Readonly<Record<string, string>> = {
  ...{ csharp: "csharp", go: "go", html: "xml", js: "javascript", json: "json", php: "php" },
  ...{ python: "python", ruby: "ruby", sh: "bash", ts: "typescript" }
}

/** The part of highlight.js that is used; its own types need those of browsers. */
interface Highlighter {
  readonly getLanguage: (name: string) => object | undefined
  readonly registerLanguage: (name: string, grammar: unknown) => void
  readonly highlight: (code: string, options: { readonly language: string }) => { readonly value: string }
}

/** Code with syntax highlighting. A grammar is loaded with the first code that needs it. */
const coloured = (code: string, language: string): string => {
  const name = languages[language]
  if (name === undefined) return Html.escape(code)
  const library = load("highlight.js/lib/core") as Highlighter
  if (library.getLanguage(name) === undefined)
    library.registerLanguage(name, load(`highlight.js/lib/languages/${name}`))
  return library.highlight(code, { language: name }).value
}

/** `link` resolves an address; a link without a target on the site becomes plain text. Code and tables can be scrolled by keyboard. */
export const html = (source: string, link: (address: string) => string | undefined): string => {
  return markdown()(source.replaceAll(/^<!--[^]*?-->\n?/gmu, ""))
    .replaceAll(
      /<pre><code class="language-(\w+)">([^]*?)<\/code>/gu,
      (_, language: string, code: string) => `<pre><code>${coloured(plain(code), language)}</code>`
    )
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll(/<a href="([^"]*)">([^]*?)<\/a>/gu, (_, address: string, text: string) => {
      const to = link(plain(address))
      return to === undefined ? text : `<a href="${Html.escape(to)}">${text}</a>`
    })
    .replaceAll(/<img src="([^"]*)"/gu, (_, address: string) => `<img loading="lazy" src="${link(address)}"`)
    .replaceAll("<table>", '<div class="table" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
}

/** The ids of a page's headings, generated as GitHub does, so that links work in both places. */
export const ids = () => {
  const uses = new Map<string, number>()
  return (title: string, named?: string): string => {
    const letters = title.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    const id = named ?? letters.replaceAll(/\s/gu, "-")
    const count = uses.get(id) ?? 0
    uses.set(id, count + 1)
    return count === 0 ? id : `${id}-${count}`
  }
}

/** Adds ids to the headings of a page, and to list items that name one. */
export const anchored = (html: string) => {
  const headings: Array<{ level: number; id: string; title: string }> = []
  const idOf = ids()
  const body = html
    .replaceAll(/<li>((?:(?!<\/?li>)[^])*?) \{#([\w.-]+)\}/gu, '<li id="$2">$1')
    .replaceAll(/<h([1-6])>([^]*?)(?: \{#([\w.-]+)\})?<\/h\1>/gu, (_, level, inner, named) => {
      const title = plain(inner)
      const id = idOf(title, named)
      headings.push({ level: Number(level), id, title })
      const anchor = `<a class="anchor" href="#${id}" aria-label="Link to: ${Html.escape(title)}"></a>`
      return `<h${level} id="${id}">${inner}${level === "1" ? "" : anchor}</h${level}>`
    })
  return { body, headings }
}
