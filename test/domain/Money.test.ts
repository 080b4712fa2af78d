import { assert, describe, it } from "@effect/vitest"
import { Currency } from "../../schema/Field.ts"
import * as Money from "../../src/domain/Money.ts"

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

  it("is exact from nothing to more than a number holds", () => {
    assert.strictEqual(Money.format(0, "USD"), "$0.00")
    assert.strictEqual(Money.format(5, "USD"), "$0.05")
    assert.strictEqual(Money.format(Number.MAX_SAFE_INTEGER, "USD"), "$90,071,992,547,409.91")
    assert.strictEqual(Money.format(10n ** 20n + 1n, "USD"), "$1,000,000,000,000,000,000.01")
  })
})

describe("money in short", () => {
  it("drops the decimals of whole sums, and no others", () => {
    assert.strictEqual(Money.short(1_250_000, "USD"), "$12,500")
    assert.strictEqual(Money.short(1_250_050, "USD"), "$12,500.50")
    assert.strictEqual(Money.short(500, "JPY"), "¥500")
  })
})

describe("money as people type it", () => {
  const cases: ReadonlyArray<readonly [Currency, string, number | undefined]> = [
    ["USD", "12500", 1_250_000],
    ["USD", "12,500.5", 1_250_050],
    ["USD", " $12,500.00 ", 1_250_000],
    ["USD", "12 500", 1_250_000],
    ["USD", "usd 0.05", 5],
    ["USD", "0", 0],
    ["USD", "007", 700],
    ["USD", "90071992547409.91", Number.MAX_SAFE_INTEGER],
    ["USD", "90071992547409.92", undefined],
    ["USD", "0.1", 10],
    ["USD", "0.29", 29],
    ["EUR", "€1,234,567.89", 123_456_789],
    ["EUR", "99.90 €", 9_990],
    ["EUR", "12.500", undefined],
    ["EUR", "12,50", undefined],
    ["GBP", "£5", 500],
    ["CAD", "CA$12.34", 1_234],
    ["CAD", "$12.34", 1_234],
    ["AUD", "A$12.34", 1_234],
    ["JPY", "500", 500],
    ["JPY", "¥12,500", 12_500],
    ["JPY", "500.0", undefined],
    ["JPY", "500.", undefined],
    ["INR", "₹12,34,567.50", 123_456_750],
    ["INR", "1,234,567.5", 123_456_750],
    ["USD", "€5", undefined],
    ["USD", "", undefined],
    ["USD", "$", undefined],
    ["USD", ".5", undefined],
    ["USD", "5.", undefined],
    ["USD", "-5", undefined],
    ["USD", "1e3", undefined],
    ["USD", "0x10", undefined],
    ["USD", "1,2,3", undefined],
    ["USD", ",500", undefined],
    ["USD", "1.2.3", undefined],
    ["USD", "5 k", undefined],
    ["USD", "١٢", undefined]
  ]

  for (const [currency, text, cents] of cases) {
    it(`takes ${JSON.stringify(text)} in ${currency} for ${cents ?? "no sum"}`, () => {
      assert.strictEqual(Money.parse(text, currency), cents)
    })
  }

  it("is what was shown, in all seven", () => {
    for (const currency of Currency.literals) {
      for (const cents of [0, 5, 100, 1_234_567, Number.MAX_SAFE_INTEGER]) {
        for (const show of [Money.format, Money.short, Money.typed]) {
          assert.strictEqual(Money.parse(show(cents, currency), currency), cents)
        }
      }
    }
  })
})
