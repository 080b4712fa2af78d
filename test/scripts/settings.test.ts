import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

describe("docs/settings.md", () => {
  it("lists every setting", () => {
    const names = read("layers/platform/Settings.ts").match(/"[A-Z][A-Z0-9_]+"/gu)!
    assert.isAbove(names.length, 20)
    const page = read("docs/settings.md")
    for (const name of new Set(names)) assert.include(page, `\`${name.slice(1, -1)}\``)
  })
})
