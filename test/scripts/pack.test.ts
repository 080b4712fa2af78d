import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

/** What npm would pack, after it built it; `npm run pack:try` installs and starts it. */
const packed = () => {
  const { stderr, stdout } = spawnSync(
    "npm",
    ["pack", "--dry-run", "--json", "--loglevel=error", "--ignore-scripts=false"],
    {
      encoding: "utf8",
      shell: process.platform === "win32"
    }
  )
  assert.match(stdout, /^\[/mu, stderr)
  const [{ files, unpackedSize }] = JSON.parse(stdout.slice(stdout.search(/^\[/mu)))
  return { paths: files.map(({ path }: { path: string }) => path) as ReadonlyArray<string>, unpackedSize }
}

const { bin } = JSON.parse(readFileSync("package.json", "utf8"))

describe("the npm package", () => {
  it(
    "holds the built service, its commands and what pages need, and nothing else",
    { timeout: 180_000 },
    () => {
      const { paths, unpackedSize } = packed()
      const expected = [
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "package.json",
        bin["sales-pipeline"],
        "dist/cli.js"
      ]
      assert.includeMembers([...paths], expected)
      assert.includeMembers(
        [...paths],
        ["fetchWal", "DrawingThread", "MailReaderThread"].map((name) => `dist/${name}.js`)
      )
      assert.includeMembers(
        [...paths],
        ["dist/src/surfaces/pages/platform/style.css", "dist/src/surfaces/agents/skill/SKILL.md"]
      )
      const others = paths.filter(
        (path) =>
          !expected.includes(path) &&
          !/^dist\/(?:[\w-]+\.js|types\/(?:schema|src|layers|migrations)\/.+\.d\.ts|src\/surfaces\/.+\.(?:css|js|md|svg|png)|docs\/.+\.(?:md|json|png|svg|ts)|CHANGELOG\.md)$/u.test(
            path
          )
      )
      assert.deepStrictEqual(others, [])
      assert.isBelow(paths.length, 400)
      assert.isBelow(unpackedSize, 12_000_000)
    }
  )

  it("names no path of the machine that packed it", () => {
    const entry = readFileSync("dist/cli.js", "utf8")
    assert.notInclude(entry, process.cwd())
  })
})
