/** All pages of the documentation, in the order in which they are read. Made on the first request. */
import * as Article from "./Article.ts"
import { operations, routed, files } from "../../contract/Api.ts"
import type { Description } from "./Description.ts"
import { operationsOf } from "./Description.ts"
import { type Branch, guides, render, type Sheet } from "./Frame.ts"
import { drawn, type Html } from "../pages/platform/Html.ts"
import * as Reader from "../pages/words/Reader.ts"
import { readFileSync } from "node:fs"
import { sections, target } from "./Contents.ts"
import * as Group from "./Group.ts"
import * as Nearest from "../../domain/platform/Nearest.ts"
import * as Home from "./Home.ts"
import type { Entry } from "./search.js"
import * as Limits from "./Limits.ts"
import * as Operation from "./Operation.ts"
import * as Overview from "./Overview.ts"

/** The tools of each operation by its id: its own, and those that narrow it. */
const tools = Map.groupBy(
  operations.filter(({ tool }) => tool !== undefined),
  ({ formOf, id }) => formOf ?? id
)

const described = new Map([...routed, ...files].map((operation) => [operation.id as string, operation]))

const english = Reader.of("en")

const headingsIn = (body: Html) =>
  [...drawn(body, english).matchAll(/<h([23]) id="([^"]+)">(?:<a [^>]*>)?([^<]+)/gu)].map(
    ([, level, id, title]) => ({
      level: Number(level),
      id: id!,
      title: title!
    })
  )

/** A page with its headings. */
const headed = (body: () => Html) => () => {
  const made = body()
  return { body: made, headings: headingsIn(made) }
}

const guidePages = (): ReadonlyArray<Sheet> =>
  sections().flatMap((section) =>
    section.guides.map(({ file, path, source, title }) => ({
      path,
      title,
      section: section.title,
      content: () => Article.make(source, (link) => target(file, link))
    }))
  )

const changelog = (): Sheet => {
  const source = () => readFileSync(new URL("../../../CHANGELOG.md", import.meta.url), "utf8")
  const link = (address: string) => target("", address.replace(/^docs\//u, ""))
  return {
    path: "/docs/changelog",
    title: "Changelog",
    section: "Reference",
    content: () => Article.make(source(), link)
  }
}

export interface Options {
  readonly description: Description
  readonly rates: Limits.Rates
  /** Whether the service is where the pages are: then operations can be tried. */
  readonly live: boolean
}

const operationPages = ({ description, live }: Options, group: string): ReadonlyArray<Sheet> =>
  operationsOf(description, group).map((placed) => {
    const { operationId: id, summary } = placed.operation
    return {
      path: Group.addressOf(id),
      title: summary,
      section: `${Group.title(group)} API`,
      ...(live ? { scripts: ["try.js" as const] } : {}),
      content: headed(() =>
        Operation.page(description, placed, described.get(id)!, tools.get(id) ?? [], live)
      )
    }
  })

const referencePages = (options: Options): ReadonlyArray<Sheet> => {
  const { description, rates } = options
  const one = (path: string, title: string, body: () => Html): Sheet => ({
    path,
    title,
    section: "Reference",
    content: headed(body)
  })
  return [
    one("/docs/reference", "API reference", () => Overview.overview(description)),
    ...description.tags.flatMap(({ name }) => [
      one(`/docs/${name}`, `${Group.title(name)} API`, () => Group.page(description, name)),
      ...operationPages(options, name)
    ]),
    one("/docs/objects", "Objects", () => Overview.objects(description)),
    one("/docs/webhook-events", "Webhook events", () => Overview.events(description)),
    one("/docs/errors", "Errors", () => Overview.errors(description)),
    one("/docs/limits", "Limits", () => Limits.page(rates)),
    changelog()
  ]
}

const home = (): Sheet => ({
  path: "/docs",
  title: "Documentation",
  section: "",
  content: () => ({ body: Home.page(), headings: [] }),
  isApart: true
})

const reference = (description: Description, at?: string): Branch => {
  const group = at === undefined ? undefined : operationsOf(description, at)
  return {
    title: "Reference",
    links: [
      ["/docs/reference", "Rules for every call"],
      ...description.tags.map(({ name }) => [`/docs/${name}`, Group.title(name)] as const),
      ["/docs/objects", "Objects"],
      ["/docs/webhook-events", "Webhook events"],
      ["/docs/errors", "Errors"],
      ["/docs/limits", "Limits"],
      ["/docs/changelog", "Changelog"]
    ],
    ...(group !== undefined && {
      at: `/docs/${at}`,
      under: group.map(
        ({ operation }) => [Group.addressOf(operation.operationId), operation.summary] as const
      )
    })
  }
}

/** How many letters of an address may be wrong for a page to be meant. */
const mostLetters = 3

/** Every page, by its path: made when it is asked for. `row` is what search goes through. */
export const make = (options: Options) => {
  const { description } = options
  const groups = new Set(description.tags.map(({ name }) => name))
  const branches = (path: string): ReadonlyArray<Branch> => {
    const group = path.split("/")[2] ?? ""
    return [...guides(), reference(description, groups.has(group) ? group : undefined)]
  }
  const row = [...guidePages(), ...referencePages(options)]
  const all = [home(), ...row]
  const pages = new Map(
    all.map((sheet, place) => {
      const around = { branches: branches(sheet.path), before: all[place - 1], after: all[place + 1] }
      return [sheet.path, () => render(sheet, around)]
    })
  )
  const apart = (title: string, body: Html, query = "") => {
    const content = () => ({ body, headings: [] })
    const sheet: Sheet = { path: "/docs/search", title, section: "", isApart: true, content }
    return render(sheet, { branches: branches(""), before: undefined, after: undefined, query })
  }
  const found = (query: string, entries: ReadonlyArray<Entry>) =>
    apart("Search", Home.results(query, entries), query)
  /** `like` is what a search for the words of the address found; a page of nearly this address comes first. */
  const missing = (path: string, like: ReadonlyArray<Entry>) => {
    const misspelt = row
      .map((sheet) => ({ sheet, letters: Nearest.distance(path.slice(0, 200), sheet.path) }))
      .filter(({ letters }) => letters <= mostLetters)
      .sort((a, b) => a.letters - b.letters)
      .map(({ sheet: { path, section, title } }) => ({ t: section, h: title, u: path, x: "" }))
    const others = like.filter(({ u }) => misspelt.every((one) => one.u !== u))
    return apart("No such page", Home.missing(path, [...misspelt.slice(0, 3), ...others]))
  }
  return { pages, row, found, missing }
}
