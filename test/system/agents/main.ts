/**
 * Plays everyday jobs and common mistakes of agents over /mcp, and prints what they take: `npm run system -- agents`. With
 * `--write` the tables go into docs/agents-jobs.md.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer, Redacted } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { Database } from "../../../layers/platform/database/Database.ts"
import { TestDatabase } from "../../support/server/TestDatabase.ts"
import * as TestServer from "../../support/server/TestServer.ts"
import { type Client, TestService } from "../../support/server/TestService.ts"
import { Agent } from "./Agent.ts"
import * as Grounds from "./Grounds.ts"
import * as Jobs from "./Jobs.ts"
import * as Mistakes from "./Mistakes.ts"
import * as Sample from "./Sample.ts"
import * as Tables from "./Tables.ts"

const document = "docs/agents-jobs.md"

/** The database of the tests' own server, which is migrated and empty. */
const database = Layer.unwrap(
  Effect.map(TestServer.make, ({ template, url }) => {
    const at = TestServer.withDatabase(url, template)
    return Layer.merge(
      Layer.succeed(TestDatabase, { name: template, url: at }),
      Database.connect(Redacted.make(at))
    )
  })
)

const service = TestService.layer(
  { PROMOTION_ENABLED: "true" },
  { database: database as typeof TestDatabase.layer }
)

const run = Effect.gen(function* () {
  const { member, url, workspace } = yield* TestService
  const connect =
    ({ apiKey }: Client) =>
    () =>
      new Agent(url, apiKey.token)
  const client = yield* workspace()
  const sample = yield* Sample.make(connect(client), client, yield* member(client.workspace.id, "member"))
  const outcomes = yield* Effect.forEach(Jobs.jobs, (job) => Effect.promise(() => Jobs.play(job, sample)))
  const other = yield* workspace()
  const grounds = yield* Grounds.make(connect(other), other)
  const refused = yield* Effect.forEach(Mistakes.refused, (slip) =>
    Effect.promise(() => Mistakes.refuse(slip, grounds))
  )
  const taken = yield* Effect.forEach(Mistakes.taken, (slip) =>
    Effect.promise(() => Mistakes.take(slip, grounds))
  )
  const tables = {
    jobs: Tables.jobs(outcomes),
    refused: Tables.mistakes(refused),
    taken: Tables.mistakes(taken)
  }
  if (process.argv.includes("--write")) {
    writeFileSync(document, Tables.into(readFileSync(document, "utf8"), tables))
  } else {
    for (const table of Object.values(tables)) yield* Console.log(`${table}\n`)
  }
  const flaws = [
    ...outcomes.flatMap(({ job, undone }) => undone.map((what) => `${job.letter}: not ${what}`)),
    ...[...refused, ...taken].flatMap(({ flaw, what }) => (flaw === undefined ? [] : [`${what}: ${flaw}`]))
  ]
  yield* Effect.forEach(flaws, (flaw) => Console.error(flaw))
  yield* Console.error(
    `${outcomes.length} jobs and ${refused.length + taken.length} mistakes, ${flaws.length} not as promised`
  )
  if (flaws.length > 0) process.exitCode = 1
})

run.pipe(Effect.provide(service), Effect.scoped, NodeRuntime.runMain)
