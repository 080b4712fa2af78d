import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { Database } from "../../../layers/database/Database.ts"
import * as SessionCheck from "../../../layers/database/client/SessionCheck.ts"
import * as PgBouncer from "../../support/database/PgBouncer.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { administer, withDatabase } from "../../support/server/TestServer.ts"

/** The line that a start ends with. */
const lineOf = (layer: ReturnType<typeof Database.connect>) =>
  Effect.map(Effect.flip(Layer.build(layer)), (error) => String((error as { message?: string }).message))

const direct = (url: string) => ({ direct: Redacted.make(url), prepare: false })

describe("limits that are missing on Citus", () => {
  const limits = { lock: 5000, statement: 7000, idle: 10_000 }
  const row = { role: "app", database: "crm", isCitus: true }

  it("go into the pooler's query, and only the one for locks to the role", () => {
    assert.deepStrictEqual(SessionCheck.missing({ ...row, lock: 0, statement: 0, idle: 60_000 }, limits), [
      "run ALTER ROLE app IN DATABASE crm SET lock_timeout = '5000ms'",
      "have the pooler's connect_query say 'SET statement_timeout = 7000; SET idle_in_transaction_session_timeout = 10000'"
    ])
    assert.deepStrictEqual(SessionCheck.missing({ ...row, ...limits }, limits), [])
  })
})

describe.skipIf(PgBouncer.lacks !== undefined)("a start through a pooler", () => {
  it.live("is refused with what to do, until it is done", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const pooler = Redacted.make((yield* PgBouncer.make(url)).url)
      const name = new URL(url).pathname.slice(1)
      const without = yield* lineOf(Database.connect(pooler))
      assert.include(without, "unsupported startup parameter")
      assert.include(without, "give the server's own address in DATABASE_LISTEN_URL")

      const server = withDatabase(inject("testServer").url, "postgres")
      yield* administer(
        url,
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql.unsafe(`ALTER ROLE CURRENT_USER IN DATABASE ${name} SET lock_timeout = '4s'`)
        )
      )
      const unlimited = yield* lineOf(Database.connect(pooler, direct(url)))
      const parts = TestDatabase.isCluster
        ? // It would give its workers the limits of the role.
          [
            "say 'SET statement_timeout = 7000; SET idle_in_transaction_session_timeout = 10000'; and have the pooler"
          ]
        : [
            `IN DATABASE ${name} SET statement_timeout = '7000ms'`,
            "SET idle_in_transaction_session_timeout = '10000ms'; and have the pooler"
          ]
      for (const part of parts) assert.include(unlimited, part)
      assert.notInclude(unlimited, "lock_timeout", "a shorter one will do")

      yield* PgBouncer.limited(url)
      // A pooler that was started since has only connections that begin with the limits.
      const fresh = Redacted.make((yield* PgBouncer.make(url)).url)
      const elsewhere = yield* lineOf(Database.connect(fresh, direct(server)))
      assert.include(elsewhere, "which is not the database that DATABASE_URL leads to")

      const sql = Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT current_setting('lock_timeout') AS l`
      )
      const rows = yield* Effect.provide(sql, Database.connect(fresh, direct(url)))
      assert.deepStrictEqual(rows, [{ l: "5s" }])
      const session = Database.operator.pipe(Layer.provide(Database.connect(fresh, direct(url))))
      const unhurried = Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT current_setting('statement_timeout') AS s`
      )
      assert.deepStrictEqual(yield* Effect.provide(unhurried, session), [{ s: "0" }])
    }).pipe(Effect.provide(TestDatabase.layerClone), Effect.scoped)
  )
})
