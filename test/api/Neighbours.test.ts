import { assert } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { contractOnTestClock, created, ok, workspace } from "../support/server/Contract.ts"
import { bearer, legacy, send } from "../support/mcp/McpMessages.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"
import { TestService } from "../support/server/TestService.ts"

/** In a cluster, of all nodes. */
const activity = TestDatabase.isCluster ? "citus_stat_activity" : "pg_stat_activity"

/** Waits until this many statements wait for locks; a transaction else sees them as they were when it first looked. */
const stuck = (count: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.repeat(
      Effect.andThen(
        sql`SELECT pg_stat_clear_snapshot()`,
        sql`SELECT 1 FROM ${sql(activity)} WHERE wait_event_type = 'Lock' AND datname = current_database()`
      ),
      { until: (rows) => rows.length >= count }
    )
  )

/** Lets the service's time pass until all have an answer. */
const answered = (fibers: ReadonlyArray<Fiber.Fiber<unknown>>) =>
  Effect.repeat(
    Effect.andThen(
      TestClock.adjust("100 millis"),
      Effect.promise(() => new Promise((done) => setTimeout(done, 5)))
    ),
    { until: () => fibers.every((fiber) => fiber.pollUnsafe() !== undefined) }
  )

const fork = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.forkChild(effect, { startImmediately: true })

contractOnTestClock("a busy workspace", (it) => {
  it.effect("has costly reads wait for each other, and is told to send them one after another", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { url } = yield* TestService
      const [busy, other] = [yield* workspace(), yield* workspace()]
      const search = Effect.promise(() =>
        send(
          url,
          "POST",
          bearer(busy.apiKey.token),
          legacy("tools/call", { name: "search_leads", arguments: { q: "acme" } })
        )
      )
      const [first, second] = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`LOCK TABLE leads IN ACCESS EXCLUSIVE MODE`
          const running = [
            yield* fork(busy.get("/v1/leads?q=acme")),
            yield* fork(busy.get("/v1/leads?q=foods"))
          ]
          yield* stuck(2)
          const rest = yield* fork(busy.get("/v1/leads?q=acme"))
          const tool = yield* fork(search)
          // No index finds two letters.
          const short = yield* fork(busy.get("/v1/deals?q=ac"))
          // What costs little goes on, a search by an index too, and so do the others' costly reads.
          yield* ok(busy.get("/v1/deals"))
          yield* ok(busy.get("/v1/deals?q=acme"))
          yield* ok(other.get("/v1/deals?q=ac"))
          yield* answered([rest, tool, short])
          assert.strictEqual((yield* Fiber.join(short)).status, 429)
          const refused = yield* Fiber.join(rest)
          assert.strictEqual(refused.status, 429)
          assert.strictEqual(refused.body.error.code, "too_many_costly_reads")
          assert.strictEqual(refused.headers.get("retry-after"), "2")
          const { body } = yield* Fiber.join(tool)
          assert.isTrue(body.result.isError)
          assert.include(JSON.stringify(body.result), "one after another")
          return running
        })
      )
      assert.deepStrictEqual((yield* ok(Fiber.join(first!))).data, [])
      assert.deepStrictEqual((yield* ok(Fiber.join(second!))).data, [])
      yield* ok(busy.get("/v1/leads?q=acme"))
    })
  )

  it.effect("whose deals are locked leaves the others theirs", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [busy, other] = [yield* workspace(), yield* workspace()]
      const make = ({ board, post }: typeof busy) =>
        created(post("/v1/deals", { boardId: board.id, name: "One" }))
      const [held, free] = [yield* make(busy), yield* make(other)]
      const waiting = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT 1 FROM deals WHERE workspace_id = ${busy.workspace.id} FOR UPDATE`
          const fibers = yield* Effect.forEach(Array.from({ length: 30 }), (_, index) =>
            fork(busy.patch(`/v1/deals/${held.id}`, { company: `Company ${index}` }))
          )
          yield* stuck(4)
          yield* TestClock.adjust("2100 millis")
          // Its own callers are told at once, while the first of them still wait.
          const refused = yield* busy.patch(`/v1/deals/${held.id}`, { company: "Late" })
          assert.deepStrictEqual([refused.status, refused.body.error.code], [503, "unavailable"])
          assert.strictEqual(refused.headers.get("retry-after"), "2")
          for (const company of ["A", "B", "C", "D"]) {
            assert.strictEqual((yield* ok(other.patch(`/v1/deals/${free.id}`, { company }))).company, company)
            yield* ok(other.get("/v1/deals"))
          }
          return fibers
        })
      )
      yield* answered(waiting)
      const statuses = yield* Effect.forEach(waiting, (fiber) =>
        Effect.map(Fiber.join(fiber), ({ status }) => status)
      )
      assert.includeMembers([200, 503], [...new Set(statuses)])
    })
  )
})
