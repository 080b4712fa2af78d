import { assert } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import type { BoardStage as Stage } from "../../../../schema/Stage.ts"
import { contract, created, ok, workspace } from "../../../support/server/Contract.ts"
import { TestDatabase } from "../../../support/server/TestDatabase.ts"

const activity = TestDatabase.isCluster ? "citus_stat_activity" : "pg_stat_activity"

contract("a write that waits for another's", (it) => {
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
          yield* Effect.repeat(
            sql`SELECT 1 FROM ${sql(activity)} WHERE wait_event_type = 'Lock' AND datname = current_database()`,
            { until: (rows) => rows.length > 0 }
          )
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
})
