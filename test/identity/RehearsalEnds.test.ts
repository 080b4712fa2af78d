import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as App from "../../src/service/App.ts"
import { fork, requestsCounted, rowsOf, site } from "../support/samples/Rehearsals.ts"
import { run as admin } from "../support/server/Admin.ts"
import { contract, ok, refused, workspace } from "../support/server/Contract.ts"

contract(
  "the end of a rehearsal",
  (it) => {
    it.effect("is discarded whole, and only a rehearsal is", () =>
      Effect.gen(function* () {
        const { deal, source } = yield* site
        const { id } = source.workspace
        const copy = yield* fork(id)
        yield* ok(copy.patch(`/v1/deals/${deal.id}`, { name: "B" }, { "idempotency-key": "one" }))
        const before = yield* rowsOf(id)
        assert.isAbove((yield* rowsOf(copy.workspace.id))["idempotency_keys"]!, 0)
        yield* requestsCounted
        const done = yield* admin("workspace discard", { workspace: copy.workspace.id })
        assert.deepInclude(done, { discarded: true, rehearsalOf: id })
        yield* refused(copy.get("/v1/me"), 401, "invalid_credential")
        assert.deepStrictEqual(yield* rowsOf(copy.workspace.id), {})
        assert.deepStrictEqual((yield* rowsOf(id))["deals"], before["deals"])
        const told = (yield* ok(source.get("/v1/audit"))).data.map(({ operation }: any) => operation)
        assert.deepStrictEqual(told.slice(0, 2), ["admin.workspace.discard", "admin.workspace.fork"])
        const discard = (workspace: string) => Effect.flip(admin("workspace discard", { workspace }))
        assert.strictEqual((yield* discard(id)).code, "not_a_rehearsal")
        assert.strictEqual((yield* discard(deal.id)).code, "rehearsal_not_found")
        yield* ok(source.get(`/v1/deals/${deal.id}`))
        yield* admin("job run rehearsals", { asOf: copy.expiresAt })
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT id FROM workspaces WHERE id = ${copy.workspace.id}`, [])
      })
    )

    it.effect("ends by itself, and there are at most five, none of a rehearsal", () =>
      Effect.gen(function* () {
        const source = yield* workspace()
        const copies = yield* Effect.forEach([1, 2, 3, 4, 5], () => fork(source.workspace.id))
        const failure = (workspace: string) => Effect.flip(admin("workspace fork", { workspace }))
        assert.strictEqual((yield* failure(source.workspace.id)).code, "too_many_rehearsals")
        assert.strictEqual((yield* failure(copies[0]!.workspace.id)).code, "is_rehearsal")
        const first = copies[0]!
        assert.strictEqual(Math.round((Date.parse(first.expiresAt) - Date.now()) / 3_600_000), 14 * 24)
        yield* admin("job run rehearsals", { asOf: new Date(Date.parse(first.expiresAt) - 1).toISOString() })
        yield* ok(first.get("/v1/me"))
        yield* requestsCounted
        yield* admin("job run rehearsals", { asOf: first.expiresAt })
        yield* refused(first.get("/v1/me"), 401, "invalid_credential")
        assert.deepStrictEqual(yield* rowsOf(first.workspace.id), {})
        yield* ok(source.get("/v1/me"))
        const [entry] = (yield* ok(source.get("/v1/audit"))).data
        assert.strictEqual(entry.operation, "jobs.rehearsals")
      })
    )
  },
  { OUTBOUND_ALLOW_PRIVATE: "true" },
  // Jobs, such as the sealing of logs, write to workspaces whenever they are due.
  { serving: App.served }
)
