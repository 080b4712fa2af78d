import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import * as Process from "../../support/server/Process.ts"
import { eventually } from "../../support/fakes/Receiver.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

/** The process's memory in megabytes; undefined once it has ended. */
const weightOf = (pid: number) => {
  const found = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))
  return found === null ? undefined : Number(found[1]) / 1024
}

describe.skipIf(process.platform !== "linux")("a start that is ended at once", () => {
  // Memory shows how much of the program is loaded.
  for (const weight of [70, 110]) {
    it.live(
      `ends with code 0, at ${weight} MB`,
      () =>
        Effect.gen(function* () {
          const { exit, kill, pid } = yield* Process.begin(yield* Process.site)
          yield* eventually(() => ((weightOf(pid) ?? Infinity) >= weight ? true : undefined))
          yield* kill("SIGTERM")
          const { code, signal, stderr } = yield* exit
          assert.deepStrictEqual([code, signal], [0, null], stderr)
        }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
      60_000
    )
  }
})
