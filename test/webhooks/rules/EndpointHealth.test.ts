import { assert, describe, it } from "@effect/vitest"
import * as EndpointHealth from "../../../src/webhooks/rules/EndpointHealth.ts"

const day = 24 * 3_600_000

const tried = (error: string | null, ended: number, options: { status?: number; isLast?: boolean } = {}) => ({
  attempt: {
    at: "",
    durationMs: 1,
    status: options.status ?? (error === null ? 200 : 500),
    error,
    response: ""
  },
  ended,
  isLast: options.isLast ?? false
})

const run = (...tries: ReadonlyArray<ReturnType<typeof tried>>) =>
  tries.reduce((health, one) => EndpointHealth.after(health, one, 1), EndpointHealth.fresh)

describe("EndpointHealth", () => {
  it("remembers the last success, and the last error only until the next success", () => {
    const health = run(tried(null, 1000), tried("no", 2000))
    assert.strictEqual(health.lastDeliveredAt, "1970-01-01T00:00:01.000Z")
    assert.strictEqual(health.lastError, "no")
    const again = EndpointHealth.after(health, tried(null, 3000), 1)
    assert.deepStrictEqual(again, { ...EndpointHealth.fresh, lastDeliveredAt: "1970-01-01T00:00:03.000Z" })
  })

  it("switches off an endpoint that is gone, and says so", () => {
    const health = run(tried("The receiver answered 410 (gone).", 0, { status: 410 }))
    assert.strictEqual(health.switchedOff, "gone")
    assert.match(health.lastError!, /410.*switched off/u)
  })

  it("switches off after five days without one success", () => {
    const last = tried("no", 3 * day, { isLast: true })
    assert.strictEqual(run(tried("no", 0), last, tried("no", 5 * day - 1)).switchedOff, null)
    const health = run(tried("no", 0), last, tried("no", 5 * day))
    assert.strictEqual(health.switchedOff, "failing")
    assert.match(health.lastError!, /5 days.*switched off.*no/u)
  })

  it("counts from zero after each success", () => {
    const health = run(
      tried("no", 0),
      tried("no", 3 * day, { isLast: true }),
      tried(null, 4 * day),
      tried("no", 5 * day),
      tried("no", 8 * day, { isLast: true })
    )
    assert.strictEqual(health.switchedOff, null)
  })

  it("scales the five days to a minute at least, however short the schedule", () => {
    const last = EndpointHealth.after(EndpointHealth.fresh, tried("no", 0, { isLast: true }), 1e-5)
    assert.strictEqual(EndpointHealth.after(last, tried("no", 59_999), 1e-5).switchedOff, null)
    assert.strictEqual(EndpointHealth.after(last, tried("no", 60_000), 1e-5).switchedOff, "failing")
  })

  it("waits until a delivery has used all its tries", () => {
    assert.strictEqual(run(tried("no", 0), tried("no", 30 * day)).switchedOff, null)
  })
})
