/** The guides of docs/, in the order of docs/contents.json. They are read when the first page is asked for. */
import { readdirSync, readFileSync } from "node:fs"

const folder = new URL("../../../docs/", import.meta.url)

export const text = (file: string): string => readFileSync(new URL(file, folder), "utf8")

/** Pages beside the guides: `Docs` draws them, or they are files elsewhere. */
const others: Readonly<Record<string, string>> = { "../CHANGELOG.md": "/docs/changelog" }

export interface Guide {
  readonly path: string
  readonly file: string
  readonly title: string
  readonly source: string
}

export interface Section {
  readonly title: string
  readonly guides: ReadonlyArray<Guide>
}

const addressOf = (file: string) => `/docs/guide/${file.replace(/\.md$/u, "")}`

const guide = (file: string): Guide => {
  const source = text(file)
  return { file, path: addressOf(file), source, title: /^# (.+)/u.exec(source)?.[1] ?? file }
}

const load = (): ReadonlyArray<Section> =>
  (JSON.parse(text("contents.json")) as ReadonlyArray<{ title: string; pages: ReadonlyArray<string> }>).map(
    ({ pages, title }) => ({ title, guides: pages.map(guide) })
  )

let loaded: ReadonlyArray<Section> | undefined

export const sections = (): ReadonlyArray<Section> => (loaded ??= load())

let drawn: ReadonlySet<string> | undefined

/** Whether there is a picture at this path. */
export const isPicture = (path: string): boolean =>
  (drawn ??= new Set(readdirSync(new URL("pictures/", folder)).map((name) => `/docs/pictures/${name}`))).has(
    path
  )

/** Where a link of a file of docs/ leads on the site; undefined if it leads to a file that the site does not have. */
export const target = (file: string, link: string): string | undefined => {
  const [path = "", anchor] = link.split("#")
  const suffix = anchor === undefined ? "" : `#${anchor}`
  if (/^[a-z]+:/u.test(link) || path.startsWith("/") || path === "") return link
  const { pathname } = new URL(path, `http://docs/docs/${file}`)
  const found = pathname.replace(/^\/docs\//u, "")
  if (pathname === "/CHANGELOG.md") return others["../CHANGELOG.md"]! + suffix
  if (isPicture(pathname)) return pathname
  const isGuide = sections().some(({ guides }) => guides.some((one) => one.file === found))
  return isGuide ? addressOf(found) + suffix : undefined
}
