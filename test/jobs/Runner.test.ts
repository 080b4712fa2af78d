import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { JobRuns } from "../../layers/runtime/JobRuns.ts"
import * as Job from "../../src/jobs/Job.ts"
import * as Runner from "../../src/jobs/Runner.ts"

const tick = { job: "job", tick: "1970-01-01T00:00:00.000Z" }

const jobOf = (work: Effect.Effect<void>) =>
  Job.make("job", {
    description: "",
    schedule: "* * * * *",
    timeZone: "UTC",
    run: () => Effect.as(work, { affected: 1, error: null })
  })

const runs = (changes: Partial<JobRuns["Service"]>) =>
  JobRuns.of({
    claim: () => Effect.succeed({ state: "ours" }),
    renew: () => Effect.succeed(true),
    finish: () => Effect.void,
    release: () => Effect.void,
    succeeded: () => Effect.succeed([]),
    latest: Effect.succeed([]),
    ...changes
  })

const run = (work: Effect.Effect<void>, changes: Partial<JobRuns["Service"]>) =>
  Effect.forkChild(
    Effect.provideService(
      Runner.run(jobOf(work), tick, tick.tick, Duration.minutes(1), 0),
      JobRuns,
      runs(changes)
    )
  )

const away = Effect.die(new Error("the database is away"))

describe("a run", () => {
  // Found by seed 1160 of test/simulation/Jobs.test.ts: two nodes worked on one tick.
  for (const [how, renew] of Object.entries({ fails: away, "is never answered": Effect.never })) {
    it.effect(`stops before its lease ends if the renewal ${how}`, () =>
      Effect.gen(function* () {
        let isStopped = false
        const work = Effect.onInterrupt(Effect.never, () => Effect.sync(() => (isStopped = true)))
        const fiber = yield* run(work, { renew: () => renew })
        yield* TestClock.adjust("49 seconds")
        assert.isFalse(isStopped)
        yield* TestClock.adjust("1 second")
        assert.isTrue(isStopped)
        assert.isUndefined(yield* Fiber.join(fiber))
      })
    )
  }

  it.effect("continues if one renewal fails and the next succeeds", () =>
    Effect.gen(function* () {
      let asked = 0
      const renew = () => Effect.suspend(() => (++asked % 2 === 1 ? away : Effect.succeed(true)))
      const fiber = yield* run(Effect.sleep("10 minutes"), { renew })
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(yield* Fiber.join(fiber), { affected: 1, error: null })
    })
  )

  it.effect("is recorded once the database is back, and not repeated", () =>
    Effect.gen(function* () {
      let tries = 0
      const finish = () => Effect.suspend(() => (++tries < 3 ? away : Effect.void))
      const fiber = yield* run(Effect.void, { finish })
      yield* TestClock.adjust("2 seconds")
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(fiber)))
      assert.strictEqual(tries, 3)
    })
  )
})
