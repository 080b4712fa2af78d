import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as DealTotals from "../../../src/deals/rules/DealTotals.ts"
import * as Period from "../../../src/reports/rules/Period.ts"
import * as Span from "../../../src/reports/rules/Span.ts"
import { names } from "../../../schema/TimeZone.ts"
import { deal, stage } from "../../support/samples/Deals.ts"

/** What clocks of a zone show, by the language alone. */
const shown = (time: number, zone: string) => {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit"
  }).format(time)
  return parts
}

const won = (time: number) =>
  deal({
    stage: stage("won"),
    createdAt: new Date(time).toISOString(),
    commitmentAt: new Date(time).toISOString(),
    wonAt: new Date(time).toISOString(),
    amountCents: 7
  })

/** How many deals the spans count, by name. */
const counted = (times: ReadonlyArray<number>, spans: ReadonlyArray<Span.Span>) => {
  const totals = times.flatMap((time) => DealTotals.difference(null, won(time)))
  const counts = new Map<string, number>()
  for (const { first, last, name, sign } of spans) {
    const found = totals.filter(({ key }) => key >= first && key <= last)
    const sum = found.reduce((sum, { deals }) => sum + sign * deals, 0)
    counts.set(name, (counts.get(name) ?? 0) + sum)
  }
  return counts
}

const hour = 3_600_000

/** Times near the ends of months and of weeks, to the millisecond. */
const arbitraryTime = fc
  .tuple(
    fc.constantFrom("2026-03-01", "2026-04-01", "2026-03-30", "2026-11-02", "2025-12-29", "2026-01-01"),
    fc.oneof(
      fc.integer({ min: -30 * hour, max: 30 * hour }),
      fc.integer({ min: -120, max: 120 }).map((quarters) => (quarters * hour) / 4),
      fc.integer({ min: -120, max: 120 }).map((quarters) => (quarters * hour) / 4 - 1)
    )
  )
  .map(([date, offset]) => Date.parse(date) + offset)

describe("the totals that a period is read from", () => {
  it("count the deals of a month of any zone, exactly", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(arbitraryTime, { minLength: 1, maxLength: 30 }),
        (zone, times) => {
          for (const month of ["2025-12", "2026-01", "2026-02", "2026-03", "2026-04", "2026-11"]) {
            const spans = DealTotals.monthly.flatMap((what) => Span.ofMonth(what, month, zone))
            const there = times.filter((time) => shown(time, zone).startsWith(month)).length
            const found = counted(times, spans)
            for (const what of ["proposal", "won"]) assert.strictEqual(found.get(`${what}:${month}`), there)
          }
        }
      ),
      { numRuns: 300 }
    )
  })

  it("count the deals of a week of any zone, exactly", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(arbitraryTime, { minLength: 1, maxLength: 30 }),
        (zone, times) => {
          for (const monday of ["2025-12-22", "2025-12-29", "2026-03-23", "2026-03-30", "2026-11-02"]) {
            const spans = DealTotals.weekly.flatMap((what) => Span.ofWeek(what, monday, zone))
            const there = times.filter((time) => Period.weekOf(shown(time, zone)) === monday).length
            const found = counted(times, spans)
            for (const what of ["created", "won"]) assert.strictEqual(found.get(`${what}:${monday}`), there)
          }
        }
      ),
      { numRuns: 300 }
    )
  })

  it("are one for UTC, and a few for others, however many deals there are", () => {
    assert.lengthOf(Span.ofMonth("won", "2026-05", "UTC"), 1)
    assert.lengthOf(Span.ofMonth("won", "2026-05", "Asia/Kathmandu"), 3)
    assert.deepStrictEqual(Span.ofMonth("won", "2026-05", "America/New_York").slice(1), [
      {
        name: "won:2026-05",
        sign: -1,
        first: "edge:won:2026-05-01T00:00",
        last: "edge:won:2026-05-01T03:45:zzzz"
      },
      {
        name: "won:2026-05",
        sign: 1,
        first: "edge:won:2026-06-01T00:00",
        last: "edge:won:2026-06-01T03:45:zzzz"
      }
    ])
  })

  it("begin with the first moment of a day whose midnight is skipped", () => {
    // In Havana 8 March 2026 began at 01:00, that is 05:00 in UTC.
    const [, start] = Span.ofMonth("won", "2026-11", "America/Havana")
    assert.strictEqual(start?.last, "edge:won:2026-11-01T03:45:zzzz")
  })
})
