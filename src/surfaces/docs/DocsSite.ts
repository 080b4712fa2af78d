/** All pages of the documentation in reading order, built on the first request. */
import { Effect, Struct } from "effect"
import * as Nearest from "../../shared/Nearest.ts"
import { html, type Part } from "../web/Html.ts"
import * as Article from "./Article.ts"
import * as Contents from "./Contents.ts"
import { type Description, operationsOf, titleOf } from "./Description.ts"
import { render, type Sheet } from "./Frame.ts"
import * as Index from "./Index.ts"
import * as Reference from "./Reference.ts"
import * as Samples from "./Samples.ts"
import type { Entry, searcher } from "./search.js"
import * as Try from "./Try.ts"

interface Options {
  readonly description: Description
  /** Requests per minute, as configured in this service. */
  readonly rates: Values
  /** Whether the service itself serves the pages, so that operations can be tried. */
  readonly live: boolean
}

type Guide = ReturnType<typeof Contents.guide>
type Find = ReturnType<typeof searcher>
type Values = Readonly<Record<string, string | number>>

/** A page from Markdown; `file` is the base of its relative links. */
const sheet = (path: string, title: string, section: string, source: () => string, file = ""): Sheet => ({
  path,
  title,
  section,
  source,
  body: () => Article.html(source(), (link) => Contents.target(file, link))
})

/** A page from a file, with values for its `{{placeholders}}`. */
const fileSheet = (guide: Guide, section: string, values: () => Values = () => ({})): Sheet => {
  const source = () => {
    const known = values()
    return guide.source.replaceAll(/\{\{(\w+)\}\}/gu, (all, name: string) => String(known[name] ?? all))
  }
  return sheet(guide.path, guide.title, section, source, guide.file)
}

/** The languages of the code samples, by their Markdown names. */
const languages = { curl: "sh", TypeScript: "ts", Python: "python" }

const fence = (code: string, language: string) =>
  Article.html(`\`\`\`${language}\n${code}\n\`\`\``, (link) => link)

/** The page of a group, and the pages of its operations. */
const groupSheets = ({ description, live }: Options, group: string): ReadonlyArray<Sheet> => {
  const parent = `/docs/${group}`
  const title = titleOf(group)
  const operations = operationsOf(description, group).map((operation) => {
    const { operationId, summary } = operation
    const source = () => Reference.operation(description, operation)
    const page = sheet(Reference.addressOf(operationId), summary, `${title} API`, source)
    const request = () => {
      const codes = Samples.of(operation)
      const samples = Struct.keys(languages).map((language, index) => {
        const opening = `<details name="code" ${index === 0 ? "open" : ""}><summary>${language}</summary>`
        return `${opening}${fence(codes[language], languages[language])}</details>`
      })
      return [...samples, live ? Article.drawn(Try.form(operation)) : ""].join("\n")
    }
    return { ...page, parent, body: () => page.body().replace("<p>{{request}}</p>", request) }
  })
  return [sheet(parent, title, "Reference", () => Reference.group(description, group)), ...operations]
}

/** All pages except the first, in the order of the contents. */
const rowOf = (options: Options): ReadonlyArray<Sheet> => {
  const { description, rates } = options
  const one = (file: string, values?: () => Values) => fileSheet(Contents.guide(file), "Reference", values)
  return [
    ...Contents.sections().flatMap(({ guides, title }) => guides.map((guide) => fileSheet(guide, title))),
    one("site/reference.md", () => Reference.overview(description)),
    ...description.tags.flatMap(({ name }) => groupSheets(options, name)),
    one("site/objects.md", () => Reference.objects(description)),
    one("site/webhook-events.md", () => Reference.events(description)),
    one("site/errors.md", () => Reference.errors(description)),
    one("site/limits.md", () => rates),
    one(Contents.changelog)
  ]
}

/** Every page by path, built when it is requested, and the pages that depend on the request. */
export const make = (options: Options) => {
  const row = rowOf(options)
  const first = { ...Contents.guide("site/index.md"), path: "/docs", title: "Documentation" }
  const home = fileSheet(first, "", Reference.guides)
  const pages = new Map([home, ...row].map((sheet) => [sheet.path, () => render(sheet, row)]))
  /** Indexes each page separately, because all of them at once would block other requests for too long. */
  const index = Effect.map(
    Effect.forEach(row, (sheet) =>
      Effect.andThen(
        Effect.yieldNow,
        Effect.sync(() => Index.of(sheet))
      )
    ),
    (all) => all.flat()
  )
  const answer = (title: string, intro: Part, found: ReadonlyArray<Omit<Entry, "p">>, query: string) => {
    const text = Article.drawn(
      html`<h1>${title}</h1>
        <p>${intro}</p>
        <ol>
          ${found.map(
            ({ h, t, u, x }) =>
              html`<li>
                <a href="${u}">${h}</a> <small>${t}</small>
                <p>${x.slice(0, 140)}</p>
              </li>`
          )}
        </ol>`
    )
    return render({ path: "/docs/search", title, section: "", body: () => text }, row, query)
  }
  return {
    pages,
    index,
    search: (find: Find, query: string) => {
      const found = find(query, 30)
      return answer("Search", `${found.length || "Nothing"} found for “${query}”.`, found, query)
    },
    /** The page for an unknown address. It suggests pages whose address differs by up to three letters, and pages with its words. */
    missing: (find: Find, path: string) => {
      const folder = path.slice(0, path.lastIndexOf("/") + 1)
      const rank = ({ u }: Entry) => (u.startsWith(folder) ? 0 : 1)
      const near = row
        .map((sheet) => ({ ...sheet, letters: Nearest.distance(path.slice(0, 200), sheet.path) }))
        .filter(({ letters }) => letters <= 3)
        .sort((a, b) => a.letters - b.letters)
        .map(({ path, section, title }) => ({ t: section, h: title, u: path, x: "" }))
      const words = path.slice(folder.length, 200).replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      const alike = find(words, 30).toSorted((a, b) => rank(a) - rank(b))
      const all = { t: "", h: "All pages", u: "/docs", x: "" }
      const said = html`There is no page at <code>${path}</code>. Did you mean:`
      const others = alike.filter(({ u }) => near.every((page) => page.u !== u))
      return answer("Page not found", said, [...near, ...others.slice(0, 5), all], words)
    }
  }
}
