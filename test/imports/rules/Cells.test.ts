import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import * as Amount from "../../../src/deals/rules/Amount.ts"
import * as ImportedAmounts from "../../../src/imports/rules/ImportedAmounts.ts"
import * as Mapping from "../../../src/imports/rules/Mapping.ts"
import * as Dates from "../../../src/imports/rules/Dates.ts"

/** What a column's cells say together. */
const surveyed = (cells: ReadonlyArray<string>) => {
  const { formats, observe } = Mapping.makeFormatDetector(["A"], { columns: { amount: "A", createdAt: "A" } })
  for (const cell of cells) observe([cell])
  return formats()
}
const decimalOf = (cells: ReadonlyArray<string>) => surveyed(cells).decimal
const orderOf = (cells: ReadonlyArray<string>) => surveyed(cells).dates

describe("amounts of a file", () => {
  it("are read where they mean one thing, and left as they are where they don't", () => {
    const cases: ReadonlyArray<readonly [string, string]> = [
      ["12500", "12500"],
      ["12500.5", "12500.5"],
      ["$12,500.00", "12500.00"],
      ["12.500,50 €", "12500.50"],
      ["1 234 567,8", "1234567.8"],
      ["CHF 1'234.50", "CHF 1'234.50"],
      ["1'234.50", "1234.50"],
      ["1,23,456.78", "123456.78"],
      ["1.234.567", "1234567"],
      ["1,234,567", "1234567"],
      ["1,5", "1.5"],
      ["1,234", "1,234"],
      ["1.234", "1.234"],
      ["-5", "-5"],
      ["five", "five"],
      ["1.2.3,4,5", "1.2.3,4,5"]
    ]
    for (const [text, read] of cases)
      assert.strictEqual(ImportedAmounts.read(text, undefined).amount, read, text)
    assert.strictEqual(ImportedAmounts.read("1.234", ",").amount, "1234")
    assert.strictEqual(ImportedAmounts.read("1.234", ".").amount, "1.234")
  })

  it("are left as they are with letters, other signs, exponents, and groups that are none", () => {
    const refused = [
      ...["12.5K", "3M", "12万", "12x500", "1e5", "1.5e3", "1E+05", "€ 2 Mio", "100 p.a.", "ca. 100"],
      ...["500 CHF", "R$ 500", "12 EUR USD", "€5€", "(100)", "100-", "+5", ".5", "5.", "1 2 3 4", "12 34"],
      ...["1,2,3", "1,2,3.5", "12,34,5", "1.23.456", "1'23", "１２", "0x10", "NaN", ""]
    ]
    for (const text of refused) {
      const { amount } = ImportedAmounts.read(text, undefined, "EUR")
      assert.isFalse(/^\d+(?:\.\d+)?$/u.test(amount), `${text} became ${amount}`)
    }
  })

  it("say which currency they are in, by the board's where several share a sign", () => {
    const cases: ReadonlyArray<readonly [string, string, string | undefined]> = [
      ["€1,250.00", "EUR", "EUR"],
      ["1250 USD", "EUR", "USD"],
      ["$5", "CAD", "CAD"],
      ["$5", "EUR", "USD"],
      ["A$5", "CAD", "AUD"],
      ["£5", "EUR", "GBP"],
      ["￥500", "JPY", "JPY"],
      ["Rs. 1,00,000", "INR", "INR"],
      ["5", "EUR", undefined]
    ]
    for (const [text, home, currency] of cases)
      assert.strictEqual(ImportedAmounts.read(text, undefined, home).currency, currency, text)
  })

  it("give the value that was written, or are refused", () => {
    const group = fc.constantFrom(",", ".", " ", "'", "\u00a0")
    const written = fc.record({
      units: fc.integer({ min: 0, max: 99_999_999 }),
      decimals: fc.option(fc.stringMatching(/^\d{1,4}$/u), { nil: undefined }),
      group: fc.option(group, { nil: undefined }),
      mark: fc.constantFrom(".", ","),
      ends: fc.constantFrom(["", ""], ["€", ""], ["", " EUR"], ["", "k"], ["CHF ", ""])
    })
    fc.assert(
      fc.property(written, ({ decimals, ends: [before, after], group, mark, units }) => {
        fc.pre(group !== mark)
        const whole =
          group === undefined ? String(units) : String(units).replaceAll(/\B(?=(?:\d{3})+$)/gu, group)
        const text = `${before}${whole}${decimals === undefined ? "" : mark + decimals}${after}`
        const read = Amount.read(ImportedAmounts.read(text, undefined, "EUR").amount, "EUR")
        if (Result.isFailure(read)) return
        const cents = BigInt(units) * 100n + BigInt((decimals ?? "").slice(0, 2).padEnd(2, "0"))
        assert.strictEqual(BigInt(read.success), cents, text)
        assert.notInclude(["k", "CHF "], after || before, text)
      }),
      { numRuns: 5_000 }
    )
  })

  it("tell what separates decimals, if all that say so agree", () => {
    assert.strictEqual(decimalOf(["1.234", "5,50", "9"]), ",")
    assert.isUndefined(decimalOf(["1.50", "5,50"]))
  })
})

describe("dates of a file", () => {
  it("are read where they mean one thing, and left as they are where they don't", () => {
    const cases: ReadonlyArray<readonly [string, string]> = [
      ["2024-01-15", "2024-01-15"],
      ["2024-01-15 09:30", "2024-01-15T09:30:00Z"],
      ["2024-01-15 09:30:15", "2024-01-15T09:30:15Z"],
      ["15.1.2024", "2024-01-15"],
      ["2.1.2024", "2024-01-02"],
      ["12/25/2024 3:05 PM", "2024-12-25T15:05:00Z"],
      ["25/12/2024", "2024-12-25"],
      ["01/02/2024", "01/02/2024"],
      ["2024-01-15T09:30:00.000+0000", "2024-01-15T09:30:00.000+00:00"],
      ["2024-01-15 09:30:00 UTC", "2024-01-15T09:30:00Z"],
      ["2024-01-15 09:30:00+0530", "2024-01-15T09:30:00+05:30"],
      ["Nov 26, 2026", "2026-11-26"],
      ["26 November 2026 14:05", "2026-11-26T14:05:00Z"],
      ["26. Okt. 2026", "2026-10-26"],
      ["26-Dez-2026", "2026-12-26"],
      ["0000-00-00", ""],
      ["0000-00-00 00:00:00", ""],
      ["26 Foo 2026", "26 Foo 2026"],
      ["2024-01-15 13:00 pm", "2024-01-15T99:00:00Z"],
      ["soon", "soon"]
    ]
    for (const [text, read] of cases) assert.strictEqual(Dates.iso(text, undefined, "UTC"), read, text)
    assert.strictEqual(Dates.iso("01/02/2024", "dmy", "UTC"), "2024-02-01")
    const berlin = (text: string) => Dates.iso(text, undefined, "Europe/Berlin")
    assert.strictEqual(berlin("2024-07-15 09:30"), "2024-07-15T07:30:00.000Z")
    assert.strictEqual(berlin("2024-01-15 00:15"), "2024-01-14T23:15:00.000Z")
    assert.strictEqual(berlin("2024-07-15 09:30:00 UTC"), "2024-07-15T09:30:00Z")
    assert.strictEqual(berlin("2024-07-15"), "2024-07-15")
    // Clocks skip it.
    assert.strictEqual(berlin("2024-03-31 02:30"), "2024-03-31 02:30")
    assert.strictEqual(berlin("2024-10-27 02:30"), "2024-10-27T00:30:00.000Z")
    assert.strictEqual(berlin("2024-01-15+02:00"), "2024-01-15+02:00")
    assert.strictEqual(orderOf(["01/02/2024", "13/02/2024"]), "dmy")
  })
})
