import { assert, describe, it } from "@effect/vitest"
import * as UsageSeries from "../../../src/identity/rules/UsageSeries.ts"

const now = Date.parse("2026-05-01T09:30:20.000Z")
const tally = (at: string, requests: number, refused = 0) => ({ credential: "k", at, requests, refused })

describe("a series of usage", () => {
  it("has a number for each minute of the hour, the current one last", () => {
    const { refused, requests } = UsageSeries.of(UsageSeries.lastHour, now, [
      tally("2026-05-01T09:30:00.000Z", 3, 1),
      tally("2026-05-01T09:29:00.000Z", 2),
      tally("2026-05-01T08:31:00.000Z", 7),
      tally("2026-05-01T08:30:00.000Z", 100),
      tally("2026-05-01T09:31:00.000Z", 100)
    ])
    assert.strictEqual(requests.length, 60)
    assert.deepStrictEqual([requests[0], requests.at(-2), requests.at(-1)], [7, 2, 3])
    assert.strictEqual(UsageSeries.sum(requests), 12)
    assert.deepStrictEqual([refused.at(-1), UsageSeries.sum(refused)], [1, 1])
  })

  it("adds up the requests of several credentials in an hour", () => {
    const { requests } = UsageSeries.of(UsageSeries.lastDay, now, [
      tally("2026-05-01T09:00:00.000Z", 3),
      tally("2026-05-01T09:00:00.000Z", 4),
      tally("2026-04-30T10:00:00.000Z", 1),
      tally("2026-04-30T09:00:00.000Z", 1)
    ])
    assert.strictEqual(requests.length, 24)
    assert.deepStrictEqual([requests[0], requests.at(-1), UsageSeries.sum(requests)], [1, 7, 8])
  })
})
