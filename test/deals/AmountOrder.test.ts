import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { furnished } from "../support/samples/Found.ts"
import { contract } from "../support/server/Contract.ts"

contract("amounts of several currencies", (it) => {
  it.effect("are in order within each, those without an amount last", () =>
    Effect.gen(function* () {
      const { create, names } = yield* furnished
      for (const [name, amountCents, currency] of [
        ["dear", 900, "EUR"],
        ["cheap", 100, "EUR"],
        ["yen", 5_000_000, "JPY"],
        ["dollar", 800, "USD"],
        ["cent", 1, "USD"],
        ["none", null, "EUR"],
        ["nothing", null, "USD"]
      ] as const)
        yield* create(name, { amountCents }, { currency })
      const upwards = "cheap dear yen cent dollar none nothing"
      assert.strictEqual(yield* names({ sort: "amount" }), upwards)
      assert.strictEqual(yield* names({ sort: "-amount" }), "dollar cent yen dear cheap nothing none")
    })
  )
})
