import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Reader from "../../../src/surfaces/web/i18n/Reader.ts"
import { drawn, href, html, Html, type Part } from "../../../src/surfaces/web/Html.ts"

const unescape = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39|#96);/gu, (entity) => {
    const chars: Record<string, string> = {
      "&amp;": "&",
      "&lt;": "<",
      "&gt;": ">",
      "&quot;": '"',
      "&#39;": "'",
      "&#96;": "`"
    }
    return chars[entity]!
  })

const shown = (part: Part) => drawn(part, Reader.of("en"))

describe("a template", () => {
  it("escapes all text, and loses none of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const out = shown(html`<p title="${text}">${text}</p>`)
        const match = /^<p title="([^"<>]*)">(?:<bdi>)?([^<>]*)(?:<\/bdi>)?<\/p>$/u.exec(out)
        assert.isNotNull(match)
        assert.strictEqual(unescape(match![1]!), text)
        assert.strictEqual(unescape(match![2]!), text)
      })
    )
  })

  it("accepts HTML, lists and nothing", () => {
    const items = ["a", "<b>"].map((text) => html`<li>${text}</li>`)
    const text = shown(html`<b>${items}${null}${undefined}${false}${0}</b>`)
    assert.strictEqual(text, "<b><li>a</li><li>&lt;b&gt;</li>0</b>")
    assert.instanceOf(html``, Html)
  })
})

describe("a link that people typed", () => {
  it("only leads to the web, to mail or to a telephone", () => {
    assert.strictEqual(href("https://acme.example/a b"), "https://acme.example/a%20b")
    assert.strictEqual(href("mailto:ada@acme.example"), "mailto:ada@acme.example")
    assert.strictEqual(href("tel:+49 30 1234"), "tel:+49 30 1234")
    for (const bad of [
      "javascript:alert(1)",
      " javascript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "x"
    ]) {
      assert.strictEqual(href(bad), "#")
    }
  })
})
