import { assert, describe, it } from "@effect/vitest"
import * as Heartbeat from "../../src/workers/Heartbeat.ts"

const looks = (heartbeat: ReturnType<typeof Heartbeat.make>, times: number) =>
  Array.from({ length: times }, () => heartbeat.isLost())

describe("a worker's heartbeat", () => {
  it("is missed once eight looks found nothing, and not while the primary does not look", () => {
    const heartbeat = Heartbeat.make()
    heartbeat.heard()
    assert.notInclude(looks(heartbeat, 8), true)
    heartbeat.heard()
    assert.notInclude(looks(heartbeat, 8), true)
    assert.isTrue(heartbeat.isLost())
  })

  it("is not missed before the first: a start takes as long as it takes", () => {
    assert.notInclude(looks(Heartbeat.make(), 1000), true)
  })
})
