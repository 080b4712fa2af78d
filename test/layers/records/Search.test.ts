import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Search from "../../../layers/records/Search.ts"

/** LIKE with all wildcards escaped is a plain substring search. */
const literal = (pattern: string) => pattern.slice(1, -1).replaceAll(/\\([\\%_])/gu, "$1")

/** Both halves of the condition: the part that the index answers, and the part that decides. */
const finds = (q: string, ...parts: ReadonlyArray<string | null>) => {
  const asked = Search.literally(q)
  const words = asked.pattern === undefined || Search.words(...parts).includes(literal(asked.pattern))
  assert.strictEqual(literal(asked.alone), asked.text)
  return words && Search.text(...parts).includes(asked.text)
}

const hasAll = (search: string, ...parts: ReadonlyArray<string | null>) =>
  Search.patterns(search).every((pattern) => Search.words(...parts).includes(literal(pattern)))

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

  it("folds ASCII like all other text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (ascii) => {
        // Another character makes it take the way of all text.
        for (const fold of [Search.text, Search.words])
          assert.strictEqual(fold(`${ascii}日`), `${fold(ascii)}日`)
      })
    )
  })

  it("escapes everything that LIKE does not take literally", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("%", "_", "\\", "a") }), (q) => {
        assert.notMatch(
          Search.literally(q)
            .alone.slice(1, -1)
            .replaceAll(/\\[\\%_]/gu, ""),
          /[\\%_]/u
        )
        assert.strictEqual(literal(Search.literally(q).alone), q)
      })
    )
  })

  it("finds words in any order and field, with or without accents", () => {
    for (const [search, ...parts] of [
      ["licence acme", "Annual licence", "Acme"],
      ["ACME lic", "Annual licence", "Acme"],
      ["müller strasse", "Muller", "Straße 5"],
      ["muller  Straße", "Müller", "STRASSE 5"],
      ["lodz", "Łódź"],
      ["ｌodz", "Łódź"],
      ["Ærø", "aero"],
      ["okonomiyaki お好み", "お好み焼き Okonomiyaki"],
      ["istanbul", "İSTANBUL"],
      ["100%", "100% wool"],
      ["O'Brien", "O’Brien Ltd"],
      ["D’Angelo", "D'Angelo"],
      ["o'keefe", "Oʼkeefe"],
      ["o`keefe", "O´Keefe"],
      ["o‘keefe", "O′Keefe"],
      ["coca-zola", "Coca‑Zola"],
      ["dash - ndash", "Dash – Ndash"],
      ["5—10", "5−10"],
      ["softhyphen", "Soft\u00adHyphen"],
      ["soft\u00adhyphen", "SoftHyphen"],
      ["zerowidth", "Zero\u200bWidth"],
      ["zero\ufeffwidth", "Zero\u2060Width"],
      ["محمد", "مُحَمَّد"],
      ["مـحـمـد", "محمد"],
      ["احمد", "أحمد"],
      ["שלום", "שָׁלוֹם"],
      ["בית-ספר", "בית־ספר"],
      ["mia@acme.example", "Deal", null, "Mia Chen", "Mia@ACME.example"]
    ] as ReadonlyArray<[string, ...ReadonlyArray<string | null>]>) {
      assert.isTrue(hasAll(search, ...parts), search)
    }
    assert.isFalse(hasAll("acme other", "Annual licence", "Acme"))
    assert.isFalse(hasAll("10%", "100 wool"))
    assert.isFalse(hasAll("কলম", "কালম"))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (all) => {
        assert.isTrue(hasAll(all.toReversed().join(" "), ...all))
      })
    )
  })

  it("asks for each word once", () => {
    assert.lengthOf(Search.patterns(" a b\tA  á\n"), 2)
    assert.lengthOf(Search.patterns(" \u00a0"), 0)
  })

  it("does not find what spans two fields", () => {
    assert.isFalse(finds("ab", "a", "b"))
    assert.isTrue(finds("b", null, "b"))
  })
})
