import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../layers/platform/database/Migrations.ts"
import { migrations } from "../../migrations/index.ts"
import { TestDatabase } from "../support/server/TestDatabase.ts"

const id = (last: number) => `01997f2e-6b1c-7d7a-9d0c-0000000000${String(last).padStart(2, "0")}`
const at = "2026-05-01T09:30:00.000Z"
const [alpha, beta] = [id(1), id(2)]

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0010"))

/** A person with these memberships, in the old schema. */
const person = Effect.fnUntraced(function* (
  n: number,
  hash: string | null,
  ...workspaces: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const user = { id: id(n), email: `p${n}@a.example`, password_hash: hash, created_at: at }
  yield* sql`INSERT INTO users ${sql.insert(user)}`
  for (const workspace_id of workspaces) {
    yield* sql`INSERT INTO members ${sql.insert({ workspace_id, user_id: id(n), role: "admin", created_at: at })}`
  }
})

layer(TestDatabase.layerEmpty)("the people migration", (it) => {
  it.effect("trusts each account where it was trusted, and keeps links and invitations valid", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Migrations.run(before)
      yield* person(11, "hash", alpha)
      yield* person(12, "hash", alpha, beta)
      yield* person(13, null, alpha)
      yield* person(14, null)
      const link = { hash: Buffer.of(1), user_id: id(13), created_at: at, expires_at: at }
      yield* sql`INSERT INTO password_links ${sql.insert(link)}`
      const invited = { workspace_id: beta, user_id: id(11), role: "viewer", hash: Buffer.of(2) }
      yield* sql`INSERT INTO invitations ${sql.insert({ ...invited, created_at: at, expires_at: at })}`
      yield* Migrations.run(migrations)
      assert.deepStrictEqual(yield* sql`SELECT only_in FROM users ORDER BY id`, [
        { only_in: alpha },
        { only_in: null },
        { only_in: null },
        { only_in: null }
      ])
      assert.deepStrictEqual(yield* sql`SELECT workspace_id FROM password_links`, [{ workspace_id: alpha }])
      assert.deepStrictEqual(yield* sql`SELECT workspace_id, email, role, revives_keys FROM invitations`, [
        { workspace_id: beta, email: "p11@a.example", role: "viewer", revives_keys: false }
      ])
      const again = { id: id(15), email: "p14@a.example", created_at: at }
      const twice = yield* Effect.flip(sql`INSERT INTO users ${sql.insert(again)}`)
      assert.include(String(twice.reason._tag), "Unique")
    })
  )
})
