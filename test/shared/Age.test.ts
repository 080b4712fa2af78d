import { assert, describe, it } from "@effect/vitest"
import * as Age from "../../src/shared/time/Age.ts"

describe("Age", () => {
  it("is rounded to the unit that matters", () => {
    const of = (then: string) => {
      const { count, unit } = Age.of(then, "2026-05-10T12:00:00.000Z")
      return unit === undefined ? "now" : `${count} ${unit}`
    }
    assert.strictEqual(of("2026-05-10T12:00:05.000Z"), "now")
    assert.strictEqual(of("2026-05-10T11:59:00.001Z"), "now")
    assert.strictEqual(of("2026-05-10T11:59:00.000Z"), "1 min")
    assert.strictEqual(of("2026-05-10T11:00:00.001Z"), "59 min")
    assert.strictEqual(of("2026-05-10T11:00:00.000Z"), "1 h")
    assert.strictEqual(of("2026-05-09T12:00:00.001Z"), "23 h")
    assert.strictEqual(of("2026-05-09T12:00:00.000Z"), "1 d")
    assert.strictEqual(of("2026-02-09T12:00:00.000Z"), "90 d")
  })
})
