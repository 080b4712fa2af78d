import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { page } from "../../scripts/settings.ts"

describe("docs/settings.md", () => {
  it("lists every setting as the code has it", () => {
    const text = readFileSync(new URL("../../docs/settings.md", import.meta.url), "utf8")
    assert.match(text, /^\| `PORT` +\| 3000 /mu)
    assert.match(text, /^\| `DATABASE_URL`, `DATABASE_URL_FILE` /mu)
    assert.strictEqual(text, page(text), "out of date: run npm run generate")
  })
})
