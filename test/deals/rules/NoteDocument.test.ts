import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as NoteDocument from "../../../src/deals/rules/NoteDocument.ts"

const paragraph = (text: string) =>
  text === "" ? { type: "paragraph" } : { type: "paragraph", content: [{ type: "text", text }] }

describe("the document of a note", () => {
  const texts: Record<string, ReadonlyArray<string>> = {
    one: ["one"],
    "one\ntwo": ["one", "two"],
    "one\r\ntwo\rthree": ["one", "two", "three"],
    "one\n\ntwo\n": ["one", "", "two", ""],
    " ": [" "]
  }
  for (const [text, lines] of Object.entries(texts)) {
    it(`has ${lines.length} paragraphs for ${JSON.stringify(text)}`, () => {
      assert.deepStrictEqual(NoteDocument.fromText(text), {
        type: "doc",
        content: lines.map(paragraph)
      } as never)
    })
  }

  it("has at most 1,000 paragraphs, so that 20,000 line ends don't make half a megabyte", () => {
    const { content } = NoteDocument.fromText(`${"\n".repeat(19_999)}end`)
    assert.lengthOf(content, 1_000)
    assert.strictEqual(content.at(-1)?.content?.[0]?.text, `${"\n".repeat(19_000)}end`)
    assert.isBelow(JSON.stringify(content).length, 64_000)
  })

  it("loses no character but the line ends", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const lines = NoteDocument.fromText(text).content.map((one) => one.content?.[0]?.text ?? "")
        assert.strictEqual(lines.join("\n"), text.replaceAll(/\r\n|\r/gu, "\n"))
      })
    )
  })
})
