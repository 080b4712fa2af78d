import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { TestDatabase } from "../support/database/TestDatabase.ts"

const fixture = fileURLToPath(new URL("../support/server/runJobs.ts", import.meta.url))

/** Another process that runs jobs; `lines` are the names of the jobs it started. */
const node = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [fixture, url], { stdio: ["ignore", "pipe", "inherit"] })
      const lines: Array<string> = []
      child.stdout.on("data", (chunk) => lines.push(...String(chunk).trim().split("\n")))
      const ended = new Promise<void>((done) => child.on("exit", () => done()))
      const kill = (signal: NodeJS.Signals) => {
        child.kill(signal)
        return ended
      }
      return { lines, kill }
    }),
    ({ kill }) => Effect.promise(() => kill("SIGKILL"))
  )

const eventually = Effect.fnUntraced(function* (what: string, holds: Effect.Effect<boolean, unknown>) {
  const deadline = performance.now() + 60_000
  while (!(yield* Effect.orDie(holds))) {
    assert.isBelow(performance.now(), deadline, what)
    yield* Effect.promise(() => new Promise((done) => setTimeout(done, 50)))
  }
})

layer(TestDatabase.layer, { excludeTestServices: true })("two processes on one database", (it) => {
  it.effect(
    "run each tick once, and one continues if the other is killed",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { url } = yield* TestDatabase
        const nodes = yield* Effect.all([node(url), node(url)])
        const quick = sql<{ tick: string; attempt: number }>`SELECT tick, attempt FROM job_runs
          WHERE job = 'quick' AND finished_at IS NOT NULL ORDER BY tick`
        const slow = sql<{ attempt: number }>`SELECT attempt FROM job_runs WHERE job = 'slow'`
        const begun = (name: string) => nodes.map(({ lines }) => lines.filter((line) => line === name).length)
        yield* eventually(
          "five ticks",
          Effect.map(quick, (rows) => rows.length >= 5)
        )
        yield* eventually(
          "one slow run",
          Effect.sync(() => begun("slow").includes(1))
        )

        const holder = begun("slow").indexOf(1)
        assert.deepStrictEqual(begun("slow").toSorted(), [0, 1])
        assert.deepStrictEqual(yield* slow, [{ attempt: 1 }])
        yield* Effect.promise(() => nodes[holder]!.kill("SIGKILL"))
        yield* eventually(
          "the other takes over",
          Effect.sync(() => begun("slow")[1 - holder] === 1)
        )
        assert.deepStrictEqual(yield* slow, [{ attempt: 2 }])

        const before = (yield* quick).length
        yield* eventually(
          "ticks go on",
          Effect.map(quick, (rows) => rows.length >= before + 2)
        )
        yield* Effect.promise(() => nodes[1 - holder]!.kill("SIGTERM"))
        // Each claim is one attempt and one line; the kill may have cut off the last line.
        const [row] = yield* sql<{ claims: number }>`SELECT sum(attempt)::int AS claims
          FROM job_runs WHERE job = 'quick'`
        assert.include([0, 1], row!.claims - begun("quick").reduce((a, b) => a + b))
        assert.isAtMost((yield* quick).filter(({ attempt }) => attempt > 1).length, 1)
      }),
    180_000
  )
})
