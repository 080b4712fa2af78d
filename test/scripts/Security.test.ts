import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"

const root = new URL("../../", import.meta.url)

describe("docs/security.md", () => {
  it("names existing tests for each promise", () => {
    const rows = readFileSync(new URL("docs/security.md", root), "utf8")
      .split("\n")
      .filter((line) => /^\|.*\|$/u.test(line) && /`\w+(?:\/\w+)+`|npm run/u.test(line))
    assert.isAbove(rows.length, 30)
    for (const row of rows) {
      const [promise = "", held = ""] = row.split("|").slice(1)
      const names = [...held.matchAll(/`([^`]+)`/gu)].map(([, name = ""]) => name)
      assert.isNotEmpty(names, promise)
      for (const name of names.filter((one) => one !== "npm run system -- fuzz")) {
        assert.isTrue(existsSync(new URL(`test/${name}.test.ts`, root)), `${promise}: ${name}`)
      }
    }
  })
})
