import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Seals } from "../../layers/audit/Seals.ts"
import * as App from "../../src/service/App.ts"
import { check, kinds, seal, sealed, within, write } from "../support/audit/Sealed.ts"
import { contract, workspace } from "../support/server/Contract.ts"

contract(
  "the seals of the audit log",
  (it) => {
    it.effect("are right while nobody touches the log", () =>
      Effect.gen(function* () {
        const { id } = yield* sealed
        const { head, ...proof } = yield* check(id)
        assert.deepInclude(proof, { entries: 7, seals: 2, flaws: [], wrong: 0 })
        assert.match(head, /^2:[0-9a-f]{64}$/u)
        yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE audit SET at = at`)
        assert.strictEqual((yield* check(id)).wrong, 0)
      })
    )

    it.effect("show an altered entry, one that was removed, and one that was put in", () =>
      Effect.gen(function* () {
        const { id, sql } = yield* sealed
        yield* sql`UPDATE audit SET actor_name = 'Someone else' WHERE workspace_id = ${id}
          AND operation = 'deals.create' AND id = (SELECT max(id::text)::uuid FROM audit WHERE workspace_id = ${id})`
        assert.deepStrictEqual(yield* kinds(id), ["altered"])
        yield* sql`DELETE FROM audit WHERE workspace_id = ${id} AND operation = 'admin.workspace.create'`
        assert.deepStrictEqual(yield* kinds(id), ["removed", "altered"])
        yield* sql`INSERT INTO audit SELECT workspace_id, at - interval '1 day', gen_random_uuid(), operation, surface,
            actor_type, actor_id, actor_name, user_id, user_name, agent, request_id, idempotency_key, target, targets,
            outcome, status, times, changes, digest
          FROM audit WHERE workspace_id = ${id} LIMIT 1`
        assert.deepStrictEqual(yield* kinds(id), ["removed", "altered", "forged"])
      })
    )

    it.effect("can neither be altered nor left out, even at the end", () =>
      Effect.gen(function* () {
        const { id, sql } = yield* sealed
        const { head } = yield* check(id)
        assert.deepStrictEqual(yield* kinds(id, head), [])
        yield* sql`UPDATE audit_seals SET entries = substring(entries FOR 56) WHERE workspace_id = ${id} AND seq = 1`
        assert.include(yield* kinds(id), "seal")
        const other = yield* sealed
        yield* sql`DELETE FROM audit_seals WHERE workspace_id = ${other.id} AND seq = 1`
        assert.include(yield* kinds(other.id), "seal")
        const cut = yield* sealed
        const { head: kept } = yield* check(cut.id)
        yield* sql`DELETE FROM audit WHERE workspace_id = ${cut.id} AND at > (SELECT last_at FROM audit_seals
          WHERE workspace_id = ${cut.id} AND seq = 1)`
        yield* sql`DELETE FROM audit_seals WHERE workspace_id = ${cut.id} AND seq = 2`
        assert.deepStrictEqual(yield* kinds(cut.id), ["seal"])
        yield* sql`UPDATE audit_heads h SET seq = s.seq, hash = s.hash FROM audit_seals s
          WHERE h.workspace_id = ${cut.id} AND s.workspace_id = h.workspace_id`
        assert.deepStrictEqual(yield* kinds(cut.id), ["head"])
        assert.deepStrictEqual(yield* kinds(cut.id, kept), ["head", "kept"])
      })
    )

    it.effect("seal what became visible late, once", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const { id } = mine.workspace
        const sql = yield* SqlClient.SqlClient
        yield* write(mine, 3)
        yield* sql`CREATE TABLE late AS SELECT * FROM audit WHERE workspace_id = ${sql.literal(`'${id}'`)}
          AND operation = 'admin.workspace.create'`
        yield* sql`DELETE FROM audit WHERE workspace_id = ${id} AND operation = 'admin.workspace.create'`
        assert.strictEqual(yield* seal(id), 3)
        yield* sql`INSERT INTO audit SELECT * FROM late WHERE workspace_id = ${id}`
        assert.strictEqual(yield* seal(id), 1)
        assert.strictEqual(yield* seal(id), 0)
        assert.deepInclude(yield* check(id), { entries: 4, seals: 2, wrong: 0 })
      })
    )

    it.effect("stay a chain when the months before are dropped", () =>
      Effect.gen(function* () {
        const { id, sql } = yield* sealed
        const [first] = yield* sql<{ last: string }>`SELECT last_at AS last FROM audit_seals
          WHERE workspace_id = ${id} AND seq = 1`
        const after = new Date(Date.parse(first!.last) + 1).toISOString()
        yield* sql`DELETE FROM audit WHERE workspace_id = ${id} AND at < ${after}::timestamptz`
        assert.strictEqual(
          yield* within(
            id,
            Effect.flatMap(Seals, (seals) => seals.purge(after, 100))
          ),
          1
        )
        const proof = yield* check(id)
        assert.deepInclude(proof, { entries: 3, seals: 1, wrong: 0 })
        yield* sql`UPDATE audit_heads SET purged_seq = 0, purged_hash = '' WHERE workspace_id = ${id}`
        assert.deepStrictEqual(yield* kinds(id), ["purge"])
      })
    )
  },
  {},
  { serving: App.served }
)
