import { assert, describe, it } from "@effect/vitest"
import { Currency } from "../../schema/Field.ts"
import * as Money from "../../src/shared/Money.ts"

describe("money as people read it", () => {
  it("has the decimals of its currency, in all seven", () => {
    const shown = Currency.literals.map((currency) => Money.format(1_234_567, currency))
    assert.deepStrictEqual(shown, [
      "$12,345.67",
      "€12,345.67",
      "£12,345.67",
      "CA$12,345.67",
      "A$12,345.67",
      "¥1,234,567",
      "₹12,345.67"
    ])
  })

  it("is exact from zero to beyond 2^53", () => {
    assert.strictEqual(Money.format(0, "USD"), "$0.00")
    assert.strictEqual(Money.format(5, "USD"), "$0.05")
    assert.strictEqual(Money.format(Number.MAX_SAFE_INTEGER, "USD"), "$90,071,992,547,409.91")
    assert.strictEqual(Money.format(10n ** 20n + 1n, "USD"), "$1,000,000,000,000,000,000.01")
  })
})

describe("money in short", () => {
  it("drops the decimals only of whole amounts", () => {
    assert.strictEqual(Money.short(1_250_000, "USD"), "$12,500")
    assert.strictEqual(Money.short(1_250_050, "USD"), "$12,500.50")
    assert.strictEqual(Money.short(500, "JPY"), "¥500")
  })
})
