import { assert, describe, it } from "@effect/vitest"
import * as Pace from "../../../src/reports/rules/Pace.ts"
import * as Period from "../../../src/reports/rules/Period.ts"

describe("a period of a report", () => {
  it("is the calendar month in UTC, from its first moment to its last", () => {
    const cases = [
      ["2026-05-01T00:00:00.000Z", "2026-05", 1, 31],
      ["2026-05-31T23:59:59.999Z", "2026-05", 31, 31],
      ["2026-02-14T12:00:00.000Z", "2026-02", 14, 28],
      ["2028-02-29T12:00:00.000Z", "2028-02", 29, 29],
      ["2100-02-28T12:00:00.000Z", "2100-02", 28, 28],
      ["2000-02-01T12:00:00.000Z", "2000-02", 1, 29],
      ["2026-12-31T23:59:59.999Z", "2026-12", 31, 31]
    ] as const
    for (const [now, name, day, days] of cases) {
      assert.deepStrictEqual(Period.month(now), { name, day, days }, now)
    }
    for (let number = 1; number <= 12; number++) {
      const month = `2026-${String(number).padStart(2, "0")}`
      assert.strictEqual(Period.month(`${month}-01T00:00:00.000Z`).days, new Date(2026, number, 0).getDate())
    }
  })

  it("is a week from Monday on, over the end of a year too", () => {
    const cases = [
      ["2026-05-18", "2026-05-18"],
      ["2026-05-24", "2026-05-18"],
      ["2026-05-25", "2026-05-25"],
      ["2027-01-03", "2026-12-28"],
      ["1970-01-01", "1969-12-29"],
      ["1969-12-28", "1969-12-22"],
      ["2026-05-24T23:59:59.999Z", "2026-05-18"]
    ] as const
    for (const [day, monday] of cases) assert.strictEqual(Period.weekOf(day), monday, day)
    assert.deepStrictEqual(Period.weeks("2027-01-05T10:00:00.000Z", 3), [
      "2026-12-21",
      "2026-12-28",
      "2027-01-04"
    ])
  })

  it("counts whole days, and no future days", () => {
    assert.strictEqual(Period.age("2026-05-01T12:00:00.000Z", "2026-05-03T11:59:59.999Z"), 1)
    assert.strictEqual(Period.age("2026-05-01T12:00:00.000Z", "2026-05-03T12:00:00.000Z"), 2)
    assert.strictEqual(Period.age("2026-05-04T12:00:00.000Z", "2026-05-03T12:00:00.000Z"), 0)
    assert.strictEqual(Period.daysBefore("2026-03-01T00:00:00.000Z", 30), "2026-01-30")
  })
})

describe("pace", () => {
  const month = (day: number, days: number) => ({ name: "", day, days })

  it("is ahead from 110% of the day's share of the goal on, behind below 90%", () => {
    const cases: ReadonlyArray<readonly [bigint, number | null, number, number, string | null]> = [
      [11n, 20, 15, 30, "ahead"],
      [10n, 20, 15, 30, "on-track"],
      [9n, 20, 15, 30, "on-track"],
      [8n, 20, 15, 30, "behind"],
      [110n, 100, 30, 30, "ahead"],
      [109n, 100, 30, 30, "on-track"],
      [90n, 100, 30, 30, "on-track"],
      [89n, 100, 30, 30, "behind"],
      [0n, 1, 1, 31, "behind"],
      [1n, 20, 1, 31, "ahead"],
      [5n, null, 15, 30, null],
      [5n, 0, 15, 30, null],
      [0n, 0, 15, 30, null],
      [3n * BigInt(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER, 31, 31, "ahead"]
    ]
    for (const [current, goal, day, days, pace] of cases) {
      assert.strictEqual(Pace.of(current, goal, month(day, days)), pace, `${current} of ${goal}`)
    }
  })
})
