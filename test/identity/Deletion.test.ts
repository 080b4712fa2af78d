import { assert } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { WorkspaceRemoval } from "../../layers/identity/transfer/WorkspaceRemoval.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import { makeReceiver } from "../support/fakes/Receiver.ts"
import * as FullWorkspace from "../support/samples/FullWorkspace.ts"
import * as App from "../../src/service/App.ts"
import * as DeliveryWorker from "../../src/jobs/webhooks/DeliveryWorker.ts"
import { fork, requestsCounted, tables } from "../support/samples/Rehearsals.ts"
import { run as admin } from "../support/server/Admin.ts"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

const rowsOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const counts: Record<string, number> = {}
  for (const table of yield* tables) {
    const [row] = yield* sql<{
      count: number
    }>`SELECT count(*) AS count FROM ${sql(table)} WHERE workspace_id = ${id}`
    if (row!.count > 0) counts[table] = row!.count
  }
  return counts
})

contract(
  "a workspace that is deleted",
  (it) => {
    it.effect("leaves nothing behind, and others as they were", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { at, bo, form, lead, source } = yield* FullWorkspace.make
        const other = yield* workspace()
        yield* admin("member add", {
          workspace: other.workspace.id,
          email: source.user.email,
          role: "viewer"
        })
        const copy = yield* fork(at.workspace)
        yield* requestsCounted
        const before = yield* rowsOf(other.workspace.id)
        const dry = yield* admin("workspace delete", { ...at, confirm: "Test", dryRun: "true" })
        assert.deepInclude(dry, { dryRun: true, rehearsals: 1 })
        assert.deepInclude(dry.counts, { deals: 4, leads: 4 })
        yield* ok(source.get("/v1/me"))
        const wrong = Effect.flip(admin("workspace delete", { ...at, confirm: "test" }))
        assert.strictEqual((yield* wrong).code, "not_confirmed")
        const folder = join((yield* Settings).dataDir, "files", at.workspace)
        assert.isTrue(existsSync(folder))
        yield* requestsCounted
        const done = yield* admin("workspace delete", { ...at, confirm: "Test" })
        assert.deepInclude(done, { deleted: true, rehearsals: 1 })
        assert.deepInclude(done.counts, { deals: 4, leads: 4, users: 2 })
        for (const api of [source, copy, bo]) yield* refused(api.get("/v1/me"), 401, "invalid_credential")
        yield* refused(source.post(`/f/${form.token}`, { message: "Hello" }), 404, "form_not_found")
        yield* refused(source.get(new URL(lead.enrichment.screenshot).pathname), 404, "file_not_found")
        assert.isFalse(existsSync(folder))
        for (const id of [at.workspace, copy.workspace.id]) assert.deepStrictEqual(yield* rowsOf(id), {})
        const left = yield* sql<{ id: string }>`SELECT id FROM users
          WHERE ${sql.in("id", [source.user.id, bo.id])}`
        assert.deepStrictEqual(
          left.map(({ id }) => id),
          [source.user.id]
        )
        assert.deepStrictEqual(yield* rowsOf(other.workspace.id), before)
        yield* ok(other.get("/v1/me"))
        assert.isFalse((yield* admin("workspace list")).data.some(({ id }: any) => id === at.workspace))
        // The job removes what was under way then, and the last row.
        yield* sql`UPDATE workspaces SET state_at = now() - interval '2 hours' WHERE id = ${at.workspace}`
        const { deleteLeftovers: tend } = yield* WorkspaceRemoval
        assert.strictEqual(yield* tend(new Date(Date.now() - 3_600_000).toISOString()), 1)
        const closed = yield* sql`SELECT id FROM workspaces WHERE id = ${at.workspace}`
        assert.deepStrictEqual(closed, [])
      })
    )

    it.effect("is deleted while its webhooks are on their way", () =>
      Effect.gen(function* () {
        const release: Array<() => void> = []
        const receiver = yield* makeReceiver((_, response) => {
          release.push(() => void response.writeHead(500).end())
        })
        const made = yield* workspace()
        const wanted = { boardId: made.board.id, url: receiver.url, events: ["deal.created"] }
        yield* created(made.post("/v1/webhooks", wanted))
        for (const name of ["A", "B", "C"]) {
          yield* created(made.post("/v1/deals", { boardId: made.board.id, name }))
        }
        yield* Effect.repeat(
          Effect.sync(() => release.length),
          {
            until: (count) => count > 0,
            schedule: Schedule.spaced("50 millis"),
            times: 200
          }
        )
        yield* requestsCounted
        yield* admin("workspace delete", { workspace: made.workspace.id, confirm: "Test" })
        for (const answer of release) answer()
        const other = yield* workspace()
        const live = yield* makeReceiver()
        yield* created(
          other.post("/v1/webhooks", { boardId: other.board.id, url: live.url, events: ["deal.created"] })
        )
        yield* created(other.post("/v1/deals", { boardId: other.board.id, name: "A" }))
        yield* Effect.repeat(
          Effect.sync(() => live.received.length),
          {
            until: (count) => count > 0,
            schedule: Schedule.spaced("50 millis"),
            times: 200
          }
        )
        assert.deepStrictEqual(yield* rowsOf(made.workspace.id), {})
      })
    )
  },
  { OUTBOUND_ALLOW_PRIVATE: "true" },
  // Other jobs, such as the sealing of logs, write to workspaces whenever they are due.
  { serving: Layer.merge(App.served, DeliveryWorker.layer) }
)
