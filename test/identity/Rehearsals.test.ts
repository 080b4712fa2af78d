import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Tables from "../../layers/identity/rehearsals/Tables.ts"
import { fork, site, tables } from "../support/samples/Rehearsals.ts"
import { run as admin } from "../support/server/Admin.ts"
import { contract, created, member, ok, refused, workspace } from "../support/server/Contract.ts"

contract(
  "a rehearsal",
  (it) => {
    it.effect("knows of every table whether it is copied", () =>
      Effect.gen(function* () {
        const declared = [...Tables.copied.map(({ name }) => name), ...Object.keys(Tables.leftOut)]
        assert.deepStrictEqual(yield* tables, declared.sort())
      })
    )

    it.effect("is a copy with the same ids, exact totals and a key of its own, and says what it is", () =>
      Effect.gen(function* () {
        const { board, deal, lead, source } = yield* site
        const copy = yield* fork(source.workspace.id)
        assert.deepStrictEqual(Object.keys(copy).slice(0, 5), [
          "workspace",
          "rehearsalOf",
          "apiKey",
          "expiresAt",
          "counts"
        ])
        assert.strictEqual(copy.rehearsalOf, source.workspace.id)
        assert.deepInclude(copy.counts, { deals: 1, leads: 1, forms: 1, inbound_addresses: 1, boards: 1 })
        const me = yield* ok(copy.get("/v1/me"))
        assert.strictEqual(me.workspace.name, "Test (rehearsal)")
        assert.strictEqual(me.workspace.plan, "standard")
        assert.deepStrictEqual(
          [me.workspace.rehearsal.of, me.workspace.rehearsal.endsAt],
          [source.workspace.id, copy.expiresAt]
        )
        assert.strictEqual((yield* ok(source.get("/v1/me"))).workspace.rehearsal, undefined)
        assert.deepStrictEqual(
          yield* ok(copy.get(`/v1/deals/${deal.id}`)),
          yield* ok(source.get(`/v1/deals/${deal.id}`))
        )
        assert.deepStrictEqual(
          yield* ok(copy.get(`/v1/deals/${deal.id}/activity`)),
          yield* ok(source.get(`/v1/deals/${deal.id}/activity`))
        )
        assert.strictEqual((yield* ok(copy.get(`/v1/leads/${lead.id}`))).enrichment.score, 10)
        yield* admin("totals verify", { workspace: copy.workspace.id })
        // Changes stay apart.
        yield* ok(copy.patch(`/v1/deals/${deal.id}`, { name: "Tried out" }))
        assert.strictEqual((yield* ok(source.get(`/v1/deals/${deal.id}`))).name, "Trackers")
        yield* created(copy.post("/v1/deals", { boardId: board.id, name: "Only there" }))
        assert.strictEqual((yield* ok(source.get("/v1/deals"))).data.length, 1)
        yield* admin("totals verify", { workspace: copy.workspace.id })
        // Its log begins with what it is a copy of.
        const log = (yield* ok(copy.get("/v1/audit"))).data
        assert.deepStrictEqual(log.at(-1).operation, "admin.workspace.fork")
        assert.strictEqual(log.at(-1).changes[0].after.rehearsalOf, source.workspace.id)
        yield* admin("audit verify", { workspace: copy.workspace.id })
      })
    )

    it.effect("has other tokens for forms and mail, which make leads there alone", () =>
      Effect.gen(function* () {
        const { board, source } = yield* site
        const copy = yield* fork(source.workspace.id)
        const sql = yield* SqlClient.SqlClient
        for (const table of ["forms", "inbound_addresses"]) {
          const rows = yield* sql<{
            token: string
          }>`SELECT token FROM ${sql(table)} WHERE board_id = ${board.id}`
          assert.strictEqual(new Set(rows.map(({ token }) => token)).size, 2)
        }
        const [form] = yield* sql<{ token: string }>`SELECT token FROM forms
          WHERE workspace_id = ${copy.workspace.id} AND board_id = ${board.id}`
        yield* ok(copy.post(`/f/${form!.token}`, { firstName: "Bo", message: "From a website" }))
        assert.strictEqual((yield* ok(copy.get("/v1/leads"))).data.length, 2)
        assert.strictEqual((yield* ok(source.get("/v1/leads"))).data.length, 1)
      })
    )

    it.effect("is for the people of its workspace, as long as they belong there", () =>
      Effect.gen(function* () {
        const source = yield* workspace()
        const bo = yield* member(source.workspace.id, "admin")
        const copy = yield* fork(source.workspace.id, { user: bo.id })
        assert.strictEqual((yield* ok(copy.get("/v1/me"))).user.id, bo.id)
        const eve = yield* workspace()
        yield* refused(copy.get(`/v1/boards/${eve.board.id}/stages`), 404, "board_not_found")
        const other = Effect.flip(
          admin("workspace fork", { workspace: source.workspace.id, user: eve.user.id })
        )
        assert.strictEqual((yield* other).code, "admin_not_found")
        yield* admin("member remove", { workspace: source.workspace.id, user: bo.id })
        yield* refused(copy.get("/v1/me"), 401, "invalid_credential")
      })
    )
  },
  { OUTBOUND_ALLOW_PRIVATE: "true" }
)
