/** The frame of the documentation: contents at the left, the page, its headings at the right. It needs no script. */
import * as Assets from "../pages/platform/Assets.ts"
import { drawn, html, type Html } from "../pages/platform/Html.ts"
import * as Icons from "../pages/platform/Icons.ts"
import * as Reader from "../pages/words/Reader.ts"
import type { Heading } from "./Article.ts"
import { sections } from "./Contents.ts"

interface Content {
  readonly body: Html
  readonly headings: ReadonlyArray<Heading>
}

export interface Sheet {
  readonly path: string
  readonly title: string
  /** What it belongs to, such as a group of operations: shown above the title, and in results of a search. */
  readonly section: string
  /** Made when the page is asked for. */
  readonly content: () => Content
  readonly scripts?: ReadonlyArray<Assets.Name>
  /** Whether it is in the row of pages that readers leaf through. */
  readonly isApart?: true
}

/** A list of links at the left; `under` are those of the current entry. */
export interface Branch {
  readonly title: string
  readonly links: ReadonlyArray<readonly [path: string, title: string]>
  readonly under?: ReadonlyArray<readonly [path: string, title: string]>
  readonly at?: string
}

const current = (path: string, here: string) => path === here && html`aria-current="page"`

const branch = ({ at, links, title, under = [] }: Branch, here: string): Html => html`
  <h2>${title}</h2>
  <ul>
    ${links.map(
      ([path, name]) =>
        html`<li>
          <a href="${path}" ${current(path, here)}>${name}</a>
          ${
            path === at &&
            html`<ul>
              ${under.map(([to, inner]) => html`<li><a href="${to}" ${current(to, here)}>${inner}</a></li>`)}
            </ul>`
          }
        </li>`
    )}
  </ul>
`

export const guides = (): ReadonlyArray<Branch> =>
  sections().map(({ guides: some, title }) => ({ title, links: some.map((one) => [one.path, one.title]) }))

const onThisPage = (headings: ReadonlyArray<Heading>): Html | false => {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  return (
    shown.length > 1 &&
    html`<aside class="toc" aria-label="On this page">
      <h2>On this page</h2>
      <ul>
        ${shown.map(({ id, level, title }) => html`<li class="l${level}"><a href="#${id}">${title}</a></li>`)}
      </ul>
    </aside>`
  )
}

type Neighbour = Pick<Sheet, "path" | "title"> | undefined

const turning = (before: Neighbour, after: Neighbour): Html =>
  html`<nav class="turn" aria-label="Pages before and after">
    ${
      before === undefined
        ? html`<span></span>`
        : html`<a href="${before.path}" rel="prev"><small>Previous</small>${before.title}</a>`
    }
    ${after !== undefined && html`<a href="${after.path}" rel="next"><small>Next</small>${after.title}</a>`}
  </nav>`

/** One text for all: it is kept by browsers and proxies. */
const english = Reader.of("en")

export interface Around {
  readonly branches: ReadonlyArray<Branch>
  readonly before: Neighbour
  readonly after: Neighbour
  /** What was looked for, on the page of results. */
  readonly query?: string
}

export const render = (sheet: Sheet, { after, before, branches, query = "" }: Around): string => {
  const { path, scripts = [], section, title } = sheet
  const { body, headings } = sheet.content()
  return drawn(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta
            name="description"
            content="${title}: documentation of Sales Pipeline, deals, leads, boards and reports for teams and their agents."
          />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title} · Sales Pipeline documentation</title>
          <link rel="icon" href="${Icons.favicon}" />
          ${(["tokens.css", "style.css", "docs.css", "article.css", "ways.css", "try.css"] as const).map(
            (name) => html`<link rel="stylesheet" href="${Assets.path(name)}" />`
          )}
          ${(["docs.js", ...scripts] as const).map(
            (name) => html`<script type="module" blocking="render" src="${Assets.path(name)}"></script>`
          )}
        </head>
        <body class="docs">
          <a class="skip" href="#main">Skip to the page</a>
          <header>
            <a class="brand" href="/docs">${Icons.logo}<span>Sales Pipeline</span><small>Docs</small></a>
            <button type="button" class="menu" popovertarget="contents">Contents${Icons.more}</button>
            <form
              class="search"
              role="search"
              action="/docs/search"
              data-index="/docs/search.json"
              data-module="${Assets.path("search.js")}"
            >
              ${Icons.search}
              <input
                type="search"
                name="q"
                value="${query}"
                maxlength="100"
                aria-label="Search the documentation"
                placeholder="Search"
                autocomplete="off"
              />
              <kbd hidden>/</kbd>
            </form>
            <nav class="ways" aria-label="Reference">
              <a href="/docs/reference" ${current("/docs/reference", path)}>API</a>
              <a href="/docs/errors" ${current("/docs/errors", path)}>Errors</a>
              <a href="/docs/changelog" ${current("/docs/changelog", path)}>Changelog</a>
            </nav>
          </header>
          <div class="columns">
            <nav class="contents-nav" id="contents" popover aria-label="Documentation">
              ${branches.map((one) => branch(one, path))}
            </nav>
            <main id="main" tabindex="-1">
              <p class="crumb">${section}</p>
              ${body} ${sheet.isApart !== true && turning(before, after)}
            </main>
            ${onThisPage(headings)}
          </div>
        </body>
      </html> `,
    english
  )
}
