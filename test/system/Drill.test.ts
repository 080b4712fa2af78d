import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Process from "../support/server/Process.ts"

describe("the drill", () => {
  it.live(
    "loses the machine under load, restores backup and log elsewhere, and finds what was acknowledged",
    () =>
      Effect.gen(function* () {
        const args = ["test/system/drill/main.ts", "--deals", "50", "--seconds", "1"]
        const { code, stderr, stdout } = yield* Process.run({}, args)
        assert.strictEqual(code, 0, stderr)
        const [, all, after] = /^Writes acknowledged, after the backup +(\d+), (\d+)$/mu.exec(stdout) ?? []
        assert.isAbove(Number(after), 0, stdout)
        assert.isAbove(Number(all), Number(after))
        assert.match(stdout, /^Acknowledged writes lost /mu)
        assert.match(stdout, /^Totals and audit log of what was restored +verified$/mu)
      }),
    180_000
  )
})
