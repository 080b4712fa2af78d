import { assert } from "@effect/vitest"
import { Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { BoardStage as Stage } from "../../../schema/Stage.ts"
import { contract, created, ok, workspace } from "../../support/server/Contract.ts"
import { TestService } from "../../support/server/TestService.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

const activity = TestDatabase.isCluster ? "citus_stat_activity" : "pg_stat_activity"

/** Waits until this many statements wait for locks. */
const stuck = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.repeat(
    sql`SELECT 1 FROM ${sql(activity)} WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    { until: (rows) => rows.length >= count }
  )
})

contract("a write that waits for another's", (it) => {
  it.effect("is done although its client has gone away meanwhile", () =>
    Effect.gen(function* () {
      const { apiKey, board, get, post, workspace: own } = yield* workspace()
      const { url } = yield* TestService
      const deal = yield* created(post("/v1/deals", { boardId: board.id, name: "Held" }))
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT 1 FROM deals WHERE workspace_id = ${own.id} AND id = ${deal.id} FOR UPDATE`
          const client = new AbortController()
          const sent = fetch(`${url}/v1/deals/${deal.id}`, {
            method: "PATCH",
            headers: { authorization: `Bearer ${apiKey.token}`, "content-type": "application/json" },
            body: JSON.stringify({ company: "Acme" }),
            signal: client.signal
          })
          yield* stuck(1)
          client.abort()
          yield* Effect.flip(Effect.tryPromise(() => sent))
        })
      )
      const done = Effect.repeat(ok(get(`/v1/deals/${deal.id}`)), {
        until: ({ company }) => company === "Acme",
        schedule: Schedule.spaced("20 millis")
      })
      assert.strictEqual((yield* Effect.timeout(done, "5 seconds")).company, "Acme")
    })
  )

  it.effect("finds a deal that was moved while it waited, to a stage created while it waited", () =>
    Effect.gen(function* () {
      const { board, get, patch, post, put, workspace: own } = yield* workspace()
      const deal = yield* created(post("/v1/deals", { boardId: board.id, name: "Held" }))
      const sql = yield* SqlClient.SqlClient
      const waiting = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT 1 FROM deals WHERE workspace_id = ${own.id} AND id = ${deal.id} FOR UPDATE`
          const edit = yield* Effect.forkChild(
            patch(`/v1/deals/${deal.id}`, { company: "Acme" }, { "idempotency-key": "held" })
          )
          yield* stuck(1)
          const stages = yield* ok(get(`/v1/boards/${board.id}/stages`))
          const editable = stages.filter(({ region }: Stage) => region !== "won" && region !== "dead")
          const late = { name: "Legal", region: "late", probability: 80 }
          const all = yield* ok(
            put(`/v1/boards/${board.id}/stages`, {
              stages: [
                ...editable.map(({ id, name, region, probability }: Stage) => ({
                  id,
                  name,
                  region,
                  probability
                })),
                late
              ]
            })
          )
          const legal = all.find(({ name }: Stage) => name === "Legal")
          yield* sql`UPDATE deals SET stage_id = ${legal.id} WHERE id = ${deal.id}`
          return edit
        })
      )
      const answer = yield* ok(Fiber.join(waiting))
      assert.deepStrictEqual([answer.company, answer.stage.name], ["Acme", "Legal"])
    })
  )

  // Citus does what is joined in its order, and so locks totals before a new deal is written.
  it.effect.skipIf(TestDatabase.isCluster)(
    "waits for totals once its deal is written, so that it holds them for less time",
    () =>
      Effect.gen(function* () {
        const { board, get, post, workspace: own } = yield* workspace()
        const { currency } = yield* ok(get(`/v1/boards/${board.id}`))
        const other = yield* created(post("/v1/boards", { name: "Other" }))
        const [first] = yield* ok(get(`/v1/boards/${board.id}/stages`))
        const sql = yield* SqlClient.SqlClient
        const create = (boardId: string) =>
          Effect.forkChild(post("/v1/deals", { boardId, name: "Held", externalId: "held" }))
        const waiting = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`INSERT INTO deal_totals (workspace_id, board_id, key, currency, slot, deals, cents)
            SELECT ${own.id}, ${board.id}, ${`stage:${first.id}`}, ${currency}, slot, 0, 0 FROM generate_series(0, 7) slot`
            // The second waits for the deal of the first, which is written by then.
            const one = yield* create(board.id)
            yield* stuck(1)
            const same = yield* create(other.id)
            yield* stuck(2)
            return [one, same]
          })
        )
        const statuses = yield* Effect.forEach(waiting, (fiber) =>
          Effect.map(Fiber.join(fiber), ({ status }) => status)
        )
        assert.deepStrictEqual(statuses, [201, 409])
      })
  )
})
