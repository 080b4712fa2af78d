import { assert, describe, it } from "@effect/vitest"
import * as ImageLayout from "../../../layers/reports/images/ImageLayout.ts"

/** A drawn text without its position: the outline, or the picture of an emoji. */
const drawnOf = async (text: string) => {
  const box = { type: "div", props: { style: { display: "flex", fontFamily: "Inter" }, children: text } }
  const svg = await ImageLayout.svg(box, text)
  return [...svg.matchAll(/<path[^>]* d="([^"]+)"|<image[^>]* href="([^"]+)"/gu)].map(
    ([, outline, image]) => image ?? outline
  )
}

const inTurn = async (texts: ReadonlyArray<string>) => {
  const drawn = []
  for (const text of texts) drawn.push(await drawnOf(text))
  return drawn
}

const samples = {
  "simplified Chinese": "销售渠道简体",
  "traditional Chinese": "銷售繁體",
  Japanese: "のパイプ株式",
  Korean: "한국어영업",
  Arabic: "مجلسعت",
  Hebrew: "שלוםע",
  Devanagari: "हनदवकय",
  Thai: "ภาษไทย",
  Bengali: "বলকম",
  Tamil: "தமழ",
  Telugu: "తలగ",
  Georgian: "ქართულ",
  Armenian: "Հայերն",
  Cyrillic: "ЖЩЮД",
  Greek: "ΛΨΩδ"
}

const missing = "\u{E000}"

describe("the text of an image", () => {
  for (const [script, sample] of Object.entries(samples)) {
    it(`is drawn letter by letter in ${script}, with no missing letter`, async () => {
      const boxes = await drawnOf(missing)
      const letters = await inTurn(Array.from(sample))
      const drawings = letters.map((drawn) => {
        assert.strictEqual(drawn.length, 1, JSON.stringify([drawn, letters]).slice(0, 600))
        return drawn[0]
      })
      // All missing letters look alike.
      assert.strictEqual(new Set([...drawings, ...boxes]).size, drawings.length + boxes.length)
    })
  }

  it("joins Arabic letters", async () => {
    const [joined] = await drawnOf("سع")
    const [apart] = await drawnOf("س\u200Cع")
    assert.notStrictEqual(joined, apart)
  })

  it("has a picture of each emoji, also of several code points", async () => {
    const emoji = ["🚀", "✅", "👩‍💻", "🇩🇪", "❤️", "1️⃣", "👍🏽"]
    const images = await inTurn(emoji)
    for (const [index, drawn] of images.entries()) {
      assert.match(String(drawn[0]), /^data:image\/svg\+xml;base64,/u, emoji[index])
    }
    assert.strictEqual(new Set(images.map(String)).size, emoji.length)
  })
})
