import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Search from "../../layers/Search.ts"

/** What LIKE makes of a pattern whose wildcards are all escaped: a plain substring. */
const literal = (pattern: string) => pattern.slice(1, -1).replaceAll(/\\([\\%_])/gu, "$1")

const finds = (q: string, ...parts: ReadonlyArray<string | null>) =>
  Search.text(...parts).includes(literal(Search.pattern(q)))

const text = fc.string({ unit: "grapheme", maxLength: 12 })

describe("search", () => {
  it("finds every part of a text in any case", () => {
    fc.assert(
      fc.property(text, text, text, (before, q, after) => {
        for (const cased of [q, q.toUpperCase(), q.toLowerCase()]) {
          assert.isTrue(finds(cased, before + q + after), cased)
          assert.isTrue(finds(q, before + cased + after), cased)
        }
      })
    )
  })

  it("escapes all that LIKE would not take literally", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("%", "_", "\\", "a") }), (q) => {
        assert.notMatch(
          Search.pattern(q)
            .slice(1, -1)
            .replaceAll(/\\[\\%_]/gu, ""),
          /[\\%_]/u
        )
        assert.strictEqual(literal(Search.pattern(q)), q)
      })
    )
  })

  it("does not find what spans two fields", () => {
    assert.isFalse(finds("ab", "a", "b"))
    assert.isTrue(finds("b", null, "b"))
  })
})
