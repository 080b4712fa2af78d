/** What someone who can write to the database, and has no key, may try on the audit log. */
import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { AuditProof } from "../../layers/audit/AuditProof.ts"
import { Seals } from "../../layers/audit/Seals.ts"
import type { WorkspaceId } from "../../schema/Id.ts"
import * as App from "../../src/service/App.ts"
import { asBefore, check, kinds, seal, sealed, vaultOf, withoutKey, write } from "../support/audit/Sealed.ts"
import { callHere, run as admin } from "../support/server/Admin.ts"
import { contract } from "../support/server/Contract.ts"

const unseal = Effect.fnUntraced(function* (id: WorkspaceId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM audit_seals WHERE workspace_id = ${id}`
  yield* sql`DELETE FROM audit_heads WHERE workspace_id = ${id}`
})

/** Changes the entry of the workspace's creation, and its digest as far as that takes no key. */
const rewrite = Effect.fnUntraced(function* (id: WorkspaceId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE audit SET actor_id = 'someone' WHERE workspace_id = ${id} AND operation = 'admin.workspace.create'`
  yield* withoutKey(id, "admin.workspace.create")
})

/** Puts an entry in, so long before the last. */
const putIn = Effect.fnUntraced(function* (id: WorkspaceId, before: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO audit SELECT workspace_id, at - ${before}::interval, gen_random_uuid(), 'deals.delete', surface,
      actor_type, actor_id, 'Somebody else', user_id, user_name, agent, request_id, idempotency_key, target, targets,
      outcome, status, times, changes, digest
    FROM audit WHERE workspace_id = ${id} ORDER BY at DESC LIMIT 1`
  yield* withoutKey(id, "deals.delete")
})

/** As if it were so many days later. */
const days = (count: number) =>
  Effect.updateService(Clock.Clock, (clock): Clock.Clock => {
    const millis = () => clock.currentTimeMillisUnsafe() + count * 86_400_000
    return {
      sleep: (duration) => clock.sleep(duration),
      monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: clock.monotonicTimeNanos,
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
      currentTimeNanos: clock.currentTimeNanos
    }
  })

/** As a process with other keys does it. */
const withKeys = <A, E, R>(keys: string, effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.provide(
      Layer.fresh(AuditProof.layer.pipe(Layer.provideMerge(Seals.layer), Layer.provide(vaultOf(keys))))
    )
  )

const [old, fresh] = ["5".repeat(64), "6".repeat(64)]

contract(
  "the audit log shows",
  (it) => {
    it.effect("an entry that was rewritten, with and without its seals", () =>
      Effect.gen(function* () {
        const { id, sql } = yield* sealed
        yield* rewrite(id)
        assert.deepStrictEqual(yield* kinds(id), ["altered"])
        yield* sql`DELETE FROM audit_seals WHERE workspace_id = ${id}`
        assert.deepStrictEqual(yield* kinds(id), ["seal", "forged"])
        yield* unseal(id)
        assert.strictEqual(yield* seal(id), 7)
        assert.deepStrictEqual(yield* kinds(id), ["forged"])
      })
    )

    it.effect("that old entries lost their seals, which it makes for no entry that old", () =>
      Effect.gen(function* () {
        const { id } = yield* sealed
        yield* unseal(id)
        assert.strictEqual(yield* days(1)(seal(id)), 0)
        assert.deepStrictEqual(yield* days(1)(kinds(id)), Array(7).fill("added"))
      })
    )

    it.effect("that its oldest entries were taken for purged", () =>
      Effect.gen(function* () {
        const { id, sql } = yield* sealed
        const { head } = yield* check(id)
        yield* sql`DELETE FROM audit WHERE workspace_id = ${id} AND at <= (SELECT last_at FROM audit_seals
          WHERE workspace_id = ${id} AND seq = 1)`
        yield* sql`UPDATE audit_heads SET purged_seq = 1, purged_hash = (SELECT hash FROM audit_seals
          WHERE workspace_id = ${id} AND seq = 1) WHERE workspace_id = ${id}`
        yield* sql`DELETE FROM audit_seals WHERE workspace_id = ${id} AND seq = 1`
        assert.deepStrictEqual(yield* kinds(id, head), ["purge", "seal"])
        yield* sql`UPDATE audit_heads SET signed = NULL, mac = NULL WHERE workspace_id = ${id}`
        assert.deepStrictEqual(yield* kinds(id), ["head"])
        const { stderr } = yield* callHere(["audit", "verify", "--workspace", id])
        assert.include(stderr, "the head 2:")
      })
    )

    it.effect("entries that were put in, of now, of before, and of before the log is kept", () =>
      Effect.gen(function* () {
        for (const before of ["0 seconds", "1 hour", "1 day", "500 days"]) {
          const { id } = yield* sealed
          yield* putIn(id, before)
          yield* seal(id)
          assert.deepStrictEqual(yield* kinds(id), ["forged"], before)
          assert.deepStrictEqual(yield* kinds(id, undefined, "1969-01-01T00:00:00.000Z"), ["forged"], before)
        }
      })
    )

    it.effect("entries that changed places, and newest seals that are gone", () =>
      Effect.gen(function* () {
        const { id, sql } = yield* sealed
        yield* sql`UPDATE audit a SET target = b.target, changes = b.changes, digest = b.digest FROM audit b
          WHERE a.workspace_id = ${id} AND b.workspace_id = ${id} AND a.operation = 'deals.create'
            AND b.operation = 'deals.create' AND a.id <> b.id
            AND a.id = ANY (SELECT id FROM audit WHERE workspace_id = ${id} ORDER BY at DESC, id DESC LIMIT 2)
            AND b.id = ANY (SELECT id FROM audit WHERE workspace_id = ${id} ORDER BY at DESC, id DESC LIMIT 2)`
        assert.deepStrictEqual(yield* kinds(id), ["altered", "altered"])
        yield* sql`DELETE FROM audit_seals WHERE workspace_id = ${id} AND seq = 2`
        assert.include(yield* kinds(id), "seal")
        yield* sql`DELETE FROM audit_heads WHERE workspace_id = ${id}`
        assert.include(yield* kinds(id), "head")
      })
    )

    it.effect("nothing after an upgrade, and after it what has no key", () =>
      Effect.gen(function* () {
        const mine = yield* sealed
        const { id, sql } = mine
        yield* asBefore(id)
        assert.deepInclude(yield* check(id), { entries: 7, seals: 1, wrong: 0 })
        // A node of the version before still writes.
        yield* putIn(id, "0 seconds")
        yield* write(mine, 1)
        yield* seal(id)
        assert.deepInclude(yield* check(id), { entries: 9, seals: 2, wrong: 0 })
        yield* sql`UPDATE audit_heads SET signed = NULL, mac = NULL WHERE workspace_id = ${id}`
        assert.deepStrictEqual(yield* kinds(id), ["head"])
      })
    )

    it.effect("what was put in later than a day after an upgrade", () =>
      Effect.gen(function* () {
        const mine = yield* sealed
        yield* asBefore(mine.id)
        yield* days(-2)(seal(mine.id))
        yield* write(mine, 1)
        yield* putIn(mine.id, "0 seconds")
        // Entries of the version before came after that upgrade, too.
        assert.deepInclude(yield* check(mine.id), { entries: 9, wrong: 1 })
      })
    )

    it.effect("nothing after a rotation of the key, and is left as it is by another key", () =>
      Effect.gen(function* () {
        const mine = yield* sealed
        assert.deepInclude(yield* withKeys(`${fresh},${old}`, check(mine.id)), { entries: 7, wrong: 0 })
        yield* write(mine, 1)
        const both = yield* withKeys(`${fresh},${old}`, check(mine.id))
        assert.deepInclude(both, { entries: 8, seals: 3, wrong: 0 })
        const other = yield* sealed
        assert.include(yield* withKeys(fresh, kinds(other.id)), "head")
        yield* unseal(other.id)
        assert.strictEqual(yield* withKeys(fresh, seal(other.id)), 0)
        assert.strictEqual(yield* seal(other.id), 7)
        assert.deepInclude(yield* check(other.id), { entries: 7, seals: 1, wrong: 0 })
      })
    )

    it.effect("who sealed it anew after an incident", () =>
      Effect.gen(function* () {
        const { id, workspace } = yield* sealed
        yield* rewrite(id)
        yield* unseal(id)
        const { code, message } = yield* Effect.flip(admin("audit verify", { workspace: id }))
        assert.strictEqual(code, "audit_tampered")
        assert.match(message, /entry \S+ of \S+ is not as the service wrote it/u)
        const { entries, head } = yield* admin("audit reseal", { workspace: id })
        assert.strictEqual(entries, 8)
        const { workspaces } = yield* admin("audit verify", { workspace: id, head })
        assert.deepInclude(workspaces[0], { workspaceId: workspace.id, entries: 8, head })
      })
    )
  },
  {},
  { serving: App.served }
)
