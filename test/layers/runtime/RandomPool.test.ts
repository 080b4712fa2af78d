import { assert, it } from "@effect/vitest"
import * as RandomPool from "../../../layers/runtime/RandomPool.ts"

it("hands out no bytes twice, of whatever size", () => {
  const seen = new Set<string>()
  for (let count = 0; count < 3_000; count++) {
    const bytes = new Uint8Array([12, 16, 7][count % 3]!)
    RandomPool.draw(bytes)
    const text = Buffer.from(bytes).toString("hex")
    assert.isFalse(seen.has(text))
    seen.add(text)
  }
})

it("fills more than it keeps, and all of it", () => {
  const bytes = new Uint8Array(10_000)
  RandomPool.draw(bytes)
  // Ten zeros in a row come by chance once in 10^20 times.
  assert.notInclude(Buffer.from(bytes).toString("latin1"), "\0".repeat(10))
})
