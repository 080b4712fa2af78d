import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import * as Spans from "../../src/shared/time/Spans.ts"
import * as JobCommands from "../../src/jobs/JobCommands.ts"
import { type Client, TestService } from "../support/server/TestService.ts"

const days = (count: number, millis = 0) => new Date(count * 86_400_000 + millis).toISOString()

const leadIn = Effect.fnUntraced(function* ({ send }: Client, triageStatus?: string) {
  const { body } = yield* Effect.promise(() => send("POST", "/v1/leads", { firstName: "A" }))
  if (triageStatus !== undefined) {
    yield* Effect.promise(() => send("PATCH", `/v1/leads/${body.id}`, { triageStatus }))
  }
  return Effect.map(
    Effect.promise(() => send("GET", `/v1/leads/${body.id}`)),
    ({ body }) => body.triageStatus as string
  )
})

// The service uses the test's clock, which starts at 0, in 1970.
layer(TestService.layer())("jobs", (it) => {
  it.effect("make leads stale that have been new for more than 14 days, in every workspace", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const [one, two] = [yield* service.workspace(), yield* service.workspace()]
      const leads = [
        yield* leadIn(one),
        yield* leadIn(two),
        yield* leadIn(one, "contacted"),
        yield* leadIn(one, "junk")
      ]
      const statuses = Effect.all(leads)
      assert.deepStrictEqual(yield* JobCommands.run("stale-leads", days(14)), {
        job: "stale-leads",
        affected: 0
      })
      assert.deepStrictEqual(yield* statuses, ["new", "new", "contacted", "junk"])
      assert.deepStrictEqual(yield* JobCommands.run("stale-leads", days(14, 1)), {
        job: "stale-leads",
        affected: 2
      })
      assert.deepStrictEqual(yield* statuses, ["stale", "stale", "contacted", "junk"])
      assert.deepStrictEqual(yield* JobCommands.run("stale-leads", days(20)), {
        job: "stale-leads",
        affected: 0
      })
    })
  )

  it.effect("count 14 days anew for a lead that becomes new again", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const status = yield* leadIn(client, "stale")
      yield* TestClock.adjust("1 hour")
      const { body } = yield* Effect.promise(() => client.send("GET", "/v1/leads"))
      yield* Effect.promise(() =>
        client.send("PATCH", `/v1/leads/${body.data[0].id}`, { triageStatus: "new" })
      )
      yield* JobCommands.run("stale-leads", days(14, 3_600_000))
      assert.strictEqual(yield* status, "new")
      yield* JobCommands.run("stale-leads", days(14, 3_600_001))
      assert.strictEqual(yield* status, "stale")
    })
  )

  it.effect("purge deals with their notes 30 days after they were deleted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { board, send, workspace } = yield* (yield* TestService).workspace()
      const deal = Effect.map(
        Effect.promise(() => send("POST", "/v1/deals", { boardId: board.id, name: "D" })),
        ({ body }) => body.id as string
      )
      const [gone, kept] = [yield* deal, yield* deal]
      yield* Effect.promise(() => send("POST", `/v1/deals/${gone}/notes`, { contentText: "n" }))
      yield* Effect.promise(() => send("DELETE", `/v1/deals/${gone}`))
      const counts = sql`SELECT (SELECT count(*) FROM deals WHERE workspace_id = ${workspace.id}) AS deals,
        (SELECT count(*) FROM notes WHERE workspace_id = ${workspace.id} AND deal_id = ${gone}) AS notes`
      const at = Date.parse((yield* Effect.promise(() => send("GET", `/v1/deals/${kept}`))).body.createdAt)
      const after = (days: number, millis = 0) => new Date(at + days * 86_400_000 + millis).toISOString()
      assert.deepStrictEqual(yield* JobCommands.run("purge-deals", after(30)), {
        job: "purge-deals",
        affected: 0
      })
      assert.deepStrictEqual(yield* counts, [{ deals: 2, notes: 2 }])
      assert.deepStrictEqual(yield* JobCommands.run("purge-deals", after(30, 1)), {
        job: "purge-deals",
        affected: 1
      })
      assert.deepStrictEqual(yield* counts, [{ deals: 1, notes: 0 }])
    })
  )

  it.effect("delete webhook deliveries of a month that ended 30 days ago", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { board, send } = yield* (yield* TestService).workspace()
      const body = { boardId: board.id, url: "https://192.0.43.8/", events: ["deal.won"] }
      const webhook = yield* Effect.promise(() => send("POST", "/v1/webhooks", body))
      yield* sql`UPDATE webhooks SET paused_until = '9999-01-01' WHERE id = ${webhook.body.id}`
      const at = `/v1/webhooks/${webhook.body.id}`
      const made = yield* Effect.promise(() => send("POST", `${at}/test`))
      const log = Effect.map(
        Effect.promise(() => send("GET", `${at}/deliveries`)),
        ({ body }) => body.data.length as number
      )
      const [month] = Spans.ahead("month", made.body.createdAt, 0)
      const after = (millis: number) =>
        new Date(Date.parse(month!.to) + 30 * 86_400_000 + millis).toISOString()
      yield* JobCommands.run("rotate-partitions", after(-1))
      assert.strictEqual(yield* log, 1)
      yield* JobCommands.run("rotate-partitions", after(0))
      assert.strictEqual(yield* log, 0)
    })
  )

  it.effect("delete idempotency keys after 24 hours, and not before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { send, workspace } = yield* (yield* TestService).workspace()
      yield* Effect.promise(() => send("POST", "/v1/leads", { firstName: "A" }, { "idempotency-key": "k" }))
      const keys = sql`SELECT key, created_at FROM idempotency_keys WHERE workspace_id = ${workspace.id}`
      const [row] = yield* keys
      const after = (millis: number) =>
        new Date(Date.parse(row!["created_at"] as string) + millis).toISOString()
      yield* JobCommands.run("expire-idempotency", after(86_399_999))
      assert.strictEqual((yield* keys).length, 1)
      assert.strictEqual((yield* JobCommands.run("expire-idempotency", after(86_400_000))).affected, 1)
      assert.strictEqual((yield* keys).length, 0)
    })
  )

  it.effect("work in batches until nothing is left", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { board, workspace } = yield* (yield* TestService).workspace()
      const at = "2020-01-01T00:00:00.000Z"
      yield* sql`INSERT INTO leads (workspace_id, id, board_id, triage_status, triaged_at, source, attribution,
          enrichment, rank, search, created_at)
        SELECT ${workspace.id}::uuid, gen_random_uuid(), ${board.id}::uuid, 'new', ${at}::timestamptz, 'form', '{}', '{}', -1, '',
          ${at}::timestamptz FROM generate_series(1, 2500)`
      yield* JobCommands.run("stale-leads", "2020-02-01T00:00:00.000Z")
      const counts = yield* sql`SELECT triage_status, count(*) AS count FROM leads
        WHERE workspace_id = ${workspace.id} GROUP BY triage_status`
      assert.deepStrictEqual(counts, [{ triage_status: "stale", count: 2500 }])
    })
  )

  it.effect("are listed with their schedules and last runs", () =>
    Effect.gen(function* () {
      yield* JobCommands.run("expire-tokens", "1970-01-01T12:00:00.000Z")
      const { jobs } = yield* JobCommands.list
      assert.deepStrictEqual(
        jobs.map(({ name, schedule, timeZone }) => [name, schedule, timeZone]),
        [
          ["stale-leads", "0 3 * * *", "UTC"],
          ["purge-deals", "30 3 * * *", "UTC"],
          ["purge-changes", "45 4 * * *", "UTC"],
          ["expire-approvals", "*/15 * * * *", "UTC"],
          ["rotate-partitions", "5 * * * *", "UTC"],
          ["expire-idempotency", "15 * * * *", "UTC"],
          ["expire-tokens", "45 * * * *", "UTC"],
          ["reseal-webhooks", "0 4 * * *", "UTC"],
          ["seal-audit", "20 * * * *", "UTC"],
          ["purge-seals", "15 4 * * *", "UTC"],
          ["rehearsals", "*/30 * * * *", "UTC"],
          ["backup", "*/10 * * * *", "UTC"]
        ]
      )
      const { lastRun, nextAt } = jobs[6]!
      assert.match(nextAt, /:45:00\.000Z$/u)
      assert.deepInclude(lastRun, { asOf: "1970-01-01T12:00:00.000Z", attempt: 1, affected: 0, error: null })
      assert.isNotNull(lastRun!.finishedAt)
    })
  )

  it.effect("fail with the name if there is no such job", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(JobCommands.run("sweep", undefined))
      assert.strictEqual(error.code, "job_not_found")
      assert.include(error.message, "stale-leads")
    })
  )
})
