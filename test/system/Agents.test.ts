import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as OutputSchemas from "../support/mcp/OutputSchemas.ts"
import { contract } from "../support/server/Contract.ts"
import { type Client, TestService } from "../support/server/TestService.ts"
import { Agent } from "./agents/Agent.ts"
import { dealJobs } from "./agents/DealJobs.ts"
import * as Grounds from "./agents/Grounds.ts"
import { type Job, play } from "./agents/Job.ts"
import { leadJobs } from "./agents/LeadJobs.ts"
import { refused } from "./agents/Refused.ts"
import * as Sample from "./agents/Sample.ts"
import { reviewJobs } from "./agents/ReviewJobs.ts"
import { taken } from "./agents/Taken.ts"
import { upkeepJobs } from "./agents/UpkeepJobs.ts"

/** Every answer is held against its tool's output schema too. */
const connectTo = (url: string, { apiKey }: Client) => {
  const { check } = OutputSchemas.checker()
  return () => new Agent(url, apiKey.token, check)
}

/** Plays the jobs one after another, and returns the tokens read for all. */
const playAll = Effect.fnUntraced(function* (jobs: ReadonlyArray<Job>, sample: Sample.Sample) {
  const outcomes = yield* Effect.forEach(jobs, (job) =>
    Effect.map(
      Effect.promise(() => play(job, sample)),
      (outcome) => ({ asks: job.asks, ...outcome })
    )
  )
  const violated = outcomes.filter(({ violations }) => violations.length > 0)
  assert.deepStrictEqual(
    violated.map(({ asks, violations }) => [asks, ...violations]),
    []
  )
  return outcomes.reduce((sum, { tokensRead }) => sum + tokensRead, 0)
})

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
        assert.isAtMost(yield* playAll([...dealJobs, ...leadJobs], sample), 10_000)
      })
    )

    it.effect("answers hard questions and finishes long jobs, with tools that it has to find", () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const client = yield* service.workspace()
        const colleague = yield* service.member(client.workspace.id, "member")
        const sample = yield* Sample.make(connectTo(service.url, client), client, colleague)
        assert.isAtMost(yield* playAll([...reviewJobs, ...upkeepJobs], sample), 50_000)
      })
    )
  },
  promotion
)

const site = Effect.gen(function* () {
  const service = yield* TestService
  const client = yield* service.workspace()
  const connect = connectTo(service.url, client)
  return { connect, grounds: yield* Grounds.make(connect(), client) }
})

contract(
  "an agent's mistake",
  (it) => {
    it.effect("is refused with the way out, and changes nothing", () =>
      Effect.gen(function* () {
        const { connect, grounds } = yield* site
        const paths = ["deals?status=all&limit=100", "leads?limit=100", "webhooks"]
        const read = () => Promise.all(paths.map((path) => grounds.rest("GET", `/v1/${path}`)))
        const before = yield* Effect.promise(read)
        const mistakes = Object.entries(refused(grounds)).flatMap(([tool, all]) =>
          all.map(([what, args, ...says]) => ({ what, tool, args, says }))
        )
        const flaws: Array<string> = []
        for (const { args, says, tool, what } of mistakes) {
          const { failed, text, value } = yield* Effect.promise(() => connect().try(tool, args))
          const answer: string = value?.error?.message ?? text
          const unsaid = says.filter((one) =>
            typeof one === "string" ? !answer.includes(one) : !one.test(answer)
          )
          if (!failed || unsaid.length > 0)
            flaws.push(`${what}: ${failed ? `not said ${unsaid.join(", ")}` : "taken"}: ${answer}`)
        }
        assert.deepStrictEqual(flaws, [])
        assert.deepStrictEqual(yield* Effect.promise(read), before)
        assert.isAtLeast(mistakes.length, 100)
      })
    )

    it.effect("is taken as it was meant", () =>
      Effect.gen(function* () {
        const { connect, grounds } = yield* site
        for (const { after, args, holds, tool, what } of taken(grounds)) {
          const agent = connect()
          yield* Effect.promise(async () => after?.(agent))
          const { text, value } = yield* Effect.promise(() => agent.try(tool, args))
          const isHeld = yield* Effect.promise(async () => holds(value, text))
          assert.isTrue(isHeld, `not so: ${what}: ${text}`)
        }
      })
    )
  },
  promotion
)
