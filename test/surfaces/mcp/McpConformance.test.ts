import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as McpConformance from "../../support/mcp/McpConformance.ts"
import { TestService } from "../../support/server/TestService.ts"

/** Skipped scenarios, with the reason: they are optional, or no stateless server can pass them. */
const notOurs: Record<string, RegExp> = {
  "extensions we do not offer": /^tasks-/u,
  "fixtures the suite asks for but does not score":
    /^(json-schema-2020-12|http-custom-header-server-validation)$/u,
  "requests from server to client, for which a stateless server has no channel":
    /^(tools-call-(elicitation|sampling)|elicitation-sep1034-defaults|elicitation-sep1330-enums)$/u,
  "subscriptions, which need a session": /^resources-(un)?subscribe$/u
}

const isNotOurs = (scenario: string) => Object.values(notOurs).some((pattern) => pattern.test(scenario))

const address = Effect.gen(function* () {
  const service = yield* TestService
  const { apiKey } = yield* service.workspace()
  const proxy = yield* McpConformance.proxy(service.url, apiKey.token)
  return `${proxy.url}/mcp`
})

const suites = [
  ["2026-07-28", "@modelcontextprotocol/conformance", ["--requirements", "2026-07-28"], 37],
  ["2025-11-25", "conformance-2025", ["--suite", "all"], 25]
] as const

layer(McpConformance.layer)("the official conformance suite", (it) => {
  for (const [revision, suite, args, required] of suites) {
    it.effect(
      `passes every scenario of ${revision} that a stateless server can`,
      () =>
        Effect.gen(function* () {
          const url = yield* address
          const ours = Effect.map(
            Effect.promise(() => McpConformance.run(suite, "--url", url, ...args)),
            (scenarios) => Object.fromEntries(Object.entries(scenarios).filter(([name]) => !isNotOurs(name)))
          )
          const first = yield* ours
          assert.isAtLeast(Object.keys(first).length, required)
          const failed = McpConformance.failures(first)
          if (Object.keys(failed).length === 0) return
          // Some checks allow half a second, too little on a busy machine: a scenario fails only if it fails twice.
          const second = McpConformance.failures(yield* ours)
          const twice = Object.entries(second).filter(([name]) => name in failed)
          assert.deepStrictEqual(Object.fromEntries(twice), {})
        }),
      240_000
    )
  }
})
