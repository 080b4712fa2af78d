/** The files of docs/ and their addresses on the site, read when the first page is requested. */
import { readdirSync, readFileSync } from "node:fs"
import { lazy } from "../../shared/Memo.ts"

const folder = new URL("../../../docs/", import.meta.url)

export const text = (file: string): string => readFileSync(new URL(file, folder), "utf8")

export const changelog = "../CHANGELOG.md"

/** Files of docs/site have their own addresses; `DocsSite` fills in their placeholders from the contract. */
const addressOf = (file: string): string => {
  if (file === changelog) return "/docs/changelog"
  const name = file.replace(/\.md$/u, "")
  return name.startsWith("site/") ? `/docs/${name.slice("site/".length)}` : `/docs/guide/${name}`
}

/** A file with its address and title. */
export const guide = (file: string) => {
  const source = text(file)
  return { file, path: addressOf(file), source, title: /^# (.+)/u.exec(source)?.[1] ?? file }
}

/** The guides, in the order of docs/contents.json. */
export const sections = lazy(() =>
  (JSON.parse(text("contents.json")) as ReadonlyArray<{ title: string; pages: ReadonlyArray<string> }>).map(
    ({ pages, title }) => ({ title, guides: pages.map(guide) })
  )
)

export const pictures = (): ReadonlyArray<string> =>
  readdirSync(new URL("pictures/", folder)).map((name) => `pictures/${name}`)

/** The site's address for a link in a file; undefined if the site doesn't have the target. */
export const target = (file: string, link: string): string | undefined => {
  if (/^(?:[a-z]+:|\/|#)/u.test(link)) return link
  const { hash, pathname } = new URL(link, `http://docs/docs/${file}`)
  if (pathname.startsWith("/docs/pictures/")) return pathname
  const found = pathname === "/CHANGELOG.md" ? changelog : pathname.slice("/docs/".length)
  const isPage =
    found === changelog || sections().some(({ guides }) => guides.some((one) => one.file === found))
  return isPage ? addressOf(found) + hash : undefined
}
