/** The frame of the documentation: contents on the left, the page, and its headings on the right. It needs no script. */
import * as Assets from "../web/Assets.ts"
import { html, Html, type Part } from "../web/Html.ts"
import * as Icons from "../web/frame/Icons.ts"
import * as Article from "./Article.ts"

export interface Sheet {
  readonly path: string
  readonly title: string
  /** The group that the page belongs to, shown above the title and in search results. */
  readonly section: string
  /** The page of the operation's group, under which alone the contents list it. */
  readonly parent?: string
  /** The page's Markdown, for search. */
  readonly source: () => string
  /** The page's HTML, built when it is requested; headings get their anchors later. */
  readonly body: () => string
}

type Links = ReadonlyArray<Pick<Sheet, "path" | "title">>

const links = (sheets: Links, here = "", under: (path: string) => Part = () => false): Html =>
  html`<ul>
    ${sheets.map(
      ({ path, title }) =>
        html`<li>
          <a href="${path}" ${path === here && html`aria-current="page"`}>${title}</a>${under(path)}
        </li>`
    )}
  </ul>`

/** All sections with their pages, and the operations of the current group. */
const contents = (
  row: ReadonlyArray<Sheet>,
  { parent, path }: Omit<Sheet, "source">
): ReadonlyArray<Html> => {
  const group = parent ?? path
  const operations = row.filter((sheet) => sheet.parent === group)
  const listed = row.filter((sheet) => sheet.parent === undefined)
  return [...Map.groupBy(listed, ({ section }) => section)].map(
    ([section, sheets]) =>
      html`<h2>${section}</h2>
        ${links(sheets, path, (of) => of === group && operations.length > 0 && links(operations, path))}`
  )
}

/** `row` is all pages in the order of the contents; `query` is the search query. */
export const render = (sheet: Omit<Sheet, "source">, row: ReadonlyArray<Sheet>, query = ""): string => {
  const { section, title } = sheet
  const { body, headings } = Article.anchored(sheet.body())
  const parts = headings.filter(({ level }) => level === 2 || level === 3)
  return Article.drawn(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} · Sales Pipeline documentation</title>
          <link rel="icon" href="${Icons.favicon}" />
          ${(["tokens.css", "style.css", "frame.css", "docs.css"] as const).map(
            (name) => html`<link rel="stylesheet" href="${Assets.path(name)}" />`
          )}
          <link rel="stylesheet" href="${Assets.path("phone.css")}" media="(max-width: 48rem)" />
          <script type="module" blocking="render" src="${Assets.path("docs.js")}"></script>
        </head>
        <body class="docs">
          <a class="skip" href="#main">Skip to the page</a>
          <header>
            <a class="brand" href="/docs">${Icons.logo}<span>Sales Pipeline</span><small>Docs</small></a>
            <button type="button" class="folded" popovertarget="contents">Contents</button>
            <form class="search" action="/docs/search" data-module="${Assets.path("search.js")}">
              <input
                type="search"
                name="q"
                value="${query}"
                aria-label="Search the documentation"
                placeholder="Search"
                autocomplete="off"
              />
            </form>
            <nav class="sections" aria-label="Reference">
              <a href="/docs/reference">API</a>
              <a href="/docs/errors">Errors</a>
              <a href="/docs/changelog">Changelog</a>
            </nav>
          </header>
          <div class="columns">
            <nav class="contents-nav" id="contents" popover aria-label="Documentation">
              ${contents(row, sheet)}
            </nav>
            <main id="main" tabindex="-1">
              <p class="crumb">${section}</p>
              ${new Html(body)}
            </main>
            ${
              parts.length > 1 &&
              html`<aside class="toc" aria-label="On this page">
                <h2>On this page</h2>
                ${links(parts.map(({ id, title }) => ({ path: `#${id}`, title })))}
              </aside>`
            }
          </div>
        </body>
      </html> `
  )
}
