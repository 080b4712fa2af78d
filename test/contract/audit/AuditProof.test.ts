import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hash } from "node:crypto"
import { AuditProof } from "../../../layers/audit/AuditProof.ts"
import { Seals } from "../../../layers/audit/Seals.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import type { WorkspaceId } from "../../../schema/Id.ts"
import * as App from "../../../src/App.ts"
import { type Api, contract, created, ok, workspace } from "../../support/server/Contract.ts"

const never = "0001-01-01T00:00:00.000Z"

const within = <A, E, R>(workspaceId: WorkspaceId, effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Tenant, { workspaceId })

const seal = (id: WorkspaceId) => Effect.flatMap(Seals, (seals) => within(id, seals.seal(60_000)))

const check = (id: WorkspaceId, head?: string) =>
  Effect.flatMap(AuditProof, (proof) => within(id, proof.check(never, head)))

const write = Effect.fnUntraced(function* (api: Api, many: number) {
  const { data } = yield* ok(api.get("/v1/boards"))
  for (let one = 0; one < many; one++) {
    yield* created(
      api.post("/v1/deals", { boardId: data[0].id, name: `Zoë ${one} "😀"` }, { agent: "Größe" })
    )
  }
})

/** A workspace whose log of seven entries is sealed twice. */
const sealed = Effect.gen(function* () {
  const mine = yield* workspace()
  const { id } = mine.workspace
  yield* write(mine, 3)
  assert.strictEqual(yield* seal(id), 4)
  yield* write(mine, 3)
  assert.strictEqual(yield* seal(id), 3)
  assert.strictEqual(yield* seal(id), 0)
  return { ...mine, id, sql: yield* SqlClient.SqlClient }
})

const kinds = (id: WorkspaceId, head?: string) =>
  Effect.map(check(id, head), ({ flaws }) => flaws.map(({ what }) => what))

contract(
  "the seals of the audit log",
  (it) => {
    it.effect("are right while nobody touches the log, and leave out what is too young", () =>
      Effect.gen(function* () {
        const { id, post } = yield* sealed
        yield* post("/v1/deals", {})
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
        assert.deepStrictEqual(yield* kinds(id), ["removed", "altered", "added"])
      })
    )

    it.effect("are of the digests that earlier versions wrote, too", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const { id } = mine.workspace
        const sql = yield* SqlClient.SqlClient
        yield* write(mine, 2)
        const rows = yield* sql<
          Record<string, unknown>
        >`SELECT workspace_id, at, id, operation, surface, actor_type,
            actor_id, actor_name, user_id, user_name, agent, request_id, idempotency_key, target, targets, outcome,
            status, times, changes::text AS changes
          FROM audit WHERE workspace_id = ${id} AND operation = 'deals.create'`
        for (const row of rows) {
          const digest = hash("sha256", JSON.stringify(Object.values(row)), "buffer")
          yield* sql`UPDATE audit SET digest = ${digest} WHERE workspace_id = ${id} AND id = ${row["id"]}`
        }
        assert.strictEqual(yield* seal(id), 3)
        assert.deepInclude(yield* check(id), { entries: 3, wrong: 0 })
        yield* sql`UPDATE audit SET changes = '[]' WHERE workspace_id = ${id} AND operation = 'deals.create'`
        assert.deepStrictEqual(yield* kinds(id), ["altered", "altered"])
      })
    )

    it.effect("can neither be altered nor left out, even at the end if a head was kept", () =>
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
        assert.deepStrictEqual(yield* kinds(cut.id), [])
        assert.deepStrictEqual(yield* kinds(cut.id, kept), ["seal"])
      })
    )

    it.effect("seal what became visible late, once", () =>
      Effect.gen(function* () {
        const { id, sql } = yield* sealed
        const [row] = yield* sql<{ entries: number }>`WITH gone AS (DELETE FROM audit_seals
            WHERE workspace_id = ${id} AND seq = 2 RETURNING 1)
          SELECT count(*)::int AS entries FROM gone`
        assert.strictEqual(row!.entries, 1)
        yield* sql`UPDATE audit_heads h SET seq = s.seq, hash = s.hash FROM audit_seals s
          WHERE h.workspace_id = ${id} AND s.workspace_id = h.workspace_id`
        assert.strictEqual(yield* seal(id), 3)
        const { entries, wrong } = yield* check(id)
        assert.deepStrictEqual([entries, wrong], [7, 0])
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
      })
    )
  },
  {},
  { serving: App.served }
)
