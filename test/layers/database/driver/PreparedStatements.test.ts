import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { PreparedStatements } from "../../../../layers/database/driver/PreparedStatements.ts"

const texts = Array.from({ length: 5 }, (_, index) => `SELECT ${index}`)

const asked = fc.record({
  // One that was just composed is another object each time.
  text: fc
    .tuple(fc.constantFrom(...texts), fc.boolean())
    .map(([one, anew]) => (anew ? `${one} `.trimEnd() : one)),
  types: fc.array(fc.constantFrom(0, 20, 25), { maxLength: 3 })
})

it("prepared statements are found by text and types, and the text used longest ago is closed", () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 60 }), (all) => {
      const cache = new PreparedStatements(4)
      const kept = new Map<string, Map<string, object>>()
      for (const { text, types } of all) {
        const ofText = kept.get(text) ?? new Map<string, object>()
        const before = ofText.get(types.join())
        const found = cache.find(text, types)
        if (before === undefined) assert.isFalse(found.isSent)
        else assert.strictEqual(found, before)
        found.isSent = true
        ofText.set(types.join(), found)
        kept.delete(text)
        kept.set(text, ofText)
        const size = [...kept.values()].reduce((sum, one) => sum + one.size, 0)
        const [oldest] = kept.keys()
        const closes = cache.takeCloses()
        if (before !== undefined || size <= 4 || oldest === text) assert.lengthOf(closes, 0)
        else {
          assert.lengthOf(closes, kept.get(oldest!)!.size)
          kept.delete(oldest!)
        }
      }
    }),
    { numRuns: 500 }
  )
})
