import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Passwords } from "../../../layers/identity/people/Passwords.ts"

const salt = "A".repeat(22)
const tag = "A".repeat(43)

it.effect("never computes a hash that it would not make", () =>
  Effect.gen(function* () {
    const { hash, matches } = yield* Passwords
    const own = yield* hash("correct horse")
    const stored = [
      own,
      `$argon2id$v=19$m=47104,t=400000,p=1$${salt}$${tag}`,
      `$argon2id$v=19$m=999999999,t=2,p=1$${salt}$${tag}`,
      `$argon2id$v=19$m=47104,t=2,p=16777215$${salt}$${tag}`,
      `$argon2id$v=19$m=47104,t=2,p=1$AAAA$${tag}`,
      `$argon2id$v=19$m=47104,t=2,p=1$${salt}$AAAA`
    ]
    assert.deepStrictEqual(yield* matches("correct horse", stored), [true, false, false, false, false, false])
    assert.deepStrictEqual(yield* matches("correct horse", stored.slice(1)), Array(5).fill(false))
  }).pipe(Effect.provide(Passwords.layer))
)
