import { assert, describe, it } from "@effect/vitest"
import * as Forecast from "../../../src/reports/rules/Forecast.ts"

const part = (month: string): Forecast.Part => ({
  ...{ what: "pipeline", month, currency: "USD", deals: 1, cents: 1n, weight: 50n }
})

describe("the rows of a forecast", () => {
  it("are those of at most as many periods as asked for; the rest is later", () => {
    const months = ["2026-12", "2027-01", "2027-04", "2027-07"]
    const rows = Forecast.rows(months.map(part), { by: "quarter", most: 3, thisMonth: "2026-11" })
    assert.deepStrictEqual(
      rows.map(({ count, period, weighted }) => [period, count, weighted]),
      [
        ["2026-Q4", 1, 1],
        ["2027-Q1", 1, 1],
        ["2027-Q2", 1, 1],
        ["later", 1, 1]
      ]
    )
  })

  it("begin a quarter with its first month", () => {
    for (const [month, first] of [
      ["2026-01", "2026-01"],
      ["2026-06", "2026-04"],
      ["2026-12", "2026-10"]
    ] as const)
      assert.strictEqual(Forecast.firstMonth(month, "quarter"), first)
  })

  it("are of the days from today on, after the overdue ones", () => {
    const periods = ["overdue", "2026-Q4", "2027-Q1", "later"]
    const days = periods.map((period) => Forecast.expectedDays(period, periods, "2026-11-30"))
    assert.deepStrictEqual(days, [
      { to: "2026-11-29" },
      { from: "2026-11-30", to: "2026-12-31" },
      { from: "2027-01-01", to: "2027-03-31" },
      { from: "2027-04-01" }
    ])
    assert.deepStrictEqual(Forecast.daysOf("2028-02"), { from: "2028-02-01", to: "2028-02-29" })
  })

  it("lack what won and committed deals leave of the goal", () => {
    const row = { won: 300, committed: JSON.rawJSON("9007199254740993"), goal: 200 }
    assert.strictEqual(Forecast.gap(row), -9007199254741093n)
    assert.isNull(Forecast.gap({ ...row, goal: null }))
  })
})
