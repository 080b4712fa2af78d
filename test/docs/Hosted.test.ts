/** The documentation as files for a web server (`npm run docs`): every link and anchor in it leads to one of its files. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "hosted-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = (address: string) => {
  const file = join(folder, address)
  if (!existsSync(file)) return undefined
  if (!statSync(file).isDirectory()) return file
  const page = join(file, "index.html")
  return existsSync(page) ? page : undefined
}

const all = (text: string, attribute: string) =>
  Array.from(text.matchAll(new RegExp(`\\s(?:${attribute})="([^"]*)"`, "gu")), ([, value]) => value!)

const ids = new Map<string, ReadonlySet<string>>()

const idsOf = (file: string) => {
  const known = ids.get(file) ?? new Set(all(readFileSync(file, "utf8"), "id"))
  ids.set(file, known)
  return known
}

/** What is wrong with a link of a page; undefined if it leads somewhere. */
const flawOf = (page: string, link: string) => {
  const [path = "", anchor] = link.split("#")
  const address = path.split("?")[0]!
  if (/^(?:https?:|mailto:|data:)/u.test(link)) return undefined
  const file = address === "" ? page : fileOf(decodeURIComponent(address))
  if (file === undefined) return "leads to no file"
  return anchor === undefined || idsOf(file).has(anchor) ? undefined : "leads to no anchor"
}

describe("the documentation, hosted", () => {
  it(
    "has no link or anchor that leads nowhere, and no form that sends requests",
    { timeout: 120_000 },
    () => {
      execFileSync(process.execPath, ["scripts/docs.ts", folder], { encoding: "utf8" })
      const pages = globSync("**/index.html", { cwd: folder }).map((page) => join(folder, page))
      const flaws = new Set<string>()
      for (const page of pages) {
        const text = readFileSync(page, "utf8")
        assert.notInclude(text, 'name="key"', page)
        for (const link of all(text, "href|src")) {
          const flaw = flawOf(page, link)
          if (flaw !== undefined) flaws.add(`${page.slice(folder.length)}: ${link} ${flaw}`)
        }
      }
      assert.deepStrictEqual([...flaws], [])
      assert.isAbove(pages.length, 100)
      assert.match(flawOf(pages[0]!, "/docs/nothing") ?? "", /no file/u)
      assert.match(flawOf(pages[0]!, "/docs/errors#nothing") ?? "", /no anchor/u)
    }
  )
})
