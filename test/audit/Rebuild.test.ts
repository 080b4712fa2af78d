import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as JobCommands from "../../src/jobs/JobCommands.ts"
import { everything } from "../../src/Registry.ts"
import * as AuditedTables from "../support/audit/AuditedTables.ts"
import * as Plays from "../support/audit/Plays.ts"
import * as Replay from "../support/audit/Replay.ts"
import { contract, created, ok, workspace } from "../support/server/Contract.ts"

const later = "2100-01-01T00:00:00.000Z"

/** The names under which the log has the writes of the registry. */
const named = new Set(everything.filter(({ kind }) => kind !== "read").map(({ formOf, id }) => formOf ?? id))

contract(
  "the audit log alone",
  (it) => {
    it.effect(
      "rebuilds the tables after every write there is, and after the jobs that erase",
      () =>
        Effect.gen(function* () {
          const mine = yield* workspace()
          yield* Plays.everything(mine)
          const written = new Set((yield* Replay.log(mine.workspace.id)).map(({ operation }) => operation))
          assert.deepStrictEqual(
            [...named].filter((id) => !written.has(id)),
            []
          )
          yield* Replay.check(mine.workspace.id)
          for (const job of ["stale-leads", "purge-deals", "expire-tokens"] as const) {
            yield* JobCommands.run(job, later)
          }
          yield* Replay.check(mine.workspace.id)
          const now = yield* Replay.stored(mine.workspace.id)
          // So that the comparison says something.
          for (const [resource, rows] of Object.entries(now)) {
            if (!["app", "invitation"].includes(resource)) assert.isNotEmpty(Object.keys(rows), resource)
          }
        }),
      120_000
    )

    it.effect("tells of each column, or has a reason not to", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ table: string; column: string }>`
          SELECT c.relname AS table, a.attname AS column FROM pg_attribute a
          JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
            AND a.attnum > 0 AND NOT a.attisdropped`
        const columns = Map.groupBy(rows, ({ table }) => table)
        const ofWorkspaces = [...columns].filter(([, all]) =>
          all.some(({ column }) => column === "workspace_id")
        )
        const told = Object.values(AuditedTables.tables).map(({ name }) => name)
        assert.deepStrictEqual(
          ofWorkspaces
            .map(([name]) => name)
            .filter((name) => !told.includes(name))
            .sort(),
          Object.keys(AuditedTables.untold).sort()
        )
        for (const { name, without = {} } of Object.values(AuditedTables.tables)) {
          const known = columns.get(name)!.map(({ column }) => column)
          assert.deepStrictEqual(
            Object.keys(without).filter((column) => !known.includes(column)),
            [],
            name
          )
        }
      })
    )

    it.effect("differs from the tables as soon as something is written past it", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const deal = yield* created(mine.post("/v1/deals", { boardId: mine.board.id, name: "Fleet" }))
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE deals SET key_terms = 'unseen' WHERE workspace_id = ${mine.workspace.id}`
        const [state, now] = [
          yield* Replay.rebuilt(mine.workspace.id),
          yield* Replay.stored(mine.workspace.id)
        ]
        assert.notDeepEqual(state["deal"], now["deal"])
        yield* ok(mine.patch(`/v1/deals/${deal.id}`, { keyTerms: null }))
        yield* Replay.check(mine.workspace.id)
      })
    )
  },
  { PROMOTION_ENABLED: "true", OUTBOUND_ALLOW_PRIVATE: "true" }
)
