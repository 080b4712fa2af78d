import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as RetrySchedule from "../../../src/webhooks/rules/RetrySchedule.ts"

const minute = 60_000
const hour = 60 * minute
const failure = { now: 1_000_000, scale: 1, random: 0.5, retryAfter: null }

describe("RetrySchedule", () => {
  it("tries ten times: at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h", () => {
    const pauses = Array.from(
      { length: 10 },
      (_, index) => (RetrySchedule.next({ ...failure, tries: index + 1 }) ?? NaN) - failure.now
    )
    assert.deepStrictEqual(pauses, [
      5000,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
      NaN
    ])
  })

  it("spreads each pause by 20 % either way, and scales it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.double({ min: 1e-5, max: 1, noNaN: true }),
        (tries, random, scale) => {
          const pause = RetrySchedule.pauses[tries - 1]! * scale
          const wait = RetrySchedule.next({ ...failure, tries, random, scale })! - failure.now
          assert.isAtLeast(wait, Math.floor(pause * 0.8))
          assert.isAtMost(wait, Math.ceil(pause * 1.2))
        }
      )
    )
  })

  it("never retries sooner than the receiver asked, up to a day", () => {
    const next = (retryAfter: number) =>
      RetrySchedule.next({ ...failure, tries: 1, retryAfter })! - failure.now
    assert.strictEqual(next(1000), 5000)
    assert.strictEqual(next(60_000), 60_000)
    assert.strictEqual(next(1000 * hour), 24 * hour)
  })

  it("pauses the receiver for as long as it asked, up to an hour", () => {
    assert.strictEqual(RetrySchedule.pausedUntil(1000, null), null)
    assert.strictEqual(RetrySchedule.pausedUntil(1000, 0), null)
    assert.strictEqual(RetrySchedule.pausedUntil(1000, 30_000), 31_000)
    assert.strictEqual(RetrySchedule.pausedUntil(0, 1000 * hour), hour)
  })

  it("reads Retry-After as seconds or as a date, and nothing else", () => {
    const now = Date.parse("2026-05-01T09:30:00Z")
    const read = (header: string | undefined) => RetrySchedule.parseRetryAfter(header, now)
    assert.strictEqual(read("120"), 120_000)
    assert.strictEqual(read("0"), 0)
    assert.strictEqual(read("Fri, 01 May 2026 09:31:00 GMT"), 60_000)
    assert.strictEqual(read("Fri, 01 May 2026 09:29:00 GMT"), 0)
    for (const other of [undefined, "", "soon", "-5", "1e9", "99999999999999999999"]) {
      assert.strictEqual(read(other), null, other)
    }
  })
})
