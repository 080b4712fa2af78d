import { assert, describe, it } from "@effect/vitest"
import * as Heartbeat from "../../src/workers/Heartbeat.ts"

const checks = (heartbeat: ReturnType<typeof Heartbeat.make>, times: number) =>
  Array.from({ length: times }, () => heartbeat.isLost())

describe("a worker's heartbeat", () => {
  it("is missed after eight checks found none, and not while the primary does not check", () => {
    const heartbeat = Heartbeat.make()
    heartbeat.heard()
    assert.notInclude(checks(heartbeat, 8), true)
    heartbeat.heard()
    assert.notInclude(checks(heartbeat, 8), true)
    assert.isTrue(heartbeat.isLost())
  })

  it("is not missed before the first beat: a start may take long", () => {
    assert.notInclude(checks(Heartbeat.make(), 1000), true)
  })
})
