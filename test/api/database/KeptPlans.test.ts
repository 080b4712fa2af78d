/**
 * A prepared statement may keep the plan that was made while its table was empty. On a new database, and once all
 * idempotency keys have expired, it must be one that is good for a full table, too.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Sent from "../../support/server/Sent.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { TestService } from "../../support/server/TestService.ts"

const tables = ["deals", "idempotency_keys", "notes"]

layer(TestService.layer())("a plan made on an empty table", (it) => {
  // A cluster plans each statement anew.
  it.effect.skipIf(TestDatabase.isCluster)("reads a full one by an index", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { board, send } = yield* (yield* TestService).workspace("standard")
      const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
        Effect.map(
          Effect.promise(() => send(method, `/v1/${path}`, body, headers)),
          (answer) => {
            assert.isBelow(answer.status, 300, `${path}: ${answer.text}`)
            return answer.body
          }
        )
      const keyed = (key: string) => ({ "idempotency-key": key })
      const create = () => call("POST", "deals", { boardId: board.id, name: "A" }, keyed("create"))
      const stages = yield* call("GET", `boards/${board.id}/stages`)
      const [deal, created] = yield* Sent.during(tables, create())
      const [, again] = yield* Sent.during(tables, create())
      const [, read] = yield* Sent.during(tables, call("GET", `deals/${deal.id}`))
      const [, listed] = yield* Sent.during(tables, call("GET", `deals?stageId=${stages[0].id}`))
      const path = `deals/${deal.id}/move`
      const [, moved] = yield* Sent.during(
        tables,
        call("POST", path, { toStageId: stages[1].id }, keyed("move"))
      )
      // The stored answer is read by a statement that is planned each time.
      const isPrepared = ({ text }: Sent.Statement) => !text.startsWith("SELECT fingerprint")
      const statements = [...created, ...again, ...read, ...listed, ...moved].filter(isPrepared)
      assert.isAbove(statements.length, 7)

      yield* sql`DELETE FROM notes`
      yield* sql`DELETE FROM deals`
      yield* sql`DELETE FROM idempotency_keys`
      // As autovacuum does: from then on the planner knows that the table has no pages.
      yield* sql`VACUUM idempotency_keys`
      const scans: Array<string> = []
      const session = yield* sql.reserve
      const run = (text: string) => session.executeUnprepared(text, [], undefined)
      yield* run("SET plan_cache_mode = force_generic_plan")
      for (const [index, { parameters, text }] of statements.entries()) {
        yield* run(`PREPARE kept${index} AS ${text}`)
        const none = parameters.length === 0 ? "" : `(${parameters.map(() => "NULL").join(", ")})`
        const rows = yield* run(`EXPLAIN (FORMAT JSON) EXECUTE kept${index}${none}`)
        const [row] = rows as unknown as ReadonlyArray<{ "QUERY PLAN": ReadonlyArray<{ Plan: Sent.Node }> }>
        for (const node of Sent.nodesOf(row!["QUERY PLAN"][0]!.Plan)) {
          if (node["Node Type"] === "Seq Scan" && tables.includes(node["Relation Name"]!)) scans.push(text)
        }
      }
      assert.deepStrictEqual(scans, [])
    }).pipe(Effect.scoped)
  )
})
