import { assert, it } from "@effect/vitest"
import * as SelectiveSubstring from "../../../layers/deals/SelectiveSubstring.ts"

it("leaves out the common letters of a text, and nothing if all of them are", () => {
  const common = new Set(["art", "ter", "the", "hem"])
  const parts = {
    quarterly: "quar",
    "winter sales": "winte",
    art: "art",
    them: "them",
    "the rterly": "erly",
    "a-b": "a-b",
    "zy 100% art": "100",
    // What an index may not have.
    "acme договорённость": "acme",
    "ab 日本語テキスト": "ab 日本語テキスト",
    größenordnung: "enordnung",
    "\u{1d51e}bcdx": "bcdx"
  }
  for (const [text, part] of Object.entries(parts)) {
    assert.strictEqual(SelectiveSubstring.of(text, common), part, text)
    assert.strictEqual(SelectiveSubstring.of(text, new Set()), text)
    assert.isTrue(text.includes(part))
  }
})
