import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Agent } from "./agents/Agent.ts"
import * as Grounds from "./agents/Grounds.ts"
import { jobs, play } from "./agents/Jobs.ts"
import * as Mistakes from "./agents/Mistakes.ts"
import * as Sample from "./agents/Sample.ts"
import * as OutputSchemas from "../support/mcp/OutputSchemas.ts"
import { contract } from "../support/server/Contract.ts"
import { type Client, TestService } from "../support/server/TestService.ts"

/** Every answer is held against its tool's output schema too. */
const connectTo = (url: string, { apiKey }: Client) => {
  const { check } = OutputSchemas.checker()
  return () => new Agent(url, apiKey.token, check)
}

const promotion = { PROMOTION_ENABLED: "true" }

contract(
  "an agent",
  (it) => {
    it.effect("does every everyday job, with at most one failed call, and cheaply", () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const client = yield* service.workspace()
        const colleague = yield* service.member(client.workspace.id, "member")
        const sample = yield* Sample.make(connectTo(service.url, client), client, colleague)
        for (const job of jobs) {
          const { undone } = yield* Effect.promise(() => play(job, sample))
          assert.deepStrictEqual(undone, [], `${job.letter}: ${job.asks}`)
        }
      })
    )
  },
  promotion
)

contract(
  "an agent's mistake",
  (it) => {
    it.effect("is answered with the way out, or taken as it was meant", () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const client = yield* service.workspace()
        const grounds = yield* Grounds.make(connectTo(service.url, client), client)
        const state = () =>
          Promise.all(
            ["deals?status=all&limit=100", "leads?limit=100", "webhooks"].map((path) =>
              grounds.rest("GET", `/v1/${path}`)
            )
          )
        const before = yield* Effect.promise(state)
        const flawed: Array<Mistakes.Verdict> = []
        for (const slip of Mistakes.refused) {
          const verdict = yield* Effect.promise(() => Mistakes.refuse(slip, grounds))
          if (verdict.flaw !== undefined) flawed.push(verdict)
        }
        assert.deepStrictEqual(yield* Effect.promise(state), before)
        for (const slip of Mistakes.taken) {
          const verdict = yield* Effect.promise(() => Mistakes.take(slip, grounds))
          if (verdict.flaw !== undefined) flawed.push(verdict)
        }
        assert.deepStrictEqual(flawed, [])
        assert.isAtLeast(Mistakes.refused.length + Mistakes.taken.length, 100)
      })
    )
  },
  promotion
)
