import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { open } from "../support/mcp/McpCaller.ts"
import { contract, ok, workspace } from "../support/server/Contract.ts"

for (const ACCESS_LOG of ["true", "false"]) {
  const settings = { ACCESS_LOG, RATE_LIMIT_PER_KEY: "50", RATE_LIMIT_PER_WORKSPACE: "80" }
  contract(
    `the rate limits of a caller, with ACCESS_LOG=${ACCESS_LOG}`,
    (it) => {
      const left = ({ rateLimits }: any) =>
        rateLimits.map(({ limit, of, remaining }: any) => [of, limit, remaining])

      it.effect("are told over REST with what is left of them", () =>
        Effect.gen(function* () {
          const { get } = yield* workspace()
          const first = yield* ok(get("/v1/me"))
          assert.deepStrictEqual(left(first), [
            ["credential", 50, 49],
            ["workspace", 80, 79]
          ])
          assert.isAtMost(first.rateLimits[0].resetSeconds, 60)
          assert.deepStrictEqual(left(yield* ok(get("/v1/me")))[0], ["credential", 50, 48])
        })
      )

      it.effect("are told by the tool", () =>
        Effect.gen(function* () {
          const { call } = yield* open
          const [credential, all] = left(yield* call("get_me", {}))
          assert.deepStrictEqual(
            [credential.slice(0, 2), all.slice(0, 2)],
            [
              ["credential", 50],
              ["workspace", 80]
            ]
          )
          assert.isBelow(left(yield* call("get_me", {}))[0][2], credential[2])
        })
      )
    },
    settings
  )
}
