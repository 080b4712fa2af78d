import { assert, describe, it } from "@effect/vitest"
import { drawn, html, Html, plain } from "../../../../src/surfaces/web/Html.ts"
import * as Amounts from "../../../../src/surfaces/web/Amounts.ts"
import * as Reader from "../../../../src/surfaces/web/i18n/Reader.ts"
import { languages, say } from "../../../../src/surfaces/web/i18n/Words.ts"
import type { Language } from "../../../../src/surfaces/web/i18n/Language.ts"

type Leaf = string | Html | ((...parts: ReadonlyArray<unknown>) => unknown)

const isLeaf = (entry: unknown): entry is Leaf => typeof entry !== "object" || entry instanceof Html

const entries = (words: object, path = ""): ReadonlyArray<readonly [string, Leaf]> =>
  Object.entries(words).flatMap(([key, entry]) =>
    isLeaf(entry) ? [[`${path}.${key}`, entry] as const] : entries(entry as object, `${path}.${key}`)
  )

const of = (language: Language) => new Map(entries(languages[language].words))

const placeholders = (text: string) => (text.match(/\{\w+\}/gu) ?? []).toSorted()

describe("the dictionaries", () => {
  const english = of("en")
  const others = (Object.keys(languages) as Array<Language>).filter((language) => language !== "en")

  it.each(others)("%s has every entry of English, and no other", (language) => {
    assert.deepStrictEqual([...of(language).keys()].toSorted(), [...english.keys()].toSorted())
  })

  it.each(others)("%s takes the same parts", (language) => {
    for (const [key, entry] of of(language)) {
      const source = english.get(key)!
      assert.strictEqual(typeof entry, typeof source, key)
      if (typeof entry === "string") {
        assert.deepStrictEqual(placeholders(entry), placeholders(source as string), key)
        assert.notStrictEqual(entry.trim(), "", key)
      } else if (typeof entry === "function") {
        assert.strictEqual(entry.length, (source as typeof entry).length, key)
      }
    }
  })
})

describe("a reader", () => {
  it.each([
    [undefined, "en"],
    ["de-AT,de;q=0.9,en;q=0.5", "de"],
    ["fr-FR,fr;q=0.9,de;q=0.4,en;q=0.3", "de"],
    ["en;q=0.2, de;q=0", "en"],
    ["fr, *", "en"]
  ] as const)("who accepts %s reads %s", (header, language) => {
    assert.strictEqual(Reader.from(header).language, language)
  })

  it("reads what they saved before what the browser asks for", () => {
    const { language, zone } = Reader.from("en", { language: "de", zone: "Europe/Berlin" })
    assert.deepStrictEqual([language, zone], ["de", "Europe/Berlin"])
    assert.strictEqual(Reader.from("de", { language: null, zone: null }).language, "de")
  })

  it("gets amounts as their language writes them", () => {
    const seen = (language: Language, part: ReturnType<typeof Amounts.short>) =>
      plain(part, Reader.of(language))
    assert.strictEqual(seen("en", Amounts.short(1_250_050, "USD")), "$12,500.50")
    assert.strictEqual(seen("de", Amounts.short(1_250_050, "EUR")), "12.500,50\u00a0€")
    assert.strictEqual(seen("de", Amounts.full(500, "JPY")), "500\u00a0¥")
    assert.strictEqual(
      drawn(Amounts.compactAmount(1_234_567_890n, "EUR"), Reader.of("de")),
      '<span title="12.345.678,90\u00a0€">12,3\u00a0Mio.\u00a0€</span>'
    )
  })
})

describe("a text from right to left", () => {
  const reader = Reader.of("en")
  const name = "شركة"

  it("keeps its direction to itself, where there can be an element for it", () => {
    assert.strictEqual(
      drawn(html`<p title="${name}">${name} $5</p>`, reader),
      `<p title="${name}"><bdi>${name}</bdi> $5</p>`
    )
    assert.strictEqual(
      drawn(html`<option value="1">${html`${name}`}</option>`, reader),
      `<option value="1">${name}</option>`
    )
    assert.strictEqual(drawn(html`<b>Acme</b>`, reader), "<b>Acme</b>")
  })

  it("is isolated in a text, too", () => {
    assert.strictEqual(plain(say.frame.isSuspended(name), reader), `\u2068${name}\u2069 is suspended`)
    assert.strictEqual(plain(html`<i>${"<b> & Co"}</i>`, reader), "<b> & Co")
  })
})
