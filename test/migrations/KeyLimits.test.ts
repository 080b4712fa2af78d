import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../layers/platform/database/Migrations.ts"
import keyLimits from "../../migrations/0026_key_limits.ts"
import { migrations } from "../../migrations/index.ts"
import { TestDatabase } from "../support/server/TestDatabase.ts"

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0026"))

const id = "01997f2e-6b1c-7d7a-9d0c-000000000001"

const at = "2026-05-01T09:30:00.000Z"

layer(TestDatabase.layerEmpty)("the migration that gives keys limits", (it) => {
  it.effect("leaves keys from before without any, and may start over", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Migrations.run(before)
      const key = { id, workspace_id: id, user_id: id, name: "K", hash: Buffer.from("h"), hint: "abcd" }
      yield* sql`INSERT INTO api_keys ${sql.insert({ ...key, created_at: at, last_used_at: at })}`
      yield* keyLimits.ahead
      yield* Migrations.run(migrations)
      const rows = yield* sql`SELECT name, expires_at, allowed_addresses, last_used_address, last_used_agent,
        last_refused_at, last_refused_address FROM api_keys`
      assert.deepStrictEqual(rows, [
        {
          name: "K",
          expires_at: null,
          allowed_addresses: [],
          last_used_address: null,
          last_used_agent: null,
          last_refused_at: null,
          last_refused_address: null
        }
      ])
    })
  )
})
