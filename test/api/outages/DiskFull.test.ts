import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contract, workspace } from "../../support/server/Contract.ts"
import { TestService } from "../../support/server/TestService.ts"

contract("a database whose disk is full", (it) => {
  it.effect("is told by /readyz, which goes on answering 200 since reads are served", () =>
    Effect.gen(function* () {
      const { board, get, post } = yield* workspace()
      const { send } = yield* TestService
      const sql = yield* SqlClient.SqlClient
      const ready = Effect.promise(() => send("GET", "/readyz"))
      assert.notProperty((yield* ready).body, "writes")
      // As PostgreSQL refuses to extend a file of a full disk.
      yield* sql.unsafe(`CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`)
      yield* sql.unsafe(
        "CREATE TRIGGER full_disk BEFORE INSERT ON deals FOR EACH STATEMENT EXECUTE FUNCTION fill_disk()"
      )
      const refused = yield* post("/v1/deals", { boardId: board.id, name: "D" })
      assert.strictEqual(refused.status, 503)
      const { body, status } = yield* ready
      assert.deepStrictEqual([status, body.status, body.writes], [200, "ready", "failing: disk_full"])
      assert.strictEqual((yield* get("/v1/deals")).status, 200)
      yield* sql.unsafe("DROP FUNCTION fill_disk CASCADE")
    })
  )
})
