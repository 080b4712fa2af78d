import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { Currency } from "../../../schema/Field.ts"
import * as Amount from "../../../src/deals/rules/Amount.ts"
import * as Money from "../../../src/shared/Money.ts"

const read = (amount: string, currency: Currency = "USD") => Amount.cents({ amount }, currency)

const refusal = (amount: string, currency: Currency = "USD") => {
  const result = read(amount, currency)
  return Result.isFailure(result) ? result.failure.message : `${result.success}`
}

describe("an amount in decimals", () => {
  it("is accepted with up to as many decimals as its currency has", () => {
    const cases = [
      ["USD", "12500.00", 1_250_000],
      ["USD", "12500", 1_250_000],
      ["USD", "12500.5", 1_250_050],
      ["USD", "0", 0],
      ["USD", "0.07", 7],
      ["USD", "90071992547409.91", Number.MAX_SAFE_INTEGER],
      ["JPY", "500000", 500_000],
      ["EUR", "1234.56", 123_456]
    ] as const
    for (const [currency, text, cents] of cases) {
      assert.deepStrictEqual(read(text, currency), Result.succeed(cents), text)
    }
  })

  it("is refused with both readings, and how to write each, if it is ambiguous", () => {
    assert.strictEqual(
      refusal("12,500.00"),
      'amount can be read in two ways: write "12500.00" for $12,500.00, or "12.50" for $12.50.'
    )
    assert.strictEqual(
      refusal("12.500"),
      'amount can be read in two ways: write "12.50" for $12.50, or "12500.00" for $12,500.00.'
    )
    assert.strictEqual(
      refusal("12,50"),
      'amount can be read in two ways: write "1250.00" for $1,250.00, or "12.50" for $12.50.'
    )
  })

  it("is refused with its one reading if it is written unusually", () => {
    assert.include(refusal("1.234.567,89", "EUR"), 'write "1234567.89" for €1,234,567.89.')
    assert.include(refusal("500000.00", "JPY"), 'JPY has no decimals: write "500000" for ¥500,000.')
  })

  it("is refused with its rounded value if it has too many decimals, and as thousands if it may be those", () => {
    assert.strictEqual(
      refusal("12.345"),
      'amount can be read in two ways, and USD has 2 decimals: write "12.35" (rounded) for $12.35, or "12345.00" for $12,345.00.'
    )
    assert.strictEqual(
      refusal("12,345").match(/write (.+)\./u)?.[1],
      '"12345.00" for $12,345.00, or "12.35" (rounded) for $12.35'
    )
    const once = [
      ["0.125", "USD", '"0.13" (rounded) for $0.13.'],
      ["0,125", "USD", '"0.13" (rounded) for $0.13.'],
      ["1250.505", "USD", '"1250.51" (rounded) for $1,250.51.'],
      ["12.3456", "USD", '"12.35" (rounded) for $12.35.'],
      ["1,234.567", "EUR", '"1234.57" (rounded) for €1,234.57.'],
      ["1.234,567", "EUR", '"1234.57" (rounded) for €1,234.57.'],
      ["1.234,50", "EUR", '"1234.50" for €1,234.50.'],
      ["0.999", "USD", '"1.00" (rounded) for $1.00.'],
      ["12.5", "JPY", '"13" (rounded) for ¥13.']
    ] as const
    for (const [text, currency, only] of once) {
      const digits = currency === "JPY" ? "no decimals" : "2 decimals"
      assert.strictEqual(
        refusal(text, currency),
        `amount must be digits with at most one decimal point, and ${currency} has ${digits}: write ${only}`
      )
    }
    assert.include(refusal("500.000", "JPY"), '"500" for ¥500, or "500000" for ¥500,000')
  })

  it("is refused if it is not a plain number, or too large", () => {
    for (const text of ["", "-5", "$5", "5 USD", "1e3", "0x10", "5k", " 5", "١٢", "five"]) {
      assert.include(refusal(text), "without a currency sign, letters or spaces: it is in USD", text)
    }
    for (const text of [".", "5.", ".5", ",", "1..2", ",,,"])
      assert.match(refusal(text), /^amount must be/u, text)
    assert.strictEqual(refusal("90071992547409.92"), "amount must be at most 90071992547409.91.")
    assert.include(refusal("9".repeat(40)), "must be at most")
    assert.include(refusal("9".repeat(1_000_000)), "must be at most 40 characters")
  })

  it("is refused beside amountCents, and leaves amountCents alone if it is not sent", () => {
    const both = Amount.cents({ amount: "5", amountCents: 500 }, "USD")
    assert.isTrue(Result.isFailure(both) && both.failure.message.includes("send one of them"))
    assert.deepStrictEqual(Amount.settle({ amountCents: null }, "USD"), Result.succeed({ amountCents: null }))
    assert.deepStrictEqual(Amount.settle({}, "USD"), Result.succeed({}))
    assert.deepStrictEqual(Amount.settle({ amount: "5" }, "JPY"), Result.succeed({ amountCents: 5 }))
  })

  it("is shown in input fields in every currency, to the last digit", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom(...Currency.literals), (cents, currency) => {
        assert.deepStrictEqual(read(Money.typed(cents, currency), currency), Result.succeed(cents))
      })
    )
  })

  it("is never misread", () => {
    const text = fc.string({ unit: fc.constantFrom(..."0123456789.,"), maxLength: 12 })
    fc.assert(
      fc.property(text, fc.constantFrom(...Currency.literals), (amount, currency) => {
        const result = read(amount, currency)
        if (Result.isSuccess(result)) {
          assert.strictEqual(Number(Money.typed(result.success!, currency)), Number(amount))
        }
      })
    )
  })
})
