import { assert, describe, it } from "@effect/vitest"
import * as Amounts from "../../../src/domain/imports/Amounts.ts"
import * as Dates from "../../../src/domain/imports/Dates.ts"

describe("amounts of a file", () => {
  it("are read where they mean one thing, and left as they are where they don't", () => {
    const cases: ReadonlyArray<readonly [string, string]> = [
      ["12500", "12500"],
      ["12500.5", "12500.5"],
      ["$12,500.00", "12500.00"],
      ["12.500,50 €", "12500.50"],
      ["1 234 567,8", "1234567.8"],
      ["CHF 1'234.50", "1234.50"],
      ["1.234.567", "1234567"],
      ["1,234,567", "1234567"],
      ["1,5", "1.5"],
      ["1,234", "1,234"],
      ["1.234", "1.234"],
      ["-5", "-5"],
      ["five", "five"],
      ["1.2.3,4,5", "1.2.3,4,5"]
    ]
    for (const [text, read] of cases) assert.strictEqual(Amounts.plain(text, undefined), read, text)
    assert.strictEqual(Amounts.plain("1.234", ","), "1234")
    assert.strictEqual(Amounts.plain("1.234", "."), "1.234")
  })

  it("tell what separates decimals, if all that say so agree", () => {
    assert.strictEqual(Amounts.decimalOf(["1.234", "5,50", "9"]), ",")
    assert.isUndefined(Amounts.decimalOf(["1.50", "5,50"]))
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
      ["soon", "soon"]
    ]
    for (const [text, read] of cases) assert.strictEqual(Dates.iso(text, undefined), read, text)
    assert.strictEqual(Dates.iso("01/02/2024", "dmy"), "2024-02-01")
    assert.strictEqual(Dates.orderOf(["01/02/2024", "13/02/2024"]), "dmy")
  })
})
