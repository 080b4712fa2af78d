/** The responses of every operation and tool are those that were recorded: RECORD=1 records them anew. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import * as App from "../../src/service/App.ts"
import { contractOnTestClock } from "../support/server/Contract.ts"
import { record } from "./Recording.ts"

const file = "test/golden/recorded.json"

contractOnTestClock(
  "every operation and tool",
  (it) => {
    it.effect(
      "responds as recorded",
      () =>
        Effect.gen(function* () {
          const now = yield* record
          if (process.env["RECORD"] !== undefined) {
            const lines = Object.entries(now).map((one) => one.map((part) => JSON.stringify(part)).join(":"))
            writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`)
          }
          const before = JSON.parse(readFileSync(file, "utf8"))
          assert.sameMembers(Object.keys(now), Object.keys(before))
          const changed = Object.keys(now).filter(
            (name) => JSON.stringify(now[name]) !== JSON.stringify(before[name])
          )
          for (const name of changed) assert.deepStrictEqual(now[name], before[name], changed.join(", "))
        }),
      600_000
    )
  },
  { PROMOTION_ENABLED: "true" },
  { serving: App.served }
)
