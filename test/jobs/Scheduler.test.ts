import { assert, layer } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { Ids } from "../../layers/runtime/Ids.ts"
import { JobRuns } from "../../layers/runtime/JobRuns.ts"
import * as Job from "../../src/jobs/Job.ts"
import * as Scheduler from "../../src/jobs/Scheduler.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"

const iso = (millis: number) => new Date(millis).toISOString()

/** A job that runs each minute and records which node ran when. */
const recording = (name: string, node: string, log: Array<string>, work: Effect.Effect<void> = Effect.void) =>
  Job.make(name, {
    description: "",
    schedule: "* * * * *",
    timeZone: "UTC",
    run: (asOf) =>
      Effect.sync(() => log.push(`${node} ${asOf}`)).pipe(
        Effect.andThen(work),
        Effect.as({ affected: 1, error: null })
      )
  })

/** A node with its own identity and scheduler; closing its scope stops it. */
const start = Effect.fnUntraced(function* (jobs: ReadonlyArray<Job.Job<never>>) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const node = Scheduler.make(jobs, Duration.minutes(1)).pipe(Layer.provide(Layer.fresh(JobRuns.layer)))
  yield* Layer.buildWithScope(node, scope)
  return Scope.close(scope, Exit.void)
})

/** Sets the clock to a full minute that no test has used, so that ticks don't collide. */
const fresh = Effect.gen(function* () {
  const at = Math.ceil(((yield* Clock.currentTimeMillis) + 1) / 600_000) * 600_000
  yield* TestClock.setTime(at)
  return (millis: number) => iso(at + millis)
})

const runs = Effect.fnUntraced(function* (job: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ tick: string; attempt: number; finished: boolean; error: string | null }>`
    SELECT tick, attempt, finished_at IS NOT NULL AS finished, error FROM job_runs WHERE job = ${job} ORDER BY tick`
})

/** Polls in real time, without moving the test's clock. */
const eventually = Effect.fnUntraced(function* <A>(
  read: Effect.Effect<A, any, any>,
  holds: (value: A) => boolean
) {
  const deadline = performance.now() + 5_000
  while (true) {
    const value = yield* read
    if (holds(value)) return value
    assert.isBelow(performance.now(), deadline, JSON.stringify(value))
    yield* Effect.promise(() => new Promise((done) => setTimeout(done, 5)))
  }
})

/** Moves the clock minute by minute, waiting until each run is recorded. */
const minutes = Effect.fnUntraced(function* (count: number, job: string) {
  for (let step = 0; step < count; step++) {
    const before = (yield* runs(job)).length
    yield* TestClock.adjust("1 minute")
    yield* eventually(runs(job), (all) => all.length > before && all.every(({ finished }) => finished))
  }
})

const ground = Ids.layer.pipe(Layer.provideMerge(TestDatabase.layer))

layer(ground)("a scheduler", (it) => {
  it.effect("runs each tick once, however many nodes there are", () =>
    Effect.gen(function* () {
      const at = yield* fresh
      const log: Array<string> = []
      const nodes = yield* Effect.forEach(["a", "b", "c"], (node) => start([recording("many", node, log)]))
      yield* eventually(runs("many"), (all) => all.length === 1 && all[0]!.finished)
      yield* minutes(5, "many")
      assert.deepStrictEqual(
        log.map((line) => line.slice(2)),
        [0, 1, 2, 3, 4, 5].map((minute) => at(minute * 60_000))
      )
      assert.deepStrictEqual(
        (yield* runs("many")).map(({ attempt }) => attempt),
        [1, 1, 1, 1, 1, 1]
      )
      yield* Effect.all(nodes)
    })
  )

  it.effect("runs missed ticks once", () =>
    Effect.gen(function* () {
      const at = yield* fresh
      const log: Array<string> = []
      const first = yield* start([recording("missed", "a", log)])
      yield* eventually(runs("missed"), (all) => all.length === 1 && all[0]!.finished)
      yield* first
      yield* TestClock.adjust("150 seconds")
      const second = yield* start([recording("missed", "b", log)])
      const done = yield* eventually(runs("missed"), (all) => all.length === 2 && all[1]!.finished)
      assert.deepStrictEqual(
        done.map(({ tick }) => tick),
        [at(0), at(120_000)]
      )
      assert.deepStrictEqual(log, [`a ${at(0)}`, `b ${at(150_000)}`])
      yield* second
    })
  )

  it.effect("takes over a tick once the lease of a dead node has ended", () =>
    Effect.gen(function* () {
      const at = yield* fresh
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO job_runs ${sql.insert({
        job: "dead",
        tick: at(0),
        as_of: at(0),
        node: "gone",
        attempt: 1,
        started_at: at(0),
        lease_until: at(40_000)
      })}`
      const log: Array<string> = []
      const stop = yield* start([recording("dead", "a", log)])
      yield* TestClock.adjust("39 seconds")
      yield* TestClock.adjust("999 millis")
      assert.deepStrictEqual(log, [])
      yield* TestClock.adjust("1 millis")
      const [run] = yield* eventually(runs("dead"), (all) => all[0]!.finished)
      assert.deepStrictEqual([run!.attempt, run!.error], [2, null])
      assert.deepStrictEqual(log, [`a ${at(40_000)}`])
      yield* stop
    })
  )

  it.effect("keeps a long run to itself, and releases it when it is stopped", () =>
    Effect.gen(function* () {
      const at = yield* fresh
      const log: Array<string> = []
      const long = yield* start([recording("long", "a", log, Effect.sleep("150 seconds"))])
      yield* eventually(runs("long"), (all) => all.length === 1)
      const other = yield* start([recording("long", "b", log)])
      const sql = yield* SqlClient.SqlClient
      const lease = Effect.map(
        sql<{
          until: string
        }>`SELECT lease_until AS until FROM job_runs WHERE job = 'long' AND tick = ${at(0)}`,
        ([row]) => row!.until
      )
      for (let second = 20; second <= 140; second += 20) {
        yield* TestClock.adjust("20 seconds")
        yield* eventually(lease, (until) => until === at((second + 60) * 1000))
      }
      const [run] = yield* runs("long")
      assert.deepStrictEqual([run!.attempt, run!.finished], [1, false])
      yield* long
      assert.strictEqual(yield* lease, at(140_000))
      yield* other
    })
  )

  it.effect("stops a run that another node has taken over, and does not record it", () =>
    Effect.gen(function* () {
      yield* fresh
      const log: Array<string> = []
      const work = Effect.onInterrupt(Effect.never, () => Effect.sync(() => log.push("stopped")))
      const stop = yield* start([recording("lost", "a", log, work)])
      yield* eventually(runs("lost"), (all) => all.length === 1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE job_runs SET node = 'other' WHERE job = 'lost'`
      yield* TestClock.adjust("20 seconds")
      yield* eventually(
        Effect.sync(() => log),
        (lines) => lines.includes("stopped")
      )
      assert.isFalse((yield* runs("lost"))[0]!.finished)
      yield* stop
    })
  )

  it.effect("records a failure, and continues with the next tick", () =>
    Effect.gen(function* () {
      let calls = 0
      const failing = Job.make("failing", {
        description: "",
        schedule: "* * * * *",
        timeZone: "UTC",
        run: () =>
          Effect.suspend(() =>
            ++calls === 1 ? Effect.die(new Error("no luck")) : Effect.succeed({ affected: 3, error: null })
          )
      })
      const stop = yield* start([failing])
      yield* eventually(runs("failing"), (all) => all.length === 1 && all[0]!.finished)
      yield* minutes(1, "failing")
      assert.deepStrictEqual(
        (yield* runs("failing")).map(({ error }) => error),
        ["no luck", null]
      )
      yield* stop
    })
  )

  it.effect("waits for local times in their time zone", () =>
    Effect.sync(() => {
      const job = Job.make("oslo", {
        description: "",
        schedule: "0 3 * * *",
        timeZone: "Europe/Oslo",
        run: () => Effect.succeed({ affected: 0, error: null })
      })
      const summer = Job.due(job, Date.parse("2026-07-01T12:00:00Z"))
      const winter = Job.due(job, Date.parse("2026-12-01T12:00:00Z"))
      assert.deepStrictEqual(
        [iso(summer.last), iso(winter.next)],
        ["2026-07-01T01:00:00.000Z", "2026-12-02T02:00:00.000Z"]
      )
      assert.strictEqual(Job.due(job, summer.last).last, summer.last)
    })
  )
})
