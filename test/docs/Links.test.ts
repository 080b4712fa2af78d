/** Links and anchors of the documentation as files: on the site, test/surfaces/web/Docs.test.ts follows them. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import * as Fault from "../../schema/Fault.ts"
import { routed } from "../../src/contract/Api.ts"
import * as Article from "../../src/surfaces/docs/Article.ts"
import { sections } from "../../src/surfaces/docs/Contents.ts"
import * as Fences from "../support/docs/Fences.ts"

const files = [...Fences.files(), "ARCHITECTURE.md", "CHANGELOG.md"]

const anchors = new Map<string, ReadonlySet<string>>()

const anchorsOf = (file: string) => {
  const known = anchors.get(file)
  if (known !== undefined) return known
  const { headings } = Article.anchored(Article.html(readFileSync(file, "utf8"), (link) => link))
  const made = new Set(headings.map(({ id }) => id))
  anchors.set(file, made)
  return made
}

/** Pages of the site that are no files: whether there is one at this path, with this anchor. */
const isOnSite = (path: string, anchor: string | undefined): boolean => {
  const guide = sections()
    .flatMap(({ guides }) => guides)
    .find((one) => one.path === path)
  if (guide !== undefined) return anchor === undefined || anchorsOf(`docs/${guide.file}`).has(anchor)
  if (path === "/docs/errors")
    return anchor === undefined || Fault.classes.flatMap(Fault.codesOf).some((code) => code === anchor)
  const [, , group = "", verb] = path.split("/")
  const documents = ["/openapi.json", "/postman.json", "/llms-full.txt"]
  if (["/docs", "/docs/reference", "/docs/limits", "/docs/webhook-events", ...documents].includes(path))
    return anchor === undefined
  return (
    anchor === undefined &&
    routed.some(({ id }) => id === `${group}.${verb}` || (verb === undefined && id.startsWith(`${group}.`)))
  )
}

/** What is wrong with a link of a file; undefined if it leads somewhere. */
const flawOf = (file: string, link: string): string | undefined => {
  const [path = "", anchor] = link.split("#")
  if (/^(?:https?:|mailto:)/u.test(link)) return URL.canParse(link) ? undefined : "is no address"
  if (path.startsWith("/")) return isOnSite(path, anchor) ? undefined : "is no page of the site"
  const target = path === "" ? file : normalize(join(dirname(file), path))
  if (target.startsWith("..")) return "leads out of the repository"
  if (!existsSync(target)) return "leads to no file"
  if (anchor === undefined) return undefined
  if (statSync(target).isDirectory() || !target.endsWith(".md")) return "has an anchor of a file without any"
  return anchorsOf(target).has(anchor) ? undefined : "leads to no heading"
}

/** Without code, where brackets are no links. */
const prose = (source: string) =>
  source.replaceAll(/^( *)```[^]*?^\1```[ \t]*$/gmu, "").replaceAll(/(`+)[^]*?[^`]\1(?!`)/gu, "")

const linksOf = (file: string) =>
  Array.from(prose(readFileSync(file, "utf8")).matchAll(/\]\(([^()\s]+)\)/gu), ([, link]) => link!)

describe("the documentation", () => {
  it("has no link or anchor that leads nowhere", () => {
    let count = 0
    const flaws = files.flatMap((file) =>
      linksOf(file).flatMap((link) => {
        count += 1
        const flaw = flawOf(file, link)
        return flaw === undefined ? [] : [`${file}: ${link} ${flaw}`]
      })
    )
    assert.deepStrictEqual(flaws, [])
    assert.isAbove(count, 150)
  })

  it("is refused if it has one", () => {
    const wrong = {
      "nothing.md": /no file/u,
      "start.md#nothing": /no heading/u,
      "#nothing": /no heading/u,
      "../../elsewhere.md": /out of the repository/u,
      "/docs/errors#nothing": /no page/u,
      "/docs/deals/nothing": /no page/u,
      "pictures/board.svg#x": /without any/u
    }
    for (const [link, reason] of Object.entries(wrong))
      assert.match(flawOf("docs/start.md", link) ?? "", reason, link)
    for (const link of [
      "undo.md",
      "#start-it",
      "/docs/errors#deal_not_found",
      "/docs/deals/move",
      "../README.md#develop"
    ])
      assert.isUndefined(flawOf("docs/start.md", link), link)
  })
})
