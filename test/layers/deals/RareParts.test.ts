import { assert, it } from "@effect/vitest"
import * as RareParts from "../../../layers/deals/RareParts.ts"

it("leaves out the common letters of a text, and nothing if all of them are", () => {
  const common = new Set(["art", "ter", "the", "hem", "\u{1d51e}bc"])
  const parts = {
    quarterly: "quar",
    "winter sales": "winte",
    art: "art",
    them: "them",
    "the rterly": "erly",
    "a-b": "a-b",
    "zy 100% art": "100",
    // Letters of two units are one.
    "\u{1d51e}bcdx": "bcdx",
    "x\u{1d51e}bc": "x\u{1d51e}b"
  }
  for (const [text, part] of Object.entries(parts)) {
    assert.strictEqual(RareParts.of(text, common), part, text)
    assert.strictEqual(RareParts.of(text, new Set()), text)
    assert.isTrue(text.includes(part))
  }
})
