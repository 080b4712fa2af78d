import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { Passwords } from "../../../../layers/identity/people/Passwords.ts"
import { PasswordAttempts } from "../../../../layers/identity/people/PasswordAttempts.ts"
import * as JobCommands from "../../../../src/jobs/JobCommands.ts"
import * as SignInDelay from "../../../../src/identity/pages/signIn/SignInDelay.ts"
import { TestService } from "../../../support/server/TestService.ts"

layer(Layer.empty)("strangers above an account's limit", (it) => {
  it.effect("wait a few at a time, and no network prefix takes all the places", () =>
    Effect.gen(function* () {
      const room = SignInDelay.make()
      const come = (prefix: string) => Effect.forkChild(Effect.result(room.wait("them@test.example", prefix)))
      const fibers = [
        ...(yield* Effect.forEach(Array.from({ length: 50 }), () => come("one"))),
        ...(yield* Effect.forEach([1, 2, 3, 4, 5, 6], (index) => come(`other ${index}`)))
      ]
      yield* TestClock.adjust("5 seconds")
      const ends = (yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))).map(({ _tag }) => _tag)
      assert.strictEqual(ends.slice(0, 50).filter((tag) => tag === "Success").length, 2)
      assert.deepStrictEqual([...new Set(ends.slice(50))], ["Success"])
    })
  )
})

layer(TestService.layer(), { excludeTestServices: true })("password attempts", (it) => {
  it.effect("count in every process, double the wait each time, and are forgotten after a day", () =>
    Effect.gen(function* () {
      const [one, other] = [
        yield* PasswordAttempts,
        yield* Effect.provide(PasswordAttempts, Layer.fresh(PasswordAttempts.layer))
      ]
      const sql = yield* SqlClient.SqlClient
      const here = [{ account: "both@test.example", source: "here" }]
      const refused = (tries: typeof one) => Effect.map(Effect.flip(tries.count(here)), ({ code }) => code)
      for (const tries of Array.from({ length: 4 }, () => [one, other]).flat()) yield* tries.count(here)
      for (const tries of [one, other]) assert.strictEqual(yield* refused(tries), "rate_limited_account")
      // An attempt whose password was not checked does not count, and may be sent again at once.
      yield* one.giveBack(here, new Date(Date.now()).toISOString())
      yield* other.count(here)
      assert.strictEqual(yield* refused(one), "rate_limited_account")
      const waits: Array<number> = []
      for (let index = 0; index < 12; index++) {
        yield* sql`UPDATE password_tries SET next_at = ${new Date(Date.now()).toISOString()}`
        yield* one.count(here)
        const { retryAfter } = yield* Effect.flip(other.count(here))
        waits.push(retryAfter!)
      }
      assert.deepStrictEqual(waits, [4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900])
      const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
      const left = Effect.map(sql`SELECT FROM password_tries`, (rows) => rows.length)
      yield* JobCommands.run("expire-tokens", inDays(0.5))
      assert.strictEqual(yield* left, 1)
      yield* JobCommands.run("expire-tokens", inDays(1.1))
      assert.strictEqual(yield* left, 0)
    })
  )

  it.effect("are hashed a few at a time, and refused rather than kept waiting long", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const all = Array.from({ length: 40 }, () => Effect.result(passwords.matches("wrong", [])))
      const results = yield* Effect.all(all, { concurrency: "unbounded" })
      const refused = results.flatMap((one) => (one._tag === "Failure" ? [one.failure.code] : []))
      assert.deepStrictEqual(
        refused,
        Array.from({ length: 16 }, () => "unavailable")
      )
      assert.deepStrictEqual(yield* passwords.matches("wrong", []), [])
    }).pipe(Effect.provide(Passwords.layer))
  )
})
