import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Layer, Logger } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { QueueFailure } from "../../../layers/webhooks/QueueLimits.ts"
import { Outages } from "../../../layers/runtime/Outages.ts"

const lines: Array<string> = []

const log = Logger.layer([
  Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
])

layer(Outages.layer.pipe(Layer.provideMerge(log)))("an outage", (it) => {
  it.effect("is logged at its start, once a minute with a count, and at its end", () =>
    Effect.gen(function* () {
      const { note } = yield* Outages
      for (let second = 0; second < 90; second++) {
        for (let one = 0; one < 100; one++) yield* note("Requests fail", "the database is away")
        yield* TestClock.adjust("1 second")
      }
      yield* note("Others fail", "the disk is full")
      yield* TestClock.adjust("10 seconds")
      assert.lengthOf(lines, 5, lines.join("\n"))
      assert.strictEqual(lines[0], "Warn Requests fail: the database is away")
      assert.match(lines[1]!, /^Warn Requests fail: 5\d{3} times within a minute, 6\d{3} in all$/u)
      assert.strictEqual(lines[2], "Warn Others fail: the disk is full")
      assert.include(lines.slice(3).join("\n"), "Info Requests fail: over after")
      assert.match(lines.join("\n"), /over after \d+ s, 9000 times/u)
      yield* note("Requests fail", "again")
      assert.strictEqual(lines.at(-1), "Warn Requests fail: again")
    })
  )

  it.effect("is one of the database in the queue of deliveries as well, and a bug is none", () =>
    Effect.sync(() => {
      const cause = new Error("Connection closed unexpectedly")
      const message = "PgConnection: Connection closed during startup"
      const reason = new SqlError.ConnectionError({ cause, message, operation: "connect" })
      const error = new SqlError.SqlError({ reason })
      const told = "the database is unavailable (Connection closed unexpectedly)"
      assert.strictEqual(Outages.reasonIn(Cause.fail(error)), told)
      assert.strictEqual(Outages.reasonIn(Cause.fail(new QueueFailure({ message, cause: error }))), told)
      for (const bug of [new QueueFailure({ message, cause }), new TypeError(message), undefined, null, "a"])
        assert.isUndefined(Outages.reasonIn(Cause.die(bug)))
    })
  )
})
