import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { performance } from "node:perf_hooks"
import * as DatabaseClock from "../../../layers/database/DatabaseClock.ts"
import * as Process from "../../support/server/Process.ts"
import { api, ok } from "../../support/server/Contract.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { sender } from "../../support/server/TestService.ts"

const reading = (server: number, took = 0) => {
  const heard = performance.now()
  return { server, asked: heard - took, receivedAt: heard }
}

/** Two clocks, read a moment apart. */
const near = (actual: number, expected: number) => assert.closeTo(actual, expected, 1_000)

describe("the database's clock", () => {
  it("is the machine's until the database has sent its own, and the database's from then on", () => {
    const clock = DatabaseClock.make()
    near(clock.currentTimeMillisUnsafe(), Date.now())
    const ahead = Date.now() + 7_200_000
    clock.calibrate(reading(ahead))
    near(clock.currentTimeMillisUnsafe(), ahead)
    clock.calibrate(reading(Date.now() - 7_200_000))
    near(clock.currentTimeMillisUnsafe(), Date.now() - 7_200_000)
  })

  it("corrects by half the round trip, and ignores small differences", () => {
    const clock = DatabaseClock.make()
    const at = reading(1_000_000, 4_000)
    clock.calibrate(at)
    assert.closeTo(clock.currentTimeMillisUnsafe(), 1_002_000, 500)
    const before = clock.currentTimeMillisUnsafe()
    clock.calibrate(reading(before - 15))
    assert.isAtLeast(clock.currentTimeMillisUnsafe(), before)
  })

  it.live(
    "sets the stamps and leases of a service on a machine with a wrong clock",
    () =>
      Effect.gen(function* () {
        const wrong = "const real = Date.now; Date.now = () => real() + 7200000"
        const service = yield* Process.start({
          ...(yield* Process.site),
          NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(wrong)}`
        })
        const client = api(sender(service.url, service.token))
        const [board] = (yield* ok(client.get("/v1/boards"))).data
        const deal = yield* client.post("/v1/deals", { boardId: board.id, name: "Now" })
        assert.closeTo(Date.parse(deal.body.createdAt), Date.now(), 60_000)
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    60_000
  )
})
