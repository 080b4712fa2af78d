import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as KeyLimits from "../../../src/identity/rules/KeyLimits.ts"

const now = "2026-05-01T12:00:00.000Z"

const made = (asked: KeyLimits.LimitsInput) => Result.getOrThrow(KeyLimits.of(asked, now))
const flaw = (asked: KeyLimits.LimitsInput) => Result.getOrThrow(Result.flip(KeyLimits.of(asked, now)))

describe("the limits of a key", () => {
  it("are none unless asked for", () => {
    assert.deepStrictEqual(made({}), KeyLimits.none)
    assert.deepStrictEqual(made({ expiresIn: "never", allowedAddresses: [] }), KeyLimits.none)
  })

  it("end after days, on a day or at a time", () => {
    assert.strictEqual(made({ expiresIn: "30d" }).expiresAt, "2026-05-31T12:00:00.000Z")
    assert.strictEqual(made({ expiresAt: "2026-05-02" }).expiresAt, "2026-05-02T00:00:00.000Z")
    const late = made({ expiresIn: "never", expiresAt: "2026-05-01T14:00:01+02:00" })
    assert.strictEqual(late.expiresAt, "2026-05-01T12:00:01.000Z")
  })

  it("don't end before they begin, or at two times", () => {
    for (const expiresAt of ["2026-05-01", "2026-05-01T12:00:00Z", "2025-12-31"]) {
      assert.deepStrictEqual(flaw({ expiresAt }), { path: "expiresAt", message: "must be in the future" })
    }
    assert.strictEqual(flaw({ expiresAt: "2026-06-01", expiresIn: "30d" }).path, "expiresAt")
  })

  it("hold addresses in one spelling, once", () => {
    const { allowedAddresses } = made({ allowedAddresses: ["10.0.0.9/8", "10.0.0.0/8", "::ffff:1.2.3.4"] })
    assert.deepStrictEqual(allowedAddresses, ["10.0.0.0/8", "1.2.3.4"])
    assert.include(flaw({ allowedAddresses: ["10.0.0.1", "office"] }).message, "office is neither")
    const many = Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`)
    assert.strictEqual(flaw({ allowedAddresses: many }).path, "allowedAddresses")
  })

  it("are told of two weeks ahead", () => {
    for (const [expiresAt, told] of [
      [null, undefined],
      ["2026-05-01T12:00:00.000Z", "over"],
      ["2026-05-01T12:00:00.001Z", 0],
      ["2026-05-03T11:59:59.999Z", 1],
      ["2026-05-15T12:00:00.000Z", 14],
      ["2026-05-15T12:00:00.001Z", undefined]
    ] as const) {
      assert.strictEqual(KeyLimits.endOf(expiresAt, now), told, String(expiresAt))
    }
  })
})
